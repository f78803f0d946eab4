// SPDX-License-Identifier: MIT
// The seat of this session: it gives screens and inputs to who sits there, and takes them as consoles are switched.

internal import CPrismDisplay
internal import Glibc
package import PrismCore

/// A seat that seatd or logind manages.
package final class Seat: Sendable, Hashable {
    /// The C room's handle; whoever holds the lock uses it.
    ///
    /// `@unchecked Sendable`: the pointer is used under the lock alone.
    private struct Handle: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    private let handle: Lock<Handle?>
    private let executor: DedicatedExecutor
    private let observer = Lock<(@Sendable (Bool) -> Void)?>(nil)
    private let activity: Lock<Bool>

    /// Opens the seat, and waits until it is ours.
    ///
    /// - Throws: What there is instead of a seat: neither seatd nor logind, or another session has it.
    package init() throws(PrismError) {
        var opened: OpaquePointer?
        let result = prism_seat_open(&opened)
        guard result == 0, let opened else { throw .system("open a seat", errno: -result) }
        // The answer that says that it is ours comes by itself, within milliseconds.
        for _ in 0..<10 where prism_seat_is_active(opened) == 0 {
            _ = prism_seat_dispatch(opened, 100)
        }
        guard prism_seat_is_active(opened) != 0 else {
            prism_seat_close(opened)
            throw PrismError(.screen, "the seat is another session's: change to this console")
        }
        do throws(PrismError) {
            executor = try DedicatedExecutor(name: "prism-seat")
        } catch {
            prism_seat_close(opened)
            throw error
        }
        handle = Lock(Handle(pointer: opened))
        activity = Lock(true)
        let descriptor = prism_seat_fd(opened)
        executor.onMail({ [weak self] in self?.dispatch() }, onDeadline: {})
        executor.watch(descriptor)
    }

    /// The screen and the inputs are ours; false while another console has them. Thread: any.
    package var isActive: Bool { activity.withLock { $0 } }

    /// Its name, as udev has it. Thread: any.
    package var name: String {
        handle.withLock { handle in
            handle.map { String(cString: prism_seat_name($0.pointer)) } ?? "seat0"
        }
    }

    /// Sets who is told, on the seat's thread, that it is ours no longer (and lets go of everything before it returns), or
    /// again.
    package func onChange(_ observer: (@Sendable (Bool) -> Void)?) {
        self.observer.withLock { $0 = observer }
    }

    /// Opens a device; the descriptor is the caller's, who gives it to ``release(_:)`` before closing it. Thread: any.
    package func open(_ path: String) throws(PrismError) -> Int32 {
        let descriptor = handle.withLock { handle -> Int32 in
            handle.map { prism_seat_open_device($0.pointer, path) } ?? -ENODEV
        }
        guard descriptor >= 0 else {
            throw .system("open \(path) of the seat", errno: -descriptor)
        }
        return descriptor
    }

    /// Tells the seat that a descriptor is about to be closed. Thread: any.
    package func release(_ descriptor: Int32) {
        handle.withLock { handle in
            if let handle { prism_seat_release(handle.pointer, descriptor) }
        }
    }

    /// Releases and closes a descriptor. Thread: any.
    package func close(_ descriptor: Int32) {
        release(descriptor)
        Glibc.close(descriptor)
    }

    private func dispatch() {
        let (before, after) = handle.withLock { handle -> (Bool, Bool) in
            guard let handle else { return (false, false) }
            let before = prism_seat_is_active(handle.pointer) != 0
            // A seat that is gone (seatd ended) is nobody's, and its devices are dead.
            if prism_seat_dispatch(handle.pointer, 0) != 0 { return (before, false) }
            return (before, prism_seat_is_active(handle.pointer) != 0)
        }
        guard before != after else { return }
        activity.withLock { $0 = after }
        observer.withLock { $0 }?(after)
        guard !after else { return }
        handle.withLock { handle in
            if let handle { _ = prism_seat_let_go(handle.pointer) }
        }
    }

    /// Gives the seat back; devices that are open are dead from now on.
    package func close() {
        executor.watch(nil)
        executor.stop()
        handle.withLock { handle in
            if let handle { prism_seat_close(handle.pointer) }
            handle = nil
        }
    }

    package static func == (left: Seat, right: Seat) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
