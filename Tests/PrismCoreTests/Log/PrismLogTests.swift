// SPDX-License-Identifier: MIT
// The log formats nothing that nobody reads, hides what is private, and tells an episode once.

import PrismTesting
import Testing

@testable import PrismCore

/// The threshold and the handler are the process's own, so these tests run one after the other.
@Suite(.serialized) struct PrismLogTests {
    /// Entries of the general category, which the session under test in other suites never uses.
    private func collecting(_ level: LogLevel, _ body: () -> Void) -> [LogEntry] {
        let before = PrismLog.minimumLevel
        let entries = Lock<[LogEntry]>([])
        PrismLog.minimumLevel = level
        PrismLog.handler = { entry in
            if entry.category == .general { entries.withLock { $0.append(entry) } }
        }
        body()
        PrismLog.handler = nil
        PrismLog.minimumLevel = before
        return entries.withLock { $0 }
    }

    @Test func belowTheThresholdNothingIsFormatted() {
        var formatted = 0
        func count() -> Int {
            formatted += 1
            return formatted
        }
        let entries = collecting(.warning) {
            PrismLog.write(.debug, .general, "a \(count())")
            PrismLog.write(.notice, .general, "b \(count())")
            #expect(formatted == 0)
            PrismLog.write(.warning, .general, "c \(count())")
        }
        #expect(entries.map(\.level) == [.warning] && formatted == 1)
    }

    @Test func errorsAreToldWhateverTheThreshold() {
        let entries = collecting(.fault) {
            PrismLog.write(.warning, .general, "w")
            PrismLog.write(.error, .general, "e")
            PrismLog.write(.fault, .general, "f")
        }
        #expect(entries.map(\.level) == [.error, .fault])
    }

    @Test func privatePartsAndWholeErrorsAreHiddenUnlessShown() {
        let error = PrismError(.diskFull, "no space for /home/eve/face.jpg", errno: 28)
        let entries = collecting(.debug) {
            PrismLog.write(
                .error, .general, "cannot write \(private: "/home/eve/face.jpg"), \(3) times",
                error: error)
        }
        let entry = entries.first
        #expect(
            entry?.text(showsPrivate: false)
                == "cannot write <private>, 3 times (diskFull errno 28)")
        #expect(
            entry?.text(showsPrivate: true)
                == "cannot write /home/eve/face.jpg, 3 times (diskFull errno 28: no space for "
                + "/home/eve/face.jpg)")
    }

    @Test func anEpisodeIsToldOnceUntilItIsOver() {
        let episode = LogEpisode()
        let entries = collecting(.debug) {
            for _ in 0..<100 { episode.write(.warning, .general, "pool is empty") }
            episode.end()
            episode.write(.warning, .general, "pool is empty again")
        }
        #expect(entries.count == 2)
    }

    @Test func aLineIsOneLineAndTheJournalGetsFields() {
        let entry = LogEntry(
            level: .warning, category: .session, message: "two\nlines",
            error: PrismError(.busy, "held", errno: 16))
        #expect(
            LogOutput.line(entry, showsPrivate: false)
                == "prism: warning: session: two lines (busy errno 16)")
        let bytes = LogOutput.fields(of: entry, showsPrivate: false)
        let text = String(decoding: bytes, as: UTF8.self)
        let value = "two\nlines (busy errno 16)"
        // A value with a line break: its name, its length in 8 bytes little-endian, itself.
        let begin =
            Array("MESSAGE\n".utf8) + [UInt8(value.utf8.count)] + Array(repeating: 0, count: 7)
        #expect(Array(bytes.prefix(begin.count)) == begin)
        for field in [
            "PRIORITY=4\n", "PRISM_CATEGORY=session\n", "PRISM_ERROR=busy\n", "ERRNO=16\n",
            "SYSLOG_IDENTIFIER=prism\n",
        ] { #expect(text.contains(field)) }
    }

    @Test func levelsHaveNamesAndSyslogPriorities() {
        #expect(LogLevel(name: "warning") == .warning && LogLevel(name: "loud") == nil)
        #expect(LogLevel.allCases.map(\.priority) == [7, 6, 5, 4, 3, 2])
        #expect(LogCategory.allCases.count == 5)
    }
}
