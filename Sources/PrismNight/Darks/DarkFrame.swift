// SPDX-License-Identifier: MIT
// A master dark: the mean of frames without light, taken off each frame with its sign.

public import PrismCore
public import PrismImage

/// The mean of dark frames of one sensor, mode, gain, exposure and temperature.
public struct DarkFrame: Sendable {
    /// What dark frames depend on.
    public struct Key: Hashable, Codable, Sendable {
        /// The sensor's model or serial number.
        public var sensor: String
        /// Width and height of the mode in samples.
        public var width: Int
        /// Height of the mode in samples.
        public var height: Int
        /// Analogue gain.
        public var gain: Double
        /// Exposure time in nanoseconds.
        public var exposureTime: Int64
        /// Degrees Celsius; nil where the sensor does not say.
        public var temperature: Double?

        /// Names conditions.
        public init(
            sensor: String, width: Int, height: Int, gain: Double, exposureTime: Int64,
            temperature: Double? = nil
        ) {
            (self.sensor, self.width, self.height) = (sensor, width, height)
            (self.gain, self.exposureTime, self.temperature) = (gain, exposureTime, temperature)
        }
    }

    /// Where it was taken.
    public let key: Key
    /// The mean; its facts' black is the level that a sample without any dark current has.
    public let image: RawImage
    /// Samples of ``image`` per sample of a frame.
    public let scale: Int
    /// What the dark current is multiplied by, for another exposure or temperature than its own.
    public var factor = 1.0

    /// Makes a master of a stack's mean.
    public init(key: Key, image: RawImage, scale: Int) {
        (self.key, self.image, self.scale) = (key, image, scale)
    }

    /// A frame without its dark current: 16-bit samples on the master's scale, the pedestal kept.
    ///
    /// - Parameter frame: The frame.
    /// - Returns: The difference; facts are those of the frame on the master's scale.
    /// - Throws: `invalidData` where the frame is of another size or depth.
    public func subtracted(from frame: RawImage) throws(PrismError) -> RawImage {
        let (width, height) = (frame.width & ~1, frame.height & ~1)
        guard width == image.width & ~1, height == image.height & ~1,
            image.facts.white.rounded() == (frame.facts.white * Float(scale)).rounded()
        else {
            throw PrismError(
                .invalidData,
                "the dark of \(image.width)×\(image.height) does not fit frames of"
                    + " \(frame.width)×\(frame.height)")
        }
        // One black for each of the 2×2 places, as a whole number, so that nothing is rounded twice.
        let channels = frame.facts.order.channels
        let black = channels.map { Int32(image.facts.black[$0].rounded()) }
        let most = Int32((frame.facts.white * Float(scale)).rounded())
        let fixed = Int32((factor * 256).rounded())
        let scale = Int32(self.scale)
        let samples = RawSamples(count: width * height) { out in
            frame.withSamples { light in
                image.withSamples { dark in
                    for y in 0..<height {
                        let (a, b) = (y * frame.stride, y * image.stride)
                        let row = (y & 1) * 2
                        for x in 0..<width {
                            let current = Int32(dark[b + x]) - black[row + (x & 1)]
                            let value = Int32(light[a + x]) * scale - (current * fixed + 128) >> 8
                            // What is clipped stays so, lest white turn grey where it is hot.
                            let isClipped = Int32(light[a + x]) * scale >= most
                            out[y * width + x] = UInt16(isClipped ? most : max(0, min(most, value)))
                        }
                    }
                }
            }
        }
        var facts = frame.facts
        facts.black *= Float(self.scale)
        facts.white = Float(most)
        facts.bits = 16
        return try RawImage(samples, width: width, height: height, facts: facts)
    }

    /// Places whose dark current is more than `sigmas` deviations of the frames' noise, on the native depth.
    ///
    /// - Parameters:
    ///   - noise: Of a frame in the dark.
    ///   - sigmas: How far off is hot.
    /// - Returns: The places, by row.
    public func hotPixels(noise: RawNoise, sigmas: Double = 6) -> [HotPixel] {
        let range = Double(image.facts.white - image.facts.black.sum() / 4)
        let limit = Float(sigmas * (noise.offset.sum() / 4).squareRoot() * range)
        let black = image.facts.order.channels.map { image.facts.black[$0] }
        var pixels: [HotPixel] = []
        image.withSamples { samples in
            for y in 0..<image.height {
                for x in 0..<image.width {
                    let over = Float(samples[y * image.stride + x]) - black[(y & 1) * 2 + (x & 1)]
                    if over > limit { pixels.append(HotPixel(x: x, y: y)) }
                }
            }
        }
        return pixels
    }
}
