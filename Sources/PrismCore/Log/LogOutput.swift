// SPDX-License-Identifier: MIT
// Log lines on standard error, and as fields in systemd's journal.

internal import Glibc

enum LogOutput {
    static func write(_ entry: LogEntry, to destination: PrismLog.Destination, showsPrivate: Bool) {
        switch destination {
        case .none: return
        case .standardError: writeLine(entry, showsPrivate)
        case .journal:
            let fields = fields(of: entry, showsPrivate: showsPrivate)
            if !JournalSocket.send(fields) { writeLine(entry, showsPrivate) }
        }
    }

    private static func writeLine(_ entry: LogEntry, _ showsPrivate: Bool) {
        let bytes = Array((line(entry, showsPrivate: showsPrivate) + "\n").utf8)
        // One call, so that lines of several threads do not mix; a full pipe loses the line and nothing else.
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }

    /// `prism: warning: session: text`, with line breaks made visible.
    static func line(_ entry: LogEntry, showsPrivate: Bool) -> String {
        let text = entry.text(showsPrivate: showsPrivate).map { $0.isNewline ? " " : String($0) }
        return "prism: \(entry.level): \(entry.category.rawValue): \(text.joined())"
    }

    /// The journal's native format: NAME=value lines, and a length for values with line breaks.
    ///
    /// Source: systemd's "Native Journal Protocol".
    static func fields(of entry: LogEntry, showsPrivate: Bool) -> [UInt8] {
        var fields = [
            ("MESSAGE", entry.text(showsPrivate: showsPrivate)),
            ("PRIORITY", "\(entry.level.priority)"), ("SYSLOG_IDENTIFIER", "prism"),
            ("PRISM_CATEGORY", entry.category.rawValue),
        ]
        if let error = entry.error {
            fields.append(("PRISM_ERROR", error.code.rawValue))
            if error.errno != 0 { fields.append(("ERRNO", "\(error.errno)")) }
        }
        return fields.flatMap { name, value -> [UInt8] in
            let bytes = Array(value.utf8)
            guard bytes.contains(10) else { return Array("\(name)=".utf8) + bytes + [10] }
            let length = (0..<8).map { UInt8(truncatingIfNeeded: bytes.count >> ($0 * 8)) }
            return Array("\(name)\n".utf8) + length + bytes + [10]
        }
    }
}
