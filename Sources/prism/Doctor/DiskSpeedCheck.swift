// SPDX-License-Identifier: MIT
// How fast the output directory's disk takes a picture: a few megabytes, written and forced onto it.

internal import Glibc
import PrismCore

enum DiskSpeedCheck {
    /// About one photograph of 12 megapixels as JPEG.
    static let bytes = 4_000_000
    /// Below this a time-lapse of a picture a second cannot keep up.
    private static let slow: Int64 = 5_000_000

    /// What there is to say of a speed in bytes a second; nil where nothing could be written.
    static func findings(_ speed: Int64?) -> [Finding] {
        guard let speed else { return [] }
        let text = "\(ByteCount.text(speed)) a second, each picture forced onto it"
        guard speed < slow else { return [Finding(subject: "speed", verdict: .ok, text: text)] }
        return [
            Finding(
                subject: "speed", verdict: .warn, text: "\(text): slow",
                remedy: "use a faster card, or --durability batch")
        ]
    }

    /// Writes and forgets a file without a name. Blocks.
    ///
    /// - Parameter directory: Where.
    /// - Returns: Bytes a second; nil where nothing could be written.
    static func measure(_ directory: String) -> Int64? {
        guard let file = try? AtomicFile(path: "\(directory)/.prism-speed-\(getpid())") else {
            return nil
        }
        defer { file.abandon() }
        // Noise, since some file systems store nothing for zeros.
        var state: UInt32 = 1
        let noise = (0..<bytes).map { _ -> UInt8 in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24)
        }
        let clock = KernelClock()
        let start = clock.read().monotonic
        guard (try? file.write(noise)) != nil, (try? file.synchronise()) != nil else { return nil }
        let time = max(1, clock.read().monotonic - start)
        return Int64(Double(bytes) * 1_000_000_000 / Double(time))
    }
}
