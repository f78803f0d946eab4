// SPDX-License-Identifier: MIT
// The fast reader of journal lines reads what the decoder reads, or leaves the line to it.

import Foundation
import PrismTesting
import Testing

@testable import PrismCapture
@testable import PrismCore

@Suite struct JournalScannerTests {
    private func scan(_ line: [UInt8]) -> JournalRecord? {
        var scanner = JournalScanner(line)
        return scanner.line(0..<line.count)
    }

    private func decode(_ line: [UInt8]) -> JournalRecord? {
        try? JSONDecoder().decode(JournalRecord.self, fromFile: line)
    }

    private func random(_ random: inout SeededGenerator) -> JournalRecord {
        let states: [JournalRecord.State] = [.anchor, .intent, .written, .done, .skipped, .ended]
        var record = JournalRecord(
            states.randomElement(using: &random) ?? .done,
            index: Int.random(in: 0...9_999_999, using: &random))
        func some<Value>(_ value: @autoclosure () -> Value) -> Value? {
            Bool.random(using: &random) ? value() : nil
        }
        record.through = some(record.index + 3)
        record.due = some(Int64.random(in: -1_000_000_000_000...1_000_000_000_000))
        record.started = some(0)
        record.utc = some(1_764_500_000_123_456_789)
        record.file = some("2026/é-000\(record.index).jpg")
        record.checksum = some(FileChecksum(bytes: 5_000_000, crc32c: 0xA0B1_C2D3))
        record.limitedBy = some(["tuning", "gain"])
        record.anchor = some(.uncertain)
        record.bootId = some("0f1e")
        record.clockSynchronised = some(true)
        record.reason = some("late")
        var metadata = FrameMetadata()
        metadata.exposureTime = some(20_000_000)
        metadata.analogueGain = some(Float.random(in: 0.001...16))
        metadata.digitalGain = some(Float.random(in: 0...1e-9))
        metadata.lux = some(1.0e9)
        record.applied = some(AppliedSettings(metadata))
        var system = SystemHealth()
        system.throttling = some(Throttling(rawValue: 0x50005))
        system.freeDisk = some(Int64.random(in: 0...1_000_000_000_000, using: &random))
        record.health = some(JournalHealth(system))
        return record
    }

    @Test func everyLineThatThisProgramWritesIsReadFast() throws {
        var generator = SeededGenerator(seed: 31)
        for _ in 0..<200 {
            let record = random(&generator)
            let line = Array(try JournalText.line(record).dropLast())
            #expect(scan(line) == record)
            #expect(decode(line) == record)
        }
    }

    @Test func aDamagedLineIsNeverReadOtherwiseThanTheDecoderDoes() throws {
        var generator = SeededGenerator(seed: 32)
        var accepted = 0
        let bytes = Array("\",:{}[]-0019e.tfx\\\u{1}é".utf8)
        for _ in 0..<600 {
            var line = Array(try JournalText.line(random(&generator)).dropLast())
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<line.count, using: &generator)
                let byte = bytes.randomElement(using: &generator) ?? 0
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: line[place] = byte
                case 1: line.insert(byte, at: place)
                default: line.remove(at: place)
                }
            }
            guard let record = scan(line) else { continue }
            accepted += 1
            #expect(record == decode(line), "\(String(decoding: line, as: UTF8.self))")
        }
        #expect(accepted > 20)
    }

    @Test func linesWithTheSameSettingsAndWithOthersAreToldApart() throws {
        var generator = SeededGenerator(seed: 33)
        let two = [random(&generator), random(&generator)]
        let records = (0..<200).map { _ in two[Int.random(in: 0...1, using: &generator)] }
        let bytes = try records.flatMap { try JournalText.line($0) }
        #expect(try JournalText.read(bytes, path: "j").records == records)
    }

    @Test(arguments: [
        "", "{}", #"{"index":1}"#, #"{"state":"done"}"#, #"{"index":1,"state":"done","index":2}"#,
        #"{"index":01,"state":"done"}"#, #"{"index":1.0,"state":"done"}"#,
        #"{"index":1, "state":"done"}"#, #"{"index":1,"state":"done"}x"#,
        #"{"index":1,"state":"done","new":1}"#, #"{"index":1,"state":"done""#,
        #"{"index":1,"state":"done","file":"a\n"}"#,
        #"{"index":99999999999999999999,"state":"done"}"#,
    ])
    func whatIsNotPlainIsLeftToTheDecoder(_ line: String) {
        #expect(scan(Array(line.utf8)) == nil)
    }

    @Test func aCalledOffReadingEndsAsSuchAndChangesNothing() async throws {
        let directory = try TemporaryDirectory()
        let lines = try (0..<3_000).flatMap { index throws in
            try JournalText.line(JournalRecord(.skipped, index: index))
        }
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try JournalText.read(lines, path: directory.path)
        }
        task.cancel()
        let error = await prismError { try await task.value }
        #expect(error?.code == .cancelled)
    }
}
