// SPDX-License-Identifier: MIT
// The reference of mixing against real arithmetic: all pairs of bytes.

internal import CPrismKernels
import Testing

@Suite struct BlendModelTests {
    /// All pairs: the column is the first byte, the row the second.
    private func pairs() -> (Plane, Plane) {
        let first = Plane(256, 256), second = Plane(256, 256)
        for y in 0..<256 {
            for x in 0..<256 {
                first[x, y] = UInt8(x)
                second[x, y] = UInt8(y)
            }
        }
        return (first, second)
    }

    @Test func intensityZeroAndOneAreExact() {
        let (before, after) = pairs()
        let result = Plane(256, 256)
        Reference.blend.lerp_u8?(result.dst, before.src, after.src, 256, 0, 256, 0)
        #expect(result.bytes == before.bytes)
        Reference.blend.lerp_u8?(result.dst, before.src, after.src, 256, 0, 256, 32767)
        #expect(result.bytes == after.bytes)
    }

    @Test(arguments: [1, 12345, 16384, 30000])
    func anIntensityIsWithinItsBound(_ t: Int32) {
        let (before, after) = pairs()
        let result = Plane(256, 256)
        Reference.blend.lerp_u8?(result.dst, before.src, after.src, 256, 0, 256, t)
        let share = Double(t) / 32767
        for (index, value) in result.bytes.enumerated() {
            let a = Double(index % 256), b = Double(index / 256)
            if abs(a + (b - a) * share - Double(value)) > 0.51 {
                Issue.record("\(a), \(b) at \(t): \(value)")
            }
        }
    }

    @Test(arguments: [UInt8(0), 1, 77, 128, 254, 255])
    func aMaskIsRoundedOnce(_ mask: UInt8) {
        let (before, after) = pairs()
        let masks = Plane(256, 256), result = Plane(256, 256)
        for y in 0..<256 { for x in 0..<256 { masks[x, y] = mask } }
        Reference.blend.mask_u8?(result.dst, before.src, after.src, masks.src, 256, 0, 256)
        let m = Int(mask)
        for (index, value) in result.bytes.enumerated() {
            // Twice 255 times the value, so that half a step is whole.
            let exact = 2 * (index % 256 * (255 - m) + index / 256 * m)
            if abs(exact - 510 * Int(value)) > 255 { Issue.record("\(index): \(value)") }
        }
    }

    @Test func anOpaquePixelCoversAndAClearOneDoesNot() {
        let under = Plane(2, 1, bytesPerColumn: 4), over = Plane(2, 1, bytesPerColumn: 4)
        for (x, alpha) in [UInt8(255), 0].enumerated() {
            for i in 0..<4 {
                under[x, 0, i] = 9
                over[x, 0, i] = i == 3 ? alpha : 200
            }
        }
        Reference.blend.over_xrgb?(under.dst, under.src, over.src, 2, 0, 1)
        #expect(under.bytes == [200, 200, 200, 9, 9, 9, 9, 9])
    }

    @Test func aHistogramAddsUp() {
        let plane = Plane(100, 3)
        plane.count()
        var counts = [UInt32](repeating: 1, count: 256)
        Reference.blend.histogram_u8?(&counts, plane.src, 100, 0, 2)
        Reference.blend.histogram_u8?(&counts, plane.src, 100, 2, 3)
        #expect(counts[0] == 3)
        #expect(counts[100] == 2)
        #expect(counts.reduce(0, +) == 256 + 300)
    }
}
