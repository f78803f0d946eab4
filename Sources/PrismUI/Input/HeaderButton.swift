// SPDX-License-Identifier: MIT
// A shutter on the board's header, read on a thread of its own.

internal import CPrismInput
internal import Glibc
public import PrismCore

/// A button of one or two contacts on GPIO lines.
public final class HeaderButton: Sendable {
    private let executor: DedicatedExecutor
    private let descriptor: Int32
    private let half: UInt32?
    private let state: Lock<LineButton>
    private let queue: ActionQueue

    /// Takes the lines.
    ///
    /// - Parameters:
    ///   - wiring: Chip and lines, from the board's profile.
    ///   - directory: Where the chips' files are.
    ///   - queue: Where wishes go.
    /// - Throws: `unsupported` where the chip is not there, `busy` where another program has a line, `permission`.
    public init(
        _ wiring: BoardProfile.ButtonWiring, directory: String = "/dev", queue: ActionQueue
    ) throws(PrismError) {
        self.queue = queue
        half = wiring.half.map(UInt32.init)
        state = Lock(LineButton())
        executor = try DedicatedExecutor(name: "prism-button")
        do throws(PrismError) {
            descriptor = try HeaderButton.request(wiring, directory)
        } catch {
            executor.stop()
            throw error
        }
        executor.onMail(
            { [weak self] in self?.read() }, onDeadline: { [weak self] in self?.tick() })
        executor.watch(descriptor)
    }

    private static func request(
        _ wiring: BoardProfile.ButtonWiring, _ directory: String
    ) throws(PrismError) -> Int32 {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let found = prism_gpio_find(directory, wiring.chip, &path, path.count)
        guard found == 0 else {
            throw .system("find the GPIO chip \(wiring.chip)", errno: -found)
        }
        let lines = [wiring.full, wiring.half].compactMap { $0.map(UInt32.init) }
        let pull = wiring.isPulledUp ? PRISM_GPIO_PULL_UP.rawValue : PRISM_GPIO_PULL_DOWN.rawValue
        let level = wiring.isPulledUp ? PRISM_GPIO_ACTIVE_LOW.rawValue : 0
        let descriptor = prism_gpio_request(path, lines, lines.count, pull | level, "prism")
        guard descriptor >= 0 else {
            let names = lines.map(String.init).joined(separator: ", ")
            throw .system("take line \(names) of \(wiring.chip)", errno: -descriptor)
        }
        return descriptor
    }

    private func read() {
        var edges = [prism_gpio_edge](repeating: prism_gpio_edge(), count: 16)
        let count = prism_gpio_read(descriptor, &edges, edges.count)
        // The chip was unplugged, as those on USB can be: no more edges will come.
        guard count >= 0 else { return executor.watch(nil) }
        let events = state.withLock { button in
            edges.prefix(Int(count)).flatMap { edge in
                button.edge(
                    edge.line == half ? .half : .full, isClosed: edge.is_active != 0,
                    at: edge.time_ns)
            }
        }
        finish(events)
    }

    private func tick() {
        finish(state.withLock { $0.tick(at: DedicatedExecutor.now()) })
    }

    private func finish(_ events: [LineButton.Event]) {
        executor.setDeadline(state.withLock { $0.deadline })
        queue.add(events.map(InputAction.init))
    }

    /// Gives the lines back.
    public func close() {
        executor.watch(nil)
        executor.stop()
    }

    deinit { Glibc.close(descriptor) }
}

extension InputAction {
    /// A button on a line does what one on the screen does.
    init(_ event: LineButton.Event) {
        self =
            switch event {
            case .halfPressed: .halfPressed
            case .halfReleased: .halfReleased
            case .pressed: .shutterPressed
            case .released: .shutterReleased(isInside: true)
            }
    }
}
