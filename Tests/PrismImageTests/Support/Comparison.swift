// SPDX-License-Identifier: MIT
// Portable anymaps as the judges write them, and how far two pictures are apart.

import Foundation

/// A binary PGM or PPM with 8 bits per sample.
struct Anymap {
    var width: Int
    var height: Int
    var channels: Int
    var samples: [UInt8]

    init?(_ data: Data) {
        var bytes = data[...]
        func word() -> String {
            let text = bytes.prefix { $0 > 0x20 }
            bytes = bytes.dropFirst(text.count + 1)
            return String(decoding: text, as: UTF8.self)
        }
        let magic = word()
        guard magic == "P5" || magic == "P6", let width = Int(word()), let height = Int(word()),
            word() == "255"
        else { return nil }
        self.width = width
        self.height = height
        channels = magic == "P6" ? 3 : 1
        samples = [UInt8](bytes)
        guard samples.count == width * height * channels else { return nil }
    }
}

extension Anymap {
    /// The bytes of a file with samples of 8 or 16 bits.
    static func file(width: Int, height: Int, channels: Int, samples: [Int], largest: Int)
        -> [UInt8]
    {
        let header = Array("P\(channels == 3 ? 6 : 5) \(width) \(height) \(largest)\n".utf8)
        return header
            + samples.flatMap { largest > 255 ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0)] }
    }
}

/// How far two lists of samples are apart.
struct Distance {
    var mean = Double.infinity
    var largest = 255

    init(_ left: [UInt8], _ right: [UInt8]) {
        guard left.count == right.count, !left.isEmpty else { return }
        var sum = 0
        largest = 0
        for (a, b) in zip(left, right) {
            let difference = abs(Int(a) - Int(b))
            sum += difference
            largest = max(largest, difference)
        }
        mean = Double(sum) / Double(left.count)
    }
}
