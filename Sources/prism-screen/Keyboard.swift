// SPDX-License-Identifier: MIT
// Keys of the terminal that the program was started in, one by one and unseen.

internal import Glibc
import PrismCore
import PrismUI

/// What a terminal's bytes ask for.
enum TerminalKeys {
    /// Reads letters, or ESC [ and a letter for the arrows (ECMA-48).
    static func actions(in bytes: [UInt8]) -> [InputAction] {
        var actions: [InputAction] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            guard byte == 0x1B, rest.first == 0x5B || rest.first == 0x4F else {
                actions += plain(byte)
                continue
            }
            rest = rest.dropFirst()
            // Numbers and semicolons, then the letter.
            let letter = rest.firstIndex { (0x40...0x7E).contains($0) } ?? rest.endIndex
            if letter < rest.endIndex { actions += press(arrow(rest[letter])) }
            rest = letter < rest.endIndex ? rest[(letter + 1)...] : []
        }
        return actions
    }

    /// The keys of ``KeyMap``, by the letters on them.
    private static func plain(_ byte: UInt8) -> [InputAction] {
        switch byte {
        case 0x20, 0x0A, 0x0D: press(57)
        case 0x1B: press(1)
        case UInt8(ascii: "q"): press(16)
        case UInt8(ascii: "s"): press(31)
        case UInt8(ascii: "g"): press(34)
        case UInt8(ascii: "h"): press(35)
        case UInt8(ascii: "i"): press(23)
        case UInt8(ascii: "l"): press(38)
        case UInt8(ascii: "+"): press(78)
        case UInt8(ascii: "-"): press(74)
        default: []
        }
    }

    private static func arrow(_ letter: UInt8) -> UInt32? {
        switch letter {
        case UInt8(ascii: "A"): 103
        case UInt8(ascii: "B"): 108
        case UInt8(ascii: "C"): 106
        case UInt8(ascii: "D"): 105
        default: nil
        }
    }

    /// A terminal tells of no release, so a key comes up at once.
    private static func press(_ key: UInt32?) -> [InputAction] {
        guard let key else { return [] }
        return [true, false].compactMap { KeyMap.action(key, isDown: $0) }
    }
}

/// Reads keys on a thread of its own; the terminal is as it was once this is closed.
final class Keyboard: Sendable {
    private let executor: DedicatedExecutor
    private let before: Lock<termios?>
    private let queue: ActionQueue
    /// A text console shows what is typed on a keyboard that is also read as a device.
    private let isDeaf: Bool

    /// Takes the terminal on standard input; nil where it is none.
    ///
    /// With `devicesAreRead`, the keys of a text console are kept off it but not listened to, lest each count twice.
    init?(queue: ActionQueue, devicesAreRead: Bool) throws(PrismError) {
        guard isatty(STDIN_FILENO) == 1 else { return nil }
        var state = termios()
        guard tcgetattr(STDIN_FILENO, &state) == 0 else { return nil }
        self.queue = queue
        isDeaf = devicesAreRead && Keyboard.isConsole
        before = Lock(state)
        // Ctrl+C stays a signal.
        state.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &state)
        executor = try DedicatedExecutor(name: "prism-keys")
        executor.onMail({ [weak self] in self?.read() }, onDeadline: {})
        executor.watch(STDIN_FILENO)
    }

    /// True where standard input is a text console of this machine: /dev/tty1 and the like.
    private static var isConsole: Bool {
        guard let name = ttyname(STDIN_FILENO) else { return false }
        let path = String(cString: name)
        return path.hasPrefix("/dev/tty") && Int(path.dropFirst(8)) != nil
    }

    private func read() {
        // The executor also rings without a key, and a read would then wait.
        var ready = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, 0) == 1 else { return }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
        // The terminal went away: whoever closed it sends HUP as well.
        guard count > 0 else { return executor.watch(nil) }
        guard !isDeaf else { return }
        queue.add(TerminalKeys.actions(in: Array(bytes.prefix(count))))
    }

    /// Gives the terminal back.
    func close() {
        executor.watch(nil)
        executor.stop()
        before.withLock { state in
            guard var old = state else { return }
            tcsetattr(STDIN_FILENO, TCSANOW, &old)
            state = nil
        }
    }
}
