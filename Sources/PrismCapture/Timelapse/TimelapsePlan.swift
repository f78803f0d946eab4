// SPDX-License-Identifier: MIT
// What a time-lapse is to do, as written into its journal; resuming needs the same plan.

public import PrismCore

/// What a time-lapse is to do.
public struct TimelapsePlan: Codable, Hashable, Sendable {
    /// From one shot to the next, in nanoseconds.
    public var interval: Int64
    /// How many shots; nil until somebody ends it.
    ///
    /// It may differ when a run is resumed.
    public var count: Int?
    /// The template of the pictures' paths, see ``OutputTemplate``.
    public var output: String
    /// The camera's identifier.
    public var camera: String
    /// Picture width in pixels.
    public var width: Int
    /// Picture height in pixels.
    public var height: Int
    /// Everything else that shapes the pictures (quality, exposure, gains ...), by option name.
    public var settings: [String: String]

    /// Makes a plan.
    public init(
        interval: Int64, count: Int?, output: String, camera: String, width: Int, height: Int,
        settings: [String: String] = [:]
    ) {
        self.interval = interval
        self.count = count
        self.output = output
        self.camera = camera
        self.width = width
        self.height = height
        self.settings = settings
    }

    /// Refuses to go on with a plan other than the one the run began with.
    ///
    /// - Parameter other: The plan now asked for; only ``count`` may differ.
    /// - Throws: ``PrismError`` `usage` naming the first field that differs.
    public func requireSame(as other: TimelapsePlan) throws(PrismError) {
        try require("every", "\(interval) ns", "\(other.interval) ns")
        try require("output", output, other.output)
        try require("camera", camera, other.camera)
        try require("size", "\(width)x\(height)", "\(other.width)x\(other.height)")
        for name in Set(settings.keys).union(other.settings.keys).sorted() {
            try require(name, settings[name] ?? "unset", other.settings[name] ?? "unset")
        }
    }

    private func require(_ name: String, _ was: String, _ asked: String) throws(PrismError) {
        guard was != asked else { return }
        throw PrismError(
            .usage, "cannot resume: \(name) was \(was) when the run began and is \(asked) now")
    }
}
