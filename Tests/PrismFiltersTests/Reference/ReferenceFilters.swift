// SPDX-License-Identifier: MIT
// Neighbourhoods and distortions in real numbers, written from the manuals.

@testable import PrismFilters

/// Filters of one channel.
enum ReferenceFilters {
    /// The normal distribution, cut where it is nothing; edges are repeated.
    static func gaussian(_ channel: Channel, _ sigma: Double) -> Channel {
        let radius = Int((sigma * 5).rounded(.up))
        let weights = (-radius...radius).map { offset in
            power(2.718281828459045, -Double(offset * offset) / (2 * sigma * sigma))
        }
        let sum = weights.reduce(0, +)
        let down = channel.map { x, y in
            zip(weights, -radius...radius).reduce(0) { $0 + $1.0 * channel[x, y + $1.1] } / sum
        }
        return channel.map { x, y in
            zip(weights, -radius...radius).reduce(0) { $0 + $1.0 * down[x + $1.1, y] } / sum
        }
    }

    /// c + amount (c − gaussian(c)).
    static func sharpen(_ channel: Channel, _ amount: Double, _ sigma: Double) -> Channel {
        let soft = gaussian(channel, sigma)
        return channel.map { channel[$0, $1] + amount * (channel[$0, $1] - soft[$0, $1]) }
    }

    /// Half the sum of the Sobel gradients' sizes.
    static func edges(_ channel: Channel, _ intensity: Double) -> Channel {
        channel.map { x, y in
            var (across, down) = (0.0, 0.0)
            for (offset, weight) in [(-1, 1.0), (0, 2), (1, 1)] {
                across += weight * (channel[x + 1, y + offset] - channel[x - 1, y + offset])
                down += weight * (channel[x + offset, y + 1] - channel[x + offset, y - 1])
            }
            return intensity * (abs(across) + abs(down)) / 2
        }
    }

    /// The mean along a line through the pixel, counter-clockwise from the x axis.
    static func motion(_ channel: Channel, _ radius: Double, _ angle: Double) -> Channel {
        let count = max(1, Int(radius * 8))
        let (across, down) = (cosine(angle), -sine(angle))
        return channel.map { x, y in
            (-count...count).reduce(0) { sum, index in
                let way = radius * Double(index) / (Double(count) + 0.5)
                return sum + channel.sample(Double(x) + way * across, Double(y) + way * down)
            } / Double(2 * count + 1)
        }
    }

    /// The mean of 16 samples towards the centre, each nearer by the same factor.
    static func zoom(_ channel: Channel, _ amount: Double, _ center: UnitPoint) -> Channel {
        let factors = (0..<16).map { power(1 - amount, Double($0) / 15) }
        let (cx, cy) = (center.x * Double(channel.width), center.y * Double(channel.height))
        return channel.map { x, y in
            factors.reduce(0) { sum, factor in
                let (dx, dy) = (Double(x) + 0.5 - cx, Double(y) + 0.5 - cy)
                return sum + channel.sample(cx + dx * factor - 0.5, cy + dy * factor - 0.5)
            } / 16
        }
    }

    /// The mean of the square that the pixel lies in.
    static func pixellate(_ channel: Channel, _ side: Int, _ center: UnitPoint) -> Channel {
        let corner = (
            Int((center.x * Double(channel.width)).rounded()),
            Int((center.y * Double(channel.height)).rounded())
        )
        func start(_ value: Int, _ origin: Int) -> Int {
            origin + Int((Double(value - origin) / Double(side)).rounded(.down)) * side
        }
        return channel.map { x, y in
            let (left, top) = (start(x, corner.0), start(y, corner.1))
            let columns = max(0, left)..<min(channel.width, left + side)
            let rows = max(0, top)..<min(channel.height, top + side)
            let sum = rows.reduce(0) { sum, row in
                columns.reduce(sum) { $0 + channel[$1, row] }
            }
            return sum / Double(columns.count * rows.count)
        }
    }

    /// Takes each pixel of a disc from where its offset, scaled and turned, leads.
    static func warp(
        _ channel: Channel, _ center: UnitPoint, _ radius: Double,
        _ change: (_ length: Double) -> (scale: Double, angle: Double)
    ) -> Channel {
        let (cx, cy) = (center.x * Double(channel.width), center.y * Double(channel.height))
        return channel.map { x, y in
            let (dx, dy) = (Double(x) + 0.5 - cx, Double(y) + 0.5 - cy)
            let length = power(dx * dx + dy * dy, 0.5) / radius
            guard length < 1 else { return channel[x, y] }
            let (scale, angle) = change(length)
            let (s, c) = (sine(angle) * scale, cosine(angle) * scale)
            return channel.sample(cx + dx * c - dy * s - 0.5, cy + dx * s + dy * c - 0.5)
        }
    }
}
