// SPDX-License-Identifier: MIT
// Runs a command as a task that another thread starts and calls off, so that the main thread always sees signals.

internal import Glibc
import PrismCore

/// One command's task.
///
/// Where the system gives no thread, the runtime's pool waits for one in whoever starts, or wakes, a task. That must
/// never be the main thread: nobody would see a signal.
final class CommandRun: Sendable {
    /// Threads at work at the same time, besides the pool's: camera, its handler, encoder, work, console, and a
    /// server's lines.
    private static let ownThreads = 6

    private let command: Command
    private let arguments: Arguments
    private let signals: Signals
    private let failure: Failure
    private let task = Lock<Task<Void, Never>?>(nil)

    init(_ command: Command, _ arguments: Arguments, _ signals: Signals, _ failure: Failure) {
        self.command = command
        self.arguments = arguments
        self.signals = signals
        self.failure = failure
    }

    /// Starts the command.
    ///
    /// - Returns: The thread that started it; ring it when a signal has come.
    /// - Throws: `noMemory` where the system does not give the threads that a command needs.
    func start() throws(PrismError) -> DedicatedExecutor {
        let starter = try DedicatedExecutor(name: "prism-task")
        try CommandRun.checkThreads()
        starter.onMail({ self.startOrCallOff() }, onDeadline: {})
        starter.ring()
        return starter
    }

    /// Refuses to begin what would only wait for a thread half way.
    private static func checkThreads() throws(PrismError) {
        let pool = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        var spare: [DedicatedExecutor] = []
        defer { for thread in spare { thread.stop() } }
        let count = ownThreads + pool
        do throws(PrismError) {
            while spare.count < count { spare.append(try DedicatedExecutor(name: "prism-spare")) }
        } catch {
            throw PrismError(
                error.code, "cannot start the \(count) threads that a command may need",
                errno: error.errno)
        }
    }

    private func startOrCallOff() {
        let running = task.withLock { $0 } ?? Task.detached { await self.run() }
        task.withLock { $0 = running }
        if signals.received != nil { running.cancel() }
    }

    private func run() async {
        var console: Console?
        do {
            let made = try Console(isJSON: arguments[CommonOptions.json])
            console = made
            let invocation = Invocation(
                table: .prism, arguments: arguments, console: made, work: try BlockingWork())
            try await command.run(invocation)
            await made.clearProgress()
            failure.exitOrReportLostOutput()
        } catch {
            await console?.clearProgress()
            failure.exit(error, signal: signals.received)
        }
    }
}
