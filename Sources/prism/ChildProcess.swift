// SPDX-License-Identifier: MIT
// Runs another program and takes what it prints; a cancelled task ends it.

internal import Glibc
import PrismCore

/// A program run to its end.
struct ChildProcess: Sendable {
    /// What came of it.
    struct Result: Equatable, Sendable {
        /// The exit status, or 128 + signal.
        let status: Int32
        let standardOutput: String
        let standardError: String
    }

    let pid: pid_t
    private let outputs: [Int32]

    /// Starts `path`; its signals are as they were before this program blocked them.
    init(_ path: String, _ arguments: [String]) throws(PrismError) {
        var pipes: [Int32] = []
        for _ in 0..<2 {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { throw .system("make a pipe", errno: errno) }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            pipes += ends
        }
        outputs = [pipes[0], pipes[2]]
        let result = ChildProcess.spawn(path, arguments, standard: [pipes[1], pipes[3]])
        close(pipes[1])
        close(pipes[3])
        do {
            pid = try result.get()
        } catch {
            outputs.forEach { close($0) }
            throw error
        }
    }

    private static func spawn(
        _ path: String, _ arguments: [String], standard: [Int32]
    ) -> Swift.Result<pid_t, PrismError> {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (index, descriptor) in standard.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(index) + 1)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, plain) = (Signals.set([]), Signals.set([SIGPIPE]))
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &plain)
        // A group of its own, so that what a script started ends with it.
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var pid = pid_t()
        let result = posix_spawn(&pid, path, &actions, &attributes, &words, environ)
        return result == 0 ? .success(pid) : .failure(.system("run \(path)", errno: result))
    }

    /// Reads both outputs to their ends and waits. Blocks.
    func finish() -> Result {
        var texts: [[UInt8]] = [[], []]
        var waiting = outputs.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while waiting.contains(where: { $0.fd >= 0 }) {
            guard poll(&waiting, nfds_t(waiting.count), -1) >= 0 || errno == EINTR else { break }
            for index in waiting.indices where waiting[index].fd >= 0 && waiting[index].revents != 0
            {
                var buffer = [UInt8](repeating: 0, count: 4096)
                let count = read(waiting[index].fd, &buffer, buffer.count)
                if count > 0 { texts[index] += buffer[..<count] } else { waiting[index].fd = -1 }
            }
        }
        outputs.forEach { close($0) }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
        let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
        let decoded = texts.map { String(decoding: $0, as: UTF8.self) }
        return Result(status: code, standardOutput: decoded[0], standardError: decoded[1])
    }

    /// Runs a program on a thread that may block; a cancelled task sends it and its children TERM.
    static func run(
        _ path: String, _ arguments: [String], on work: BlockingWork
    ) async throws(PrismError) -> Result {
        let child = try await work.run { () throws(PrismError) in
            try ChildProcess(path, arguments)
        }
        let result = await withTaskCancellationHandler {
            try? await work.run { () throws(PrismError) in child.finish() }
        } onCancel: {
            kill(-child.pid, SIGTERM)
        }
        guard let result else { throw PrismError(.inputOutput, "cannot run \(path)") }
        return result
    }
}
