// SPDX-License-Identifier: MIT
// Ten thousand shots in virtual time: how far each begins from its place on the grid, by its own metadata.

import PrismCapture
import PrismCore
import PrismImage
import PrismTesting

extension BenchCase {
    static let timelapse = BenchCase(
        name: "timelapse", summary: "10,000 virtual-time shots against the grid"
    ) {
        // Time stands still while somebody holds a frame, so every shot is taken.
        let patient = try await GridRun(shots: 10_000, allowance: 0)
        // Time goes on while the encoder works, so it is far slower than the interval.
        let hurried = try await GridRun(shots: 10_000, allowance: TimelapseRun.bufferCount - 1)
        return .figures(
            patient.figures("encoder in time") + [
                Figure("encoder in time: done", patient.done, target: .exactly(10_000))
            ] + hurried.figures("slow encoder") + [
                Figure("slow encoder: done", hurried.done),
                Figure("slow encoder: skipped", hurried.skipped),
            ])
    }
}

/// One time-lapse with its journal read back.
private struct GridRun {
    private static let frame: Int64 = 33_333_000
    private let shots: Int
    private var errors: [Double] = []
    private(set) var done = 0
    private(set) var skipped = 0
    private var settled = Set<Int>()
    private var doubled = 0

    init(shots: Int, allowance: Int) async throws {
        self.shots = shots
        let directory = try TemporaryDirectory()
        let camera = try await BenchCamera(hasVirtualClock: true)
        camera.mock.setAllowance(frames: allowance)
        var wish = BenchCamera.configuration
        wish.bufferCount = TimelapseRun.bufferCount
        wish.streams[0].size = PixelSize(width: 64, height: 64)
        try await camera.session.configure(wish)
        let plan = TimelapsePlan(
            interval: 100_000_000, count: shots, output: directory.file("%06d.jpg"),
            camera: "bench", width: 64, height: 64)
        let run = try TimelapseRun(plan, options: TimelapseOptions(durability: Durability.none))
        let encoder = PictureEncoder(ImageEncoder(format: .jpeg(JPEGOptions())))
        _ = try await run.run(
            camera: camera.session, settings: BenchCamera.settings(frame: GridRun.frame),
            encoder: encoder)
        await camera.session.close()
        for record in try JournalFile.read(directory.file(".prism/journal.jsonl")) { add(record) }
    }

    private mutating func add(_ record: JournalRecord) {
        switch record.state {
        case .intent:
            guard let due = record.due, let started = record.started else { return }
            errors.append(Double(abs(started - due)) / Double(GridRun.frame))
        case .done:
            done += 1
            settle(record.index...record.index)
        case .skipped:
            let range = record.index...(record.through ?? record.index)
            skipped += range.count
            settle(range)
        case .anchor, .written, .failed, .ended: break
        }
    }

    private mutating func settle(_ range: ClosedRange<Int>) {
        for index in range where !settled.insert(index).inserted { doubled += 1 }
    }

    func figures(_ name: String) -> [Figure] {
        [
            Figure(
                "\(name): furthest from the grid", Statistics(errors).greatest, "frames",
                target: .atMost(1)),
            Figure("\(name): lost indices", shots - settled.count, target: .exactly(0)),
            Figure("\(name): doubled indices", doubled, target: .exactly(0)),
        ]
    }
}
