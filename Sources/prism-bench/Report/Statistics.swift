// SPDX-License-Identifier: MIT
// Median, percentile, greatest, mean: of a sorted copy, without interpolation.

struct Statistics {
    private let sorted: [Double]

    /// Of some values; of none every result is 0.
    init(_ values: [Double]) { sorted = values.sorted() }

    var median: Double { percentile(50) }
    var mean: Double { sorted.isEmpty ? 0 : sorted.reduce(0, +) / Double(sorted.count) }
    var greatest: Double { sorted.last ?? 0 }

    /// The smallest value that at least so many per cent of all do not exceed.
    func percentile(_ percent: Int) -> Double {
        guard !sorted.isEmpty else { return 0 }
        let rank = (sorted.count * percent + 99) / 100
        return sorted[min(max(rank, 1), sorted.count) - 1]
    }
}
