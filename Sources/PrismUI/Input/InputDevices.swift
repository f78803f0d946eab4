// SPDX-License-Identifier: MIT
// Touch screens, keyboards, remotes and mice, read on a thread of their own.

internal import CPrismInput
internal import Glibc
package import PrismCore
package import PrismPreview

/// Every input device of this machine's seat; those plugged in later too.
public final class InputDevices: Sendable {
    private let executor: DedicatedExecutor
    private let input: Lock<OpenInput?>
    private let reader: Lock<InputReader>
    private let queue: ActionQueue
    private let onDevice: @Sendable (InputEvent) -> Void
    /// Kept, because the C room calls it for every device.
    private let seat: Seat?

    /// The C room's handle; whoever holds the lock uses it.
    ///
    /// `@unchecked Sendable`: the pointer is used under the lock alone.
    private struct OpenInput: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    /// Opens them.
    ///
    /// - Parameters:
    ///   - seat: Who opens the devices; nil opens them directly.
    ///   - reader: Knows where the shutter is on the screen.
    ///   - queue: Where wishes go.
    ///   - onDevice: Told of devices that come and go, on the devices' thread.
    /// - Throws: `unsupported` where there is no udev; `noMemory`.
    package init(
        seat: Seat? = nil, reader: InputReader = InputReader(), queue: ActionQueue,
        onDevice: @escaping @Sendable (InputEvent) -> Void = { _ in }
    ) throws(PrismError) {
        self.queue = queue
        self.reader = Lock(reader)
        self.onDevice = onDevice
        self.seat = seat
        executor = try DedicatedExecutor(name: "prism-input")
        var opened: OpaquePointer?
        let name = seat?.name ?? "seat0"
        let result: Int32
        if let seat {
            var opener = InputDevices.opener(seat)
            result = prism_input_open(name, &opener, &opened)
        } else {
            result = prism_input_open(name, nil, &opened)
        }
        guard result == 0, let opened else {
            executor.stop()
            throw .system("read the input devices of \(name)", errno: -result)
        }
        input = Lock(OpenInput(pointer: opened))
        let descriptor = prism_input_fd(opened)
        executor.onMail({ [weak self] in self?.read() }, onDeadline: {})
        executor.watch(descriptor)
    }

    /// The seat as the C room sees it; it does not own the seat.
    private static func opener(_ seat: Seat) -> prism_input_opener {
        prism_input_opener(
            open: { context, path in
                guard let context, let path else { return -EINVAL }
                let seat = Unmanaged<Seat>.fromOpaque(context).takeUnretainedValue()
                do throws(PrismError) {
                    return try seat.open(String(cString: path))
                } catch {
                    return error.errno > 0 ? -error.errno : -EIO
                }
            },
            close: { context, descriptor in
                guard let context else { return }
                Unmanaged<Seat>.fromOpaque(context).takeUnretainedValue().close(descriptor)
            }, context: Unmanaged.passUnretained(seat).toOpaque())
    }

    private func read() {
        let events = input.withLock { input -> [(InputEvent, Int64)] in
            guard let input, prism_input_dispatch(input.pointer) == 0 else { return [] }
            var events: [(InputEvent, Int64)] = []
            var raw = prism_input_event()
            while prism_input_next(input.pointer, &raw) == 1 {
                if let event = InputEvent(raw) { events.append((event, raw.time_ns)) }
            }
            return events
        }
        guard !events.isEmpty else { return }
        let actions = reader.withLock { reader in
            events.compactMap { reader.read($0.0, at: $0.1) }
        }
        queue.add(actions)
        for case (let event, 0) in events { onDevice(event) }
    }

    /// Where the shutter is drawn from now on.
    public func setShutter(_ shutter: InputReader.Shutter?) {
        reader.withLock { $0.shutter = shutter }
    }

    /// Lets go of the devices while another console has the screen, or takes them again.
    package func setPaused(_ isPaused: Bool) {
        input.withLock { input in
            guard let input else { return }
            if isPaused {
                prism_input_suspend(input.pointer)
            } else {
                _ = prism_input_resume(input.pointer)
            }
        }
    }

    /// Closes them.
    public func close() {
        executor.watch(nil)
        executor.stop()
        input.withLock { input in
            if let input { prism_input_close(input.pointer) }
            input = nil
        }
    }
}
