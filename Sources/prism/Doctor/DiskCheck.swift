// SPDX-License-Identifier: MIT
// Can the output directory be written, and is there room?

internal import Glibc
import PrismCore

enum DiskCheck {
    /// What the file system says.
    struct Facts: Equatable, Sendable {
        let directory: String
        /// The errno of looking, or 0.
        var errno: Int32 = 0
        var isWritable = false
        /// Bytes that this user may still use.
        var free: Int64 = 0
        /// Temporary files of pictures whose writers were killed.
        var stale: [String] = []

        init(directory: String) { self.directory = directory }
    }

    static func findings(_ facts: Facts, minimum: Int64) -> [Finding] {
        [finding(facts, minimum)] + leftover(facts)
    }

    /// Names that a remedy spells out at most.
    private static let named = 3

    private static func leftover(_ facts: Facts) -> [Finding] {
        guard !facts.stale.isEmpty else { return [] }
        let count = facts.stale.count
        let what = count == 1 ? "1 unfinished file" : "\(count) unfinished files"
        let names = facts.stale.map { quoted("\(facts.directory)/\($0)") }
        let all = "find \(quoted(facts.directory)) -maxdepth 1 -name '.*.part' -mmin +60 -delete"
        return [
            Finding(
                subject: "leftovers", verdict: .warn,
                text: "\(what) of killed programs in \(facts.directory)",
                remedy: count > named ? all : "rm \(names.joined(separator: " "))")
        ]
    }

    private static func quoted(_ path: String) -> String {
        let parts = path.split(separator: "'", omittingEmptySubsequences: false)
        return "'\(parts.joined(separator: "'\\''"))'"
    }

    private static func finding(_ facts: Facts, _ minimum: Int64) -> Finding {
        guard facts.errno == 0 else {
            let error = PrismError.system("use \(facts.directory)", errno: facts.errno)
            return Finding(
                subject: "disk", verdict: .fail(error.code), text: error.description,
                remedy: "mkdir -p '\(facts.directory)'")
        }
        guard facts.isWritable else {
            return Finding(
                subject: "disk", verdict: .fail(.permission),
                text: "\(facts.directory) cannot be written by this user",
                remedy: "sudo chown \"$USER\" '\(facts.directory)', or another one by -o")
        }
        let text = "\(ByteCount.text(facts.free)) free in \(facts.directory)"
        guard facts.free >= minimum else {
            return Finding(
                subject: "disk", verdict: .fail(.diskFull),
                text: "\(text), less than \(ByteCount.text(minimum))", remedy: "make room")
        }
        return Finding(subject: "disk", verdict: .ok, text: text)
    }

    /// Asks the file system. Blocks.
    static func look(_ directory: String) -> Facts {
        var facts = Facts(directory: directory)
        var status = statvfs()
        guard statvfs(directory, &status) == 0 else {
            facts.errno = errno
            return facts
        }
        facts.isWritable = access(directory, W_OK | X_OK) == 0
        facts.free = Int64(
            clamping: UInt64(status.f_bavail).multipliedReportingOverflow(
                by: UInt64(status.f_frsize)
            ).partialValue)
        facts.stale = (try? AtomicFile.stale(inDirectory: directory)) ?? []
        return facts
    }
}
