// SPDX-License-Identifier: MIT
// From a file of Boards/ to a board profile, with checks that name file, line and key.

extension BoardProfile {
    /// Reads a profile.
    ///
    /// - Throws: `invalidData` naming file, line and key.
    package init(_ document: JSON5Node, id: String) throws(PrismError) {
        var file = try ProfileObject(document)
        _ = try file.integer("version", in: 1...1)
        self.id = id
        name = try file.text("name")
        compatible = try file.texts("compatible")
        machines = try file.texts("machines")
        processor = try file.object("processor", BoardProfile.processor)
        memory = try file.object("memory", BoardProfile.memory)
        cameras = try file.objects("cameras", BoardProfile.port)
        encoders = try file.objects("encoders", BoardProfile.encoder)
        connectors = try file.objects("connectors") { (object) throws(PrismError) in
            Connector(name: try object.text("name"), formats: try object.texts("formats"))
        }
        let header = try file.optionalObject("header", BoardProfile.header)
        self.header = header
        buttons = try file.objects("buttons") { (object) throws(PrismError) in
            try BoardProfile.button(&object, on: header)
        }
        lights = try file.objects("lights") { (object) throws(PrismError) in
            Light(
                name: try object.text("name"), use: try object.choice("use", of: Light.Use.self))
        }
        let rotation = try file.optionalInteger("mountRotation", in: 0...270) ?? 0
        guard rotation % 90 == 0 else {
            throw file.fault("mountRotation", "expected 0, 90, 180 or 270")
        }
        mountRotation = rotation
        sources = try file.texts("sources")
        try file.finish()
    }

    private static func processor(_ object: inout ProfileObject) throws(PrismError) -> Processor {
        Processor(
            name: try object.text("name"), cores: try object.integer("cores", in: 1...1024),
            isInOrder: try object.flag("inOrder", otherwise: false),
            firstLevelCache: try object.integer("firstLevelCache", in: 1...4096),
            secondLevelCache: try object.integer("secondLevelCache", in: 0...1_048_576),
            sharesSecondLevel: try object.flag("sharesSecondLevel", otherwise: false),
            thirdLevelCache: try object.optionalInteger("thirdLevelCache", in: 0...1_048_576) ?? 0)
    }

    private static func memory(_ object: inout ProfileObject) throws(PrismError) -> Memory {
        var sizes: [Int] = []
        for (name, node) in try object.list("sizes") {
            guard case .number(let number) = node.value, let size = Int(exactly: number),
                (64...1_048_576).contains(size)
            else { throw PrismError(.invalidData, "\(node.place): \(name): expected MiB") }
            sizes.append(size)
        }
        return Memory(
            sizes: sizes, contiguous: try object.optionalInteger("contiguous", in: 1...65_536))
    }

    private static func port(_ object: inout ProfileObject) throws(PrismError) -> CameraPort {
        CameraPort(
            name: try object.text("name"), lanes: try object.integer("lanes", in: 1...8),
            contacts: try object.integer("contacts", in: 1...100),
            path: try object.optionalText("path"))
    }

    private static func encoder(_ object: inout ProfileObject) throws(PrismError) -> Encoder {
        Encoder(
            codec: try object.text("codec"), device: try object.text("device"),
            largest: PixelSize(
                width: try object.integer("width", in: 16...65_535),
                height: try object.integer("height", in: 16...65_535)),
            frameRate: try object.number("frameRate", in: 0.1...1000))
    }

    private static func header(_ object: inout ProfileObject) throws(PrismError) -> Header {
        let chip = try object.text("chip")
        var lines: [Int: Int] = [:]
        for (key, value) in try object.numbers("lines", in: 0...1023) {
            guard let pin = Int(key), (1...200).contains(pin), let line = Int(exactly: value) else {
                throw object.fault(
                    "lines", "expected pins from 1 to 200 and whole numbers, found \(key)")
            }
            lines[pin] = line
        }
        return Header(chip: chip, lines: lines)
    }

    private static func button(
        _ object: inout ProfileObject, on header: Header?
    ) throws(PrismError) -> Button {
        enum Pull: String, CaseIterable { case up, down }
        let button = Button(
            use: try object.choice("use", of: Button.Use.self),
            pin: try object.integer("pin", in: 1...200),
            halfPin: try object.optionalInteger("halfPin", in: 1...200),
            isPulledUp: try object.choice("pull", of: Pull.self) == .up)
        for (key, pin) in [("pin", button.pin), ("halfPin", button.halfPin)] {
            guard let pin, header?.lines[pin] == nil else { continue }
            throw object.fault(key, "pin \(pin) is no line of the header")
        }
        return button
    }
}
