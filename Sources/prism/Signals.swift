// SPDX-License-Identifier: MIT
// INT, TERM, HUP and QUIT, taken by the main thread while the work runs on others.

internal import Glibc
import PrismCore

/// The signals that end the program.
///
/// They are blocked before any other thread exists, so that every thread inherits the mask, and the main
/// thread waits for them. An `async` main would not do: on Linux its main thread sits in `sigsuspend` with
/// an empty mask, where a signal kills the process.
struct Signals: Sendable {
    private let numbers: [Int32]
    private let messages: [Int32]
    private let first = Lock<Int32?>(nil)

    /// The signal that came first, or nil.
    var received: Int32? { first.withLock { $0 } }

    /// Blocks the signals. To be called by the main thread before anything else.
    ///
    /// - Parameter messages: Signals that are messages and do not end the program.
    init(messages: [Int32] = []) {
        self.messages = messages
        // nohup ignores HUP, and means it.
        let ends = Signals.isIgnored(SIGHUP) ? [SIGINT, SIGTERM, SIGQUIT] : Signals.all
        numbers = ends + messages
        var set = Signals.set(numbers)
        pthread_sigmask(SIG_BLOCK, &set, nil)
        // A closed pipe is an error of write(), not the end of a time-lapse.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Waits for signals on the calling thread, for ever.
    ///
    /// - Parameters:
    ///   - longest: How long the work may take to end then, in nanoseconds.
    ///   - cancel: Calls the work off.
    ///   - message: Takes a signal that is a message.
    func wait(
        patience longest: Int64 = SignalPolicy.patience, cancel: () -> Void,
        message: (Int32) -> Void = { _ in }
    ) -> Never {
        var policy = SignalPolicy(patience: longest)
        var patience: Int64?
        while true {
            let input = next(within: patience)
            if case .signal(let number) = input, messages.contains(number) {
                message(number)
                continue
            }
            switch policy.handle(input) {
            case .exit(let status): _exit(status)
            case .cancel(let within):
                first.withLock { $0 = policy.first }
                patience = within
                cancel()
            }
        }
    }

    private func next(within patience: Int64?) -> SignalPolicy.Input {
        var set = Signals.set(numbers)
        while true {
            var number: Int32
            if let patience {
                var time = timespec(
                    tv_sec: Int(patience / 1_000_000_000), tv_nsec: Int(patience % 1_000_000_000))
                number = sigtimedwait(&set, nil, &time)
                if number < 0 && errno == EAGAIN { return .timeout }
            } else {
                number = sigwaitinfo(&set, nil)
            }
            if number > 0 { return .signal(number) }
        }
    }

    /// The signals, as a child process should get them back: unblocked.
    static let all: [Int32] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    static func set(_ numbers: [Int32]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        return set
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
