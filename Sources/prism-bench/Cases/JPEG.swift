// SPDX-License-Identifier: MIT
// A 12-megapixel JPEG against libjpeg-turbo's planar path: same pixels, quality, sampling and DCT, in turn,
// by processor time.

internal import Glibc
import PrismCore
import PrismImage

extension BenchCase {
    static let jpeg = BenchCase(
        name: "jpeg", summary: "12 MP from YUV420 and NV12 against libjpeg-turbo's planar path"
    ) {
        guard let peer = PlanarPeer() else { return .skipped("libturbojpeg is not installed") }
        let picture = TestPicture(width: 4056, height: 3040)
        return try picture.withPlanar { planar in
            try picture.withSemiPlanar { pairs in
                .figures(try JPEGRace(planar, pairs, peer, rounds: 12).figures)
            }
        }
    }
}

private struct JPEGRace {
    private static let quality = 93
    private var peerTimes: [Double] = []
    private var planarRatios: [Double] = []
    private var pairRatios: [Double] = []
    private var bytes = 0

    init(
        _ planar: PixelView, _ pairs: PixelView, _ peer: borrowing PlanarPeer, rounds: Int
    ) throws {
        let sink = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(sink) }
        for round in 0...rounds {
            // Who comes first finds the caches as the other one left them, so that alternates.
            var ours = 0.0
            if round % 2 == 0 { ours = try encode(planar, sink) }
            let theirs = try compress(planar, peer)
            if round % 2 == 1 { ours = try encode(planar, sink) }
            let paired = try encode(pairs, sink)
            // The first round warms caches and buffers up.
            guard round > 0 else { continue }
            peerTimes.append(theirs)
            planarRatios.append(ours / theirs)
            pairRatios.append(paired / theirs)
        }
    }

    private mutating func compress(
        _ view: PixelView, _ peer: borrowing PlanarPeer
    ) throws -> Double {
        let watch = ThreadStopwatch()
        bytes = try peer.compress(view, quality: Self.quality)
        return watch.seconds
    }

    private func encode(_ view: PixelView, _ sink: Int32) throws -> Double {
        let encoder = ImageEncoder(format: .jpeg(JPEGOptions(quality: Self.quality)))
        let watch = ThreadStopwatch()
        _ = try encoder.encode(view, metadata: nil, to: sink)
        return watch.seconds
    }

    var figures: [Figure] {
        [
            Figure("libjpeg-turbo, planar, median", Statistics(peerTimes).median * 1000, "ms"),
            Figure("size", Double(bytes) / 1e6, "MB"),
            Figure(
                "YUV420 to libjpeg-turbo", Statistics(planarRatios).median, "x",
                target: .atMost(1.05)),
            Figure(
                "NV12 to libjpeg-turbo", Statistics(pairRatios).median, "x", target: .atMost(1.05)),
        ]
    }
}
