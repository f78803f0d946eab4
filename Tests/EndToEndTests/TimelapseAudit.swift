// SPDX-License-Identifier: MIT
// Judges what a time-lapse left: every index settled once, every file whole, nothing else in the directory.

import Foundation
import PrismCapture
import PrismCore
import PrismTesting

struct TimelapseAudit {
    let records: [JournalRecord]
    private let directory: TemporaryDirectory

    init(_ directory: TemporaryDirectory) throws {
        self.directory = directory
        let decoder = JSONDecoder()
        records = try (directory.read(".prism/journal.jsonl") ?? []).split(separator: 0x0A).map {
            try decoder.decode(JournalRecord.self, from: Data($0))
        }
    }

    /// One more than the greatest index that the journal knows.
    var next: Int { (records.map { max($0.index, $0.through ?? 0) }.max() ?? -1) + 1 }

    var done: [JournalRecord] { records.filter { $0.state == .done } }
    private var intents: [JournalRecord] { records.filter { $0.state == .intent } }

    /// Indices below `count` that are not settled, or more than once; and those beyond.
    func misplacedIndices(count: Int) -> [Int] {
        var settled: [Int: Int] = [:]
        for record in records {
            switch record.state {
            case .done, .failed: settled[record.index, default: 0] += 1
            case .skipped:
                for index in record.index...(record.through ?? record.index) {
                    settled[index, default: 0] += 1
                }
            case .anchor, .intent, .written, .ended: break
            }
        }
        return (0..<count).filter { settled[$0] != 1 } + settled.keys.filter { $0 >= count }
    }

    /// Names that differ between the directory and what the journal calls done.
    func strayFiles() throws -> Set<String> {
        let there = Set(try directory.names()).subtracting([".prism"])
        return there.symmetricDifference(done.compactMap(\.file))
    }

    /// Pictures whose bytes are not those of the journal, or that djpeg or exiftool object to.
    func damagedFiles() throws -> [String] {
        let names = done.compactMap(\.file)
        var damaged: [String] = []
        for record in done {
            guard let file = record.file else { continue }
            let checksum = try FileChecksum(ofFile: directory.file(file))
            if checksum != record.checksum { damaged.append("\(file): \(checksum)") }
        }
        if let djpeg = Tool.path("djpeg") {
            for name in names {
                let result = try Tool.run(djpeg, ["-outfile", "/dev/null", directory.file(name)])
                if result.status != 0 || !result.errors.isEmpty {
                    damaged.append("\(name): \(result.errors)")
                }
            }
        }
        if let exiftool = Tool.path("exiftool"), !names.isEmpty {
            let result = try Tool.run(
                exiftool,
                ["-q", "-if", "not $DateTimeOriginal or $Warning or $Error", "-p", "$FileName"]
                    + names.map(directory.file))
            damaged += result.output.split(separator: "\n").map { "\($0): exiftool" }
        }
        return damaged
    }

    /// Shots that are off the one grid of all sessions, or that began more than a frame from their place.
    func offGrid(interval: Int64, frame: Int64) -> [Int] {
        guard let first = intents.first, let origin = first.due else { return [] }
        return intents.filter { shot in
            guard let due = shot.due, let started = shot.started else { return true }
            let place = origin + Int64(shot.index - first.index) * interval
            return due != place || abs(started - due) > frame
        }.map(\.index)
    }
}
