// SPDX-License-Identifier: MIT
// A sensor's modes, and the choice among them by size, rate and field of view.

/// One way in which a sensor can be read out.
public struct SensorMode: Hashable, Sendable, CustomStringConvertible {
    /// Pixels that come out.
    public var size: PixelSize
    /// Bits per pixel; nil where it is not known.
    public var bitDepth: Int?
    /// Part of the array that is read, in pixels of the full array; nil where it is not known.
    public var crop: SensorRectangle?
    /// Shortest frame duration in nanoseconds; nil where it is not known.
    public var shortestFrame: Int64?

    /// Describes a mode.
    public init(
        size: PixelSize, bitDepth: Int? = nil, crop: SensorRectangle? = nil,
        shortestFrame: Int64? = nil
    ) {
        self.size = size
        self.bitDepth = bitDepth
        self.crop = crop
        self.shortestFrame = shortestFrame
    }

    /// "2304x1296 10 bit, 56.03 fps".
    public var description: String {
        let bits = bitDepth.map { " \($0) bit" } ?? ""
        let rate = shortestFrame.map { ", \(ControlText.frameRate($0...$0)) fps" } ?? ""
        return "\(size)\(bits)\(rate)"
    }
}

/// What a mode is chosen by.
public enum SensorModeWish: Hashable, Sendable {
    /// Exactly this size, and this depth where it is given.
    case pinned(PixelSize, bitDepth: Int?)
    /// At least so many pixels, at least so many frames per second; nil asks for nothing.
    case atLeast(size: PixelSize?, rate: Double?)
    /// All of the array, whatever the rate.
    case fullField
}

extension SensorMode {
    /// Chooses a mode.
    ///
    /// Among modes that do, one that reads the whole width and height of the array wins, so that a photograph shows
    /// what the preview did; then the smallest that is large enough; then the deepest.
    ///
    /// - Parameters:
    ///   - wish: What is needed.
    ///   - modes: What there is.
    /// - Returns: The best.
    /// - Throws: `outOfRange` with the list where none does.
    public static func choose(
        _ wish: SensorModeWish, among modes: [SensorMode]
    ) throws(PrismError) -> SensorMode {
        let matches = modes.filter { $0.satisfies(wish) }
        let field = matches.map(\.field).max() ?? 0
        // Modes crop a pixel or two for the sake of the ISP: one in a hundred is the same field.
        let widest = matches.filter { $0.field >= field * 0.99 }
        let candidates =
            wish == .fullField ? widest.sorted(by: isLarger) : widest.sorted(by: isSmaller)
        guard let best = candidates.first else {
            let list = modes.map(\.description).joined(separator: "; ")
            throw PrismError(
                .outOfRange,
                "no sensor mode with \(text(wish)); "
                    + (list.isEmpty ? "the camera lists none" : "there is \(list)"))
        }
        return best
    }

    /// Pixels of the array that are seen; without a crop, what comes out is all that is known.
    private var field: Double {
        Double(crop?.width ?? size.width) * Double(crop?.height ?? size.height)
    }

    private func satisfies(_ wish: SensorModeWish) -> Bool {
        switch wish {
        case .fullField: return true
        case .pinned(let size, let depth):
            return size == self.size && (depth == nil || bitDepth == nil || depth == bitDepth)
        case .atLeast(let size, let rate):
            if let size, size.width > self.size.width || size.height > self.size.height {
                return false
            }
            guard let rate, let shortestFrame else { return rate == nil }
            // A rate of 30 is met by 29.97: within a thousandth and the rounding of durations.
            return 1e9 / Double(shortestFrame) >= rate * 0.998
        }
    }

    private static func isSmaller(_ one: SensorMode, _ other: SensorMode) -> Bool {
        order(one) < order(other)
    }

    private static func isLarger(_ one: SensorMode, _ other: SensorMode) -> Bool {
        let (left, right) = (order(one), order(other))
        return left.0 != right.0 ? left.0 > right.0 : left.1 < right.1
    }

    private static func order(_ mode: SensorMode) -> (Int, Int) {
        (mode.size.width * mode.size.height, -(mode.bitDepth ?? 0))
    }

    private static func text(_ wish: SensorModeWish) -> String {
        switch wish {
        case .fullField: "the whole field"
        case .pinned(let size, let depth): "\(size)" + (depth.map { " at \($0) bit" } ?? "")
        case .atLeast(let size, let rate):
            [size.map { "at least \($0)" }, rate.map { "at least \($0) fps" }]
                .compactMap { $0 }.joined(separator: " and ")
        }
    }
}

extension CameraSession {
    /// The sensor's modes: from the module's profile where one is in use, else the sizes of the raw stream.
    ///
    /// - Throws: What the camera fails with.
    public func sensorModes() throws(PrismError) -> [SensorMode] {
        if let modes = optics?.modes, !modes.isEmpty { return offered(of: modes) }
        var modes: [SensorMode] = []
        for format in try formats(.raw) {
            let depth = RawFormat(format.format)?.bits
            for size in Set([format.minimum, format.maximum])
            where !modes.contains(where: { $0.size == size && $0.bitDepth == depth }) {
                modes.append(SensorMode(size: size, bitDepth: depth))
            }
        }
        return modes
    }

    /// The modes of the profile that the camera still has: the sensor's own HDR leaves few of them, and at other
    /// rates.
    private func offered(of modes: [SensorMode]) -> [SensorMode] {
        guard let formats = try? formats(.raw) else { return modes }
        let sizes = Set(formats.flatMap { [$0.minimum, $0.maximum] })
        let present = modes.filter { sizes.contains($0.size) }
        guard !present.isEmpty, present.count < modes.count else { return modes }
        return present.map { mode in
            let wide = optics?.hdrModes.first { $0.size == mode.size }
            return wide ?? SensorMode(size: mode.size, bitDepth: mode.bitDepth, crop: mode.crop)
        }
    }

    /// Fills a configuration's sensor mode in.
    ///
    /// - Parameters:
    ///   - wish: What the mode is chosen by.
    ///   - configuration: Where it goes.
    /// - Returns: The configuration with size and depth of a mode that exists.
    /// - Throws: `outOfRange` with the list of modes where none does.
    public func choosing(
        _ wish: SensorModeWish, for configuration: CameraConfiguration
    ) throws(PrismError) -> CameraConfiguration {
        let mode = try SensorMode.choose(wish, among: sensorModes())
        var result = configuration
        result.sensorSize = mode.size
        result.sensorBitDepth = mode.bitDepth
        return result
    }
}
