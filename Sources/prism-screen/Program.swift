// SPDX-License-Identifier: MIT
// The program with the screen: `prism preview` executes it with a plan in JSON as its one argument.

internal import FoundationEssentials
internal import Glibc
import PrismCapture
import PrismCore

@main
struct Program {
    static func main() {
        let signals = EndSignals()
        guard CommandLine.arguments.count == 2,
            let plan = try? JSONDecoder().decode(
                PreviewPlan.self, from: Data(CommandLine.arguments[1].utf8))
        else {
            Report.line("prism-screen is started by prism preview")
            exit(PrismError.Code.usage.exitStatus)
        }
        let work = Lock<Task<Void, Never>?>(nil)
        let task = Task.detached {
            do throws(PrismError) {
                var preview = PreviewRun(plan)
                try await preview.run()
                exit(0)
            } catch {
                Report.failure(error, isJSON: plan.isJSON)
                exit(error.code.exitStatus)
            }
        }
        work.withLock { $0 = task }
        signals.wait { work.withLock { $0 }?.cancel() }
    }
}

/// INT, TERM, HUP and QUIT, taken by the main thread: the first ends the preview, a second or two seconds the process.
struct EndSignals {
    private var set = sigset_t()

    /// To be made before any other thread.
    init() {
        sigemptyset(&set)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&set, number) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        signal(SIGPIPE, SIG_IGN)
    }

    /// Waits for ever.
    func wait(_ cancel: () -> Void) -> Never {
        var set = set
        while sigwaitinfo(&set, nil) < 0 {}
        cancel()
        var patience = timespec(tv_sec: 1, tv_nsec: 800_000_000)
        let second = sigtimedwait(&set, nil, &patience)
        _exit(128 + (second > 0 ? second : SIGTERM))
    }
}
