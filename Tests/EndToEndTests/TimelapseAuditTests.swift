// SPDX-License-Identifier: MIT
// The judge of the other tests sees what it is there to see.

import Foundation
import PrismTesting
import Testing

@Suite struct TimelapseAuditTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func audit(_ journal: String) throws -> TimelapseAudit {
        try FileManager.default.createDirectory(
            atPath: directory.file(".prism"), withIntermediateDirectories: true)
        try directory.write(Array(journal.utf8), to: ".prism/journal.jsonl")
        return try TimelapseAudit(directory)
    }

    @Test func aLostAndADoubledIndexAreSeen() throws {
        let audit = try audit(
            """
            {"state":"done","index":0,"file":"0.jpg"}
            {"state":"skipped","index":2,"through":3}
            {"state":"failed","index":3}
            {"state":"done","index":5,"file":"5.jpg"}

            """)
        #expect(audit.misplacedIndices(count: 5) == [1, 3, 4, 5])
    }

    @Test func aMissingAndAnUnknownFileAreSeen() throws {
        try directory.write([1], to: "1.jpg")
        let audit = try audit(#"{"state":"done","index":0,"file":"0.jpg"}"#)
        #expect(try audit.strayFiles() == ["0.jpg", "1.jpg"])
    }

    @Test func aFileThatIsNotTheJournalledOneIsSeen() throws {
        try directory.write([1, 2, 3], to: "0.jpg")
        let audit = try audit(
            #"{"state":"done","index":0,"file":"0.jpg","bytes":3,"crc32c":"00000000"}"#)
        #expect(try !audit.damagedFiles().isEmpty)
    }

    @Test func aShotBesideTheGridIsSeen() throws {
        let audit = try audit(
            """
            {"state":"intent","index":4,"due":1000,"started":1000}
            {"state":"intent","index":5,"due":1100,"started":1111}
            {"state":"intent","index":6,"due":1201,"started":1201}
            {"state":"intent","index":7,"due":1300,"started":1310}

            """)
        #expect(audit.offGrid(interval: 100, frame: 10) == [5, 6])
    }
}
