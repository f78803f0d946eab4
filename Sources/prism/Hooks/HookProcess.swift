// SPDX-License-Identifier: MIT
// One run of a user's command: facts in its environment, JSON on its standard input, an end within a time.

internal import Glibc
import PrismCore

/// A command of a user, run by the shell.
struct HookProcess: Sendable {
    /// How it ended.
    enum End: Equatable, Sendable {
        /// By itself, with this status (128 + signal where a signal killed it).
        case exited(Int32)
        /// It took too long and was killed with all that it had started.
        case timedOut
    }

    /// From one look at the process to the next.
    private static let step: useconds_t = 5_000
    /// Between the polite signal and the other one, in nanoseconds.
    private static let patience: Int64 = 1_000_000_000

    let pid: pid_t

    /// Starts the command.
    ///
    /// - Parameters:
    ///   - command: For `/bin/sh -c`.
    ///   - environment: Added to this program's own.
    ///   - input: For its standard input; at most what a pipe holds, 64 KiB, goes in.
    /// - Throws: `noMemory` or `inputOutput` where no process can be had.
    init(
        _ command: String, environment: [(String, String)], input: String
    ) throws(PrismError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .system("make a pipe", errno: errno) }
        defer { ends.forEach { close($0) } }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // Written before there is a reader, so it must not wait.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        let bytes = Array(input.utf8)
        _ = write(ends[1], bytes, bytes.count)
        pid = try HookProcess.spawn(command, environment, input: ends[0])
    }

    /// Waits for the end. Blocks.
    ///
    /// - Parameters:
    ///   - nanoseconds: How long it may take.
    ///   - isCalledOff: Asked now and then; true ends it at once.
    /// - Returns: How it ended.
    func wait(within nanoseconds: Int64, isCalledOff: () -> Bool = { false }) -> End {
        let clock = KernelClock()
        let deadline = clock.read().monotonic + nanoseconds
        var killed: Int64?
        while true {
            var status: Int32 = 0
            let result = waitpid(pid, &status, WNOHANG)
            if result == pid || (result < 0 && errno != EINTR) {
                // What it left behind in its group would go on using the shot's files.
                if killed != nil { kill(-pid, SIGKILL) }
                let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
                return killed == nil ? .exited(code) : .timedOut
            }
            let now = clock.read().monotonic
            if let since = killed, now - since > HookProcess.patience {
                kill(-pid, SIGKILL)
            } else if killed == nil, now > deadline || isCalledOff() {
                kill(-pid, SIGTERM)
                killed = now
            }
            usleep(HookProcess.step)
        }
    }

    private static func spawn(
        _ command: String, _ additions: [(String, String)], input: Int32
    ) throws(PrismError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        // Standard output belongs to this program's own lines.
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, plain) = (Signals.set([]), Signals.set([SIGPIPE]))
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &plain)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        posix_spawnattr_setflags(&attributes, Int16(flags))
        let texts: [String] = ["/bin/sh", "-c", command]
        var words = texts.map { strdup($0) } + [nil]
        var settings = environment(adding: additions).map { strdup($0) } + [nil]
        defer { (words + settings).forEach { free($0) } }
        var pid = pid_t()
        let result = posix_spawn(&pid, "/bin/sh", &actions, &attributes, &words, &settings)
        guard result == 0 else { throw .system("run /bin/sh", errno: result) }
        return pid
    }

    private static func environment(adding additions: [(String, String)]) -> [String] {
        let names = Set(additions.map(\.0))
        var result: [String] = []
        var place = environ
        while let entry = place.pointee {
            let text = String(cString: entry)
            let name = text.prefix { $0 != "=" }
            if !names.contains(String(name)) { result.append(text) }
            place += 1
        }
        // A NUL would end the text early; no name of a file has one.
        return result + additions.map { "\($0.0)=\($0.1)" }
    }
}
