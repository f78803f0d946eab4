// SPDX-License-Identifier: MIT
// Standard output and the progress line, written by one thread so that lines never mix.

internal import Glibc
import PrismCore

/// What a command says: text or JSON on standard output, progress on a terminal's standard error.
actor Console {
    private nonisolated let executor: DedicatedExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// True where the user asked for JSON.
    nonisolated let isJSON: Bool
    /// True where progress is shown: on a terminal, without JSON.
    nonisolated let showsProgress: Bool
    private var hasProgress = false

    /// Starts the thread; throws `noMemory` where none can be had.
    init(isJSON: Bool) throws(PrismError) {
        executor = try DedicatedExecutor(name: "prism-console")
        self.isJSON = isJSON
        showsProgress = !isJSON && isatty(STDERR_FILENO) == 1
    }

    deinit { executor.stop() }

    /// Prints text (ends with a line break) where JSON is not asked for, else the object on one line.
    func show(_ text: String, _ json: JSONValue) {
        clearProgress()
        Console.write(isJSON ? json.text + "\n" : text, to: STDOUT_FILENO)
    }

    /// Prints an object where JSON is asked for, else nothing.
    func event(_ json: JSONValue) {
        if isJSON { Console.write(json.text + "\n", to: STDOUT_FILENO) }
    }

    /// Replaces the progress line; does nothing where progress is not shown.
    func progress(_ line: String) {
        guard showsProgress else { return }
        hasProgress = true
        Console.write("\r\u{1B}[K" + line, to: STDERR_FILENO)
    }

    /// Takes the progress line away.
    func clearProgress() {
        guard hasProgress else { return }
        hasProgress = false
        Console.write("\r\u{1B}[K", to: STDERR_FILENO)
    }

    /// Says what a user should know before the end, as one line on standard error.
    func warn(_ text: String) {
        clearProgress()
        Console.write("prism: \(text)\n", to: STDERR_FILENO)
    }

    /// Columns of the terminal on standard error, 80 where it does not say.
    nonisolated static var columns: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    private nonisolated static let outputError = Lock<Int32>(0)

    /// What kept standard output from taking a line: an errno, or 0. A pipe that nobody reads any more is none.
    nonisolated static var lostOutput: PrismError? {
        let errno = outputError.withLock { $0 }
        return errno == 0 ? nil : .system("write to standard output", errno: errno)
    }

    /// Writes all of it; what cannot be written is dropped, for a time-lapse must go on.
    nonisolated static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                let failure = count < 0 ? errno : EIO
                if descriptor == STDOUT_FILENO, failure != EPIPE {
                    outputError.withLock { $0 = failure }
                }
                return
            }
            bytes = bytes.dropFirst(count)
        }
    }
}
