// SPDX-License-Identifier: MIT
// What is known of one image sensor and its usual lens: the data of Tuning/*.json5 as values.

/// One sensor with its usual lens.
public struct SensorProfile: Hashable, Sendable {
    /// A readout mode; its crop is centred in the array.
    public struct Mode: Hashable, Sendable {
        /// Pixels that are read out.
        public let size: PixelSize
        /// The part of the array that they show, in the array's pixels.
        public let crop: PixelSize
        /// Frames per second at most.
        public let frameRate: Double
        /// Pixels of the array that one pixel averages.
        public var binning: Double {
            Double(crop.width * crop.height) / Double(size.width * size.height)
        }
    }

    /// How an analogue gain becomes the code of a register.
    public enum GainCode: String, CaseIterable, Hashable, Sendable {
        /// gain = scale / (scale − code).
        case reciprocal
        /// gain = code / scale.
        case linear
        /// gain = 10 ^ (code / scale).
        case decibels
    }

    /// The analogue gain.
    public struct Gain: Hashable, Sendable {
        /// What the driver allows.
        public let range: ClosedRange<Double>
        /// How it is coded.
        public let code: GainCode
        /// The code's scale.
        public let scale: Double
    }

    /// Exposure times and the frame's margin over them.
    public struct Exposure: Hashable, Sendable {
        /// Nanoseconds that one line of exposure takes in the mode of the full array.
        public let lineNanoseconds: Int64
        /// The longest exposure in nanoseconds.
        public let longestNanoseconds: Int64
        /// Lines by which a frame is longer than its exposure.
        public let marginLines: Int
    }

    /// Frames from a request to the frame that shows it.
    public struct Delays: Hashable, Sendable {
        /// Of the exposure time.
        public let exposure: Int
        /// Of the analogue gain.
        public let gain: Int
        /// Of the frame duration.
        public let frameDuration: Int
    }

    /// What raw images of it have besides the noise of single pixels.
    public struct Flaws: Hashable, Sendable {
        /// Electrons rms that all pixels of a row have in common.
        public let rowNoise: Double
        /// Share of the pixels whose dark current is much too large.
        public let hotPixels: Double
        /// Their mean dark current in electrons per second.
        public let hotCurrent: Double
    }

    /// The lens that the module is sold with.
    public struct Lens: Hashable, Sendable {
        /// Focal length in millimetres.
        public let focalLength: Double
        /// The f-number.
        public let aperture: Double
        /// Dioptres that it can be set to; nil where the lens does not move by itself.
        public let dioptres: ClosedRange<Double>?
        /// Where it rests, in dioptres: the hyperfocal distance or the driver's default.
        public let restingDioptres: Double?
    }

    /// Gains that make white neutral in one light.
    public struct Illuminant: Hashable, Sendable {
        /// What people call the light.
        public let name: String
        /// Its colour temperature in kelvin.
        public let kelvin: Double
        /// Red and blue gain beside green.
        public let gains: ColourGains
    }

    /// How far night photographs may go with this sensor and lens, in seconds of one frame.
    public struct NightLimits: Hashable, Sendable {
        /// From the hand.
        public let handheld: Double
        /// On a stand, people in the picture.
        public let stand: Double
        /// Before stars are drawn out by more than one and a half pixels.
        public let stars: Double
        /// The largest gain worth its noise.
        public let gain: Double
    }

    /// The sensor's model as libcamera reports it, for example "imx708".
    public let sensor: String
    /// Who makes the module; nil where the file does not say.
    public let maker: String?
    /// What the module is sold as.
    public let product: String
    /// Pixels of the whole array.
    public let array: PixelSize
    /// The order of the colour filters.
    public let filters: BayerOrder
    /// Bits of the converter.
    public let bits: Int
    /// Black on a scale of 16 bits.
    public let blackLevel: Int
    /// Micrometres from one pixel to the next.
    public let pixelPitch: Double
    /// True where all rows are exposed at the same time.
    public let hasGlobalShutter: Bool
    /// Readout modes, the largest first.
    public let modes: [Mode]
    /// The modes that are left while the sensor itself widens the range; empty where it cannot.
    public let hdrModes: [Mode]
    /// The analogue gain.
    public let gain: Gain
    /// Exposure times.
    public let exposure: Exposure
    /// The sensor's delays.
    public let delays: Delays
    /// The noise of raw samples.
    public let noise: NoiseModel
    /// Hot pixels and the noise of rows, where they are known.
    public let flaws: Flaws?
    /// The lens.
    public let lens: Lens
    /// Whether another lens may be mounted, so that nobody knows which one took a picture.
    public let hasInterchangeableLens: Bool
    /// Lights, the warmest first.
    public let illuminants: [Illuminant]
    /// Limits of night photographs.
    public let night: NightLimits
    /// Where the figures come from.
    public let sources: [String]

    /// The horizontal field of view in degrees, of the whole array.
    public var fieldOfView: Double {
        let width = Double(array.width) * pixelPitch / 1000
        return 2 * ProfileMath.arcTangent(width / 2 / lens.focalLength) * 180 / .pi
    }

    /// The focal length that sees the same diagonal on 24 mm × 36 mm film, in millimetres.
    public var equivalentFocalLength: Double {
        let pixels = Double(array.width * array.width + array.height * array.height).squareRoot()
        return lens.focalLength * 43.2666 / (pixels * pixelPitch / 1000)
    }
}
