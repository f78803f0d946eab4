// SPDX-License-Identifier: MIT
// What comes in while one of the other suites' programs runs: ENTER and x on standard input, SIGUSR1 and SIGUSR2.

internal import Glibc
import PrismCore

/// Presses and the wish to end, gathered until the next frame asks. Thread: any.
final class CompatInput: Sendable {
    private struct State: Sendable {
        var presses = 0
        var isQuitting = false
        var line: [UInt8] = []
        var isAtEnd = false
    }

    private let state = Lock(State())
    private let takesKeys: Bool
    private let takesSignals: Bool

    init(takesKeys: Bool, takesSignals: Bool) {
        self.takesKeys = takesKeys
        self.takesSignals = takesSignals
    }

    /// Takes a signal; false where it means nothing to this run and so ends it.
    func signal(_ number: Int32) -> Bool {
        guard takesSignals else { return false }
        state.withLock { state in
            if number == SIGUSR1 { state.presses += 1 } else { state.isQuitting = true }
        }
        return true
    }

    /// Presses since the last call, and whether the user wants to end. Does not wait.
    func take() -> (presses: Int, isQuitting: Bool) {
        if takesKeys { readKeys() }
        return state.withLock { state in
            defer { state.presses = 0 }
            return (state.presses, state.isQuitting)
        }
    }

    /// Adds bytes of standard input: an empty line is a press, `x` ends.
    func type(_ bytes: some Sequence<UInt8>) {
        state.withLock { state in
            for byte in bytes {
                guard byte == UInt8(ascii: "\n") else {
                    if state.line.count < 16 { state.line.append(byte) }
                    continue
                }
                if state.line == Array("x".utf8) { state.isQuitting = true }
                if state.line.isEmpty { state.presses += 1 }
                state.line = []
            }
        }
    }

    private func readKeys() {
        while !state.withLock({ $0.isAtEnd }) {
            var wait = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, 0) > 0 else { return }
            var buffer = [UInt8](repeating: 0, count: 256)
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            guard count > 0 else {
                state.withLock { $0.isAtEnd = true }
                return
            }
            type(buffer[..<count])
        }
    }
}
