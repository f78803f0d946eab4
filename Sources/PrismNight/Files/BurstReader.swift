// SPDX-License-Identifier: MIT
// Reads the files of a burst one at a time, and finds the one that the others are brought to.

internal import PrismCore
internal import PrismImage

/// The files of a burst; at no time is more than one frame in memory.
struct BurstReader {
    let paths: [String]
    let reader = RawReader()
    /// Why files could not be read, by place.
    private(set) var failures: [Int: PrismError] = [:]

    init(_ paths: [String]) { self.paths = paths }

    /// Reads a frame; nil where it cannot be read, which is noted.
    mutating func frame(_ index: Int) -> RawImage? {
        guard failures[index] == nil else { return nil }
        do throws(PrismError) {
            return try reader.read(paths[index])
        } catch {
            failures[index] = error
            return nil
        }
    }

    /// All places with the reference first, as ``NightJob/Reference`` says.
    ///
    /// A burst of two or more reads those twice; holding them would take memory that grows.
    mutating func order(
        _ plan: StackPlan, _ choice: NightJob.Reference
    ) throws(PrismError) -> [Int] {
        let candidates = choice == .sharpest && paths.count <= 8 ? paths.count : 3
        guard choice != .first, paths.count > 1, plan.aligns else { return Array(paths.indices) }
        var places: [Int] = []
        var scores: [Double] = []
        for index in paths.indices where places.count < candidates {
            guard let image = frame(index) else { continue }
            guard let score = try? NightStacker.sharpness(of: image, plan: plan) else { continue }
            places.append(index)
            scores.append(score)
        }
        guard !places.isEmpty else { return Array(paths.indices) }
        let reference = places[NightStacker.reference(sharpness: scores)]
        return [reference] + paths.indices.filter { $0 != reference }
    }

    /// The error where no file at all could be read.
    var failure: PrismError? { failures.min { $0.key < $1.key }?.value }
}
