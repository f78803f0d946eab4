// SPDX-License-Identifier: MIT
// Keys of the terminal that the program was started in, one by one and unseen.

internal import Glibc
import PrismCore

/// What a key does.
enum KeyCommand: Hashable, Sendable {
    case shutter, quit, screenshot, brighter, darker

    /// Reads what a terminal sent: letters, or ESC [ and a letter for the arrows (ECMA-48).
    static func all(in bytes: [UInt8]) -> [KeyCommand] {
        var commands: [KeyCommand] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            guard byte == 0x1B, rest.first == 0x5B || rest.first == 0x4F else {
                if let command = plain(byte) { commands.append(command) }
                continue
            }
            rest = rest.dropFirst()
            // Numbers and semicolons, then the letter.
            let letter = rest.firstIndex { (0x40...0x7E).contains($0) } ?? rest.endIndex
            if letter < rest.endIndex, let command = arrow(rest[letter]) {
                commands.append(command)
            }
            rest = letter < rest.endIndex ? rest[(letter + 1)...] : []
        }
        return commands
    }

    private static func plain(_ byte: UInt8) -> KeyCommand? {
        switch byte {
        case 0x20, 0x0A, 0x0D: .shutter
        case UInt8(ascii: "q"), 0x1B: .quit
        case UInt8(ascii: "s"): .screenshot
        case UInt8(ascii: "+"): .brighter
        case UInt8(ascii: "-"): .darker
        default: nil
        }
    }

    private static func arrow(_ letter: UInt8) -> KeyCommand? {
        switch letter {
        case UInt8(ascii: "A"): .brighter
        case UInt8(ascii: "B"): .darker
        default: nil
        }
    }
}

/// Reads keys on a thread of its own; the terminal is as it was once this is closed.
final class Keyboard: Sendable {
    private let executor: DedicatedExecutor
    private let before: Lock<termios?>
    private let waiting = Lock<[KeyCommand]>([])

    /// Takes the terminal on standard input; nil where it is none.
    ///
    /// `onQuit` is called at once, on the keyboard's thread; other keys wait for ``take()``.
    init?(onQuit: @escaping @Sendable () -> Void) throws(PrismError) {
        guard isatty(STDIN_FILENO) == 1 else { return nil }
        var state = termios()
        guard tcgetattr(STDIN_FILENO, &state) == 0 else { return nil }
        before = Lock(state)
        // Ctrl+C stays a signal.
        state.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &state)
        executor = try DedicatedExecutor(name: "prism-keys")
        executor.onMail({ [weak self] in self?.read(onQuit) }, onDeadline: {})
        executor.watch(STDIN_FILENO)
    }

    private func read(_ onQuit: () -> Void) {
        // The executor also rings without a key, and a read would then wait.
        var ready = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, 0) == 1 else { return }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
        // The terminal went away: whoever closed it sends HUP as well.
        guard count > 0 else { return executor.watch(nil) }
        let commands = KeyCommand.all(in: Array(bytes.prefix(count)))
        waiting.withLock { $0 += commands }
        if commands.contains(.quit) { onQuit() }
    }

    /// The keys since the last call.
    func take() -> [KeyCommand] {
        waiting.withLock { keys in
            defer { keys = [] }
            return keys
        }
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
