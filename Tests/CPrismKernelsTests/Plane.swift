// SPDX-License-Identifier: MIT
// Planes of bytes for calling kernels from tests, and random numbers.

internal import CPrismKernels

/// A plane whose memory lives as long as it does.
final class Plane {
    let width: Int
    let height: Int
    let bytesPerColumn: Int
    private let memory: UnsafeMutableBufferPointer<UInt8>

    init(_ width: Int, _ height: Int, bytesPerColumn: Int = 1) {
        self.width = width
        self.height = height
        self.bytesPerColumn = bytesPerColumn
        memory = .allocate(capacity: width * height * bytesPerColumn)
        memory.initialize(repeating: 0)
    }

    deinit { memory.deallocate() }

    var stride: Int { width * bytesPerColumn }
    var dst: prism_dst { prism_dst(data: memory.baseAddress, stride: stride) }
    var src: prism_src { prism_src(data: memory.baseAddress, stride: stride) }
    var bytes: [UInt8] { Array(memory) }

    subscript(x: Int, y: Int, byte: Int = 0) -> UInt8 {
        get { memory[y * stride + x * bytesPerColumn + byte] }
        set { memory[y * stride + x * bytesPerColumn + byte] = newValue }
    }

    func fill(_ random: inout Random) {
        for index in memory.indices { memory[index] = UInt8(truncatingIfNeeded: random.next()) }
    }

    /// Every value in order, again and again.
    func count() {
        for index in memory.indices { memory[index] = UInt8(truncatingIfNeeded: index) }
    }
}

/// SplitMix64.
struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    mutating func real(_ range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &self)
    }
}

/// Slots of the plain C reference.
enum Reference {
    static var color: prism_color_kernels {
        var kernels = prism_color_kernels()
        prism_color_kernels_init(&kernels, 0)
        return kernels
    }
    static var convert: prism_convert_kernels {
        var kernels = prism_convert_kernels()
        prism_convert_kernels_init(&kernels, 0)
        return kernels
    }
    static var tone: prism_tone_kernels {
        var kernels = prism_tone_kernels()
        prism_tone_kernels_init(&kernels, 0)
        return kernels
    }
    static var blend: prism_blend_kernels {
        var kernels = prism_blend_kernels()
        prism_blend_kernels_init(&kernels, 0)
        return kernels
    }
}

/// A real value as a byte is allowed to be.
func clamped(_ value: Double) -> Double { min(max(value, 0), 255) }
