// SPDX-License-Identifier: MIT
// prism boards: the boards that have a profile, which one this machine is, or one in full.

import PrismCore

enum BoardsCommand {
    static let command = Command(
        name: "boards", summary: "show what is known of the boards, and which this is",
        discussion: [
            "Without a name, lists the boards that have a profile and marks the one that this machine is"
                + " with an asterisk. With one, shows its sockets, memory, encoders, connectors and lights.",
            "What /etc/prism/Boards/NAME.json5 and ~/.config/prism/Boards/NAME.json5 give is laid over the"
                + " profile that came with the program, for example a mount that turns the camera.",
        ],
        operands: Command.Operands(placeholder: "NAME", count: 0...1),
        options: [CommonOptions.json.spec, CommonOptions.help.spec],
        examples: [
            .init(line: "prism boards", purpose: "Lists the boards."),
            .init(line: "prism boards raspberry-pi-5", purpose: "Shows one."),
        ],
        run: run)

    private static func run(_ invocation: Invocation) async throws {
        let name = invocation.arguments.operands.first
        guard let name else { return try await list(invocation) }
        let (board, present) = try await invocation.work.run { () throws(PrismError) in
            let catalog = BoardCatalog.standard
            return (try catalog.profile(named: name), try catalog.profile(of: .present)?.id)
        }
        let sheet = BoardSheet(board, isPresent: board.id == present)
        await invocation.console.show(sheet.text, sheet.json)
    }

    private static func list(_ invocation: Invocation) async throws {
        let list = try await invocation.work.run { () throws(PrismError) in
            let catalog = BoardCatalog.standard
            return ProfileList(try catalog.names()) { name throws(PrismError) in
                try catalog.profile(named: name)
            }
        }
        let present = BoardCatalog.Machine.present.profile(among: list.profiles)?.id
        for board in list.profiles {
            let sheet = BoardSheet(board, isPresent: board.id == present)
            await invocation.console.show(sheet.line, sheet.json)
        }
        try list.finish(kind: "board")
    }
}

/// A board as text and JSON.
struct BoardSheet {
    private let board: BoardProfile
    private let isPresent: Bool

    init(_ board: BoardProfile, isPresent: Bool) {
        self.board = board
        self.isPresent = isPresent
    }

    /// One line of the list.
    var line: String { "\(isPresent ? "*" : " ") \(board.id.padded(to: 24)) \(board.name)\n" }

    /// The whole sheet.
    var text: String {
        let processor = board.processor
        let order = processor.isInOrder ? ", in order" : ""
        let sizes = board.memory.sizes.map(String.init).joined(separator: ", ")
        var rows = [
            "\(board.id): \(board.name)\(isPresent ? " (this machine)" : "")",
            "\(processor.cores) x \(processor.name)\(order), caches \(processor.firstLevelCache),"
                + " \(processor.secondLevelCache), \(processor.thirdLevelCache) KiB",
            "memory \(sizes.isEmpty ? "any" : sizes + " MiB")",
            "cameras turned by \(board.mountRotation) degrees",
        ]
        rows += board.cameras.map {
            "  socket \($0.name): \($0.lanes) lanes, \($0.contacts) contacts"
        }
        rows += board.encoders.map {
            "  encoder \($0.codec) \($0.device): \($0.largest) at \($0.frameRate) fps"
        }
        rows += board.connectors.map {
            "  connector \($0.name): \($0.formats.joined(separator: " "))"
        }
        rows += board.lights.map { "  light \($0.name): \($0.use.rawValue)" }
        rows += board.buttons.map { "  button \($0.use.rawValue): pin \($0.pin)" }
        if let header = board.header {
            rows.append("  header \(header.chip): \(header.lines.count) lines")
        }
        return rows.joined(separator: "\n") + "\n"
    }

    /// All figures.
    var json: JSONValue {
        let processor = board.processor
        return [
            "id": .string(board.id), "name": .string(board.name), "present": .bool(isPresent),
            "compatible": .array(board.compatible.map { .string($0) }),
            "machines": .array(board.machines.map { .string($0) }),
            "processor": [
                "name": .string(processor.name), "cores": .integer(Int64(processor.cores)),
                "inOrder": .bool(processor.isInOrder),
                "firstLevelCache": .integer(Int64(processor.firstLevelCache)),
                "secondLevelCache": .integer(Int64(processor.secondLevelCache)),
                "sharesSecondLevel": .bool(processor.sharesSecondLevel),
                "thirdLevelCache": .integer(Int64(processor.thirdLevelCache)),
            ],
            "memory": .array(board.memory.sizes.map { .integer(Int64($0)) }),
            "cameras": .array(board.cameras.map(BoardSheet.port)),
            "encoders": .array(board.encoders.map(BoardSheet.encoder)),
            "connectors": .array(board.connectors.map(BoardSheet.connector)),
            "header": header, "buttons": .array(board.buttons.map(BoardSheet.button)),
            "lights": .array(board.lights.map(BoardSheet.light)),
            "mountRotation": .integer(Int64(board.mountRotation)),
        ]
    }

    private var header: JSONValue {
        guard let header = board.header else { return nil }
        let lines = header.lines.sorted { $0.key < $1.key }
        return [
            "chip": .string(header.chip),
            "lines": .object(
                lines.map { .init(key: String($0.key), value: .integer(Int64($0.value))) }),
        ]
    }

    private static func port(_ port: BoardProfile.CameraPort) -> JSONValue {
        [
            "name": .string(port.name), "lanes": .integer(Int64(port.lanes)),
            "contacts": .integer(Int64(port.contacts)),
            "path": port.path.map { .string($0) } ?? nil,
        ]
    }

    private static func encoder(_ encoder: BoardProfile.Encoder) -> JSONValue {
        [
            "codec": .string(encoder.codec), "device": .string(encoder.device),
            "largest": encoder.largest.json, "frameRate": .number(encoder.frameRate),
        ]
    }

    private static func connector(_ connector: BoardProfile.Connector) -> JSONValue {
        [
            "name": .string(connector.name),
            "formats": .array(connector.formats.map { .string($0) }),
        ]
    }

    private static func button(_ button: BoardProfile.Button) -> JSONValue {
        [
            "use": .string(button.use.rawValue), "pin": .integer(Int64(button.pin)),
            "halfPin": button.halfPin.map { .integer(Int64($0)) } ?? nil,
            "pull": .string(button.isPulledUp ? "up" : "down"),
        ]
    }

    private static func light(_ light: BoardProfile.Light) -> JSONValue {
        ["name": .string(light.name), "use": .string(light.use.rawValue)]
    }
}
