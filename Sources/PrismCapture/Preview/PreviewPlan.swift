// SPDX-License-Identifier: MIT
// What a preview is to be: what the program with the command line hands to the program with the screen.

/// A preview as it was asked for; texts are as a person wrote them.
public struct PreviewPlan: Codable, Hashable, Sendable {
    /// The camera: `libcamera:0`, `mock:imx708`; nil leaves it to the environment.
    public var camera: String?
    /// Width and height of what is shown, in pixels; nil follows the screen and the sensor's shape.
    public var width: Int?
    /// As `width`.
    public var height: Int?
    /// `auto`, `drm`, `null`, `terminal` or `file:DIRECTORY`.
    public var backend = "auto"
    /// The connector's name; nil takes the first with a screen.
    public var connector: String?
    /// The screen's mode; nil takes its own choice.
    public var mode: String?
    /// The picture fills the screen, and parts of it are left out.
    public var fills = false
    /// Clockwise quarter turns.
    public var quarters = 0
    /// Left and right exchanged, as a mirror has it.
    public var isMirrored = false
    /// Filters, as `--chain` has them.
    public var chain: String?
    /// A .cube file behind the chain.
    public var lut: String?
    /// Where photographs go, as a template; nil: the shutter does nothing.
    public var output: String?
    /// Quality of a JPEG.
    public var quality = 93
    /// Nanoseconds until the end; nil: until told.
    public var duration: Int64?
    /// Where the picture of the screen goes at the end.
    public var screenshot: String?
    /// A line about the preview each second.
    public var showsInfo = false
    /// Lines to compose by: `thirds`, `golden`, `crosshair` or `spiral`.
    public var grid: String?
    /// A shape whose outside is covered: `4:3`.
    public var aspect: String?
    /// Figures of exposure along the lower edge.
    public var showsTelemetry = false
    /// A histogram in the corner.
    public var showsHistogram = false
    /// The horizon, where the board has an accelerometer.
    public var showsLevel = false
    /// A button for a finger at the right edge.
    public var showsShutter = false
    /// Touch screens, keyboards, remotes and the button of the board's profile are listened to.
    public var readsDevices = true
    /// `normal`, `large-text` or `high-contrast`.
    public var theme = "normal"
    /// JSON on standard output.
    public var isJSON = false
    /// Held exposure time in nanoseconds.
    public var exposureTime: Int64?
    /// Held analogue gain.
    public var analogueGain: Double?
    /// Exposure compensation in stops.
    public var exposureValue: Double?
    /// Held gains of red and blue.
    public var colourGains: [Float]?
    /// Time of a frame in nanoseconds.
    public var frameDuration: Int64?

    /// Makes a plan of defaults: the automatic backend, until told.
    public init() {}
}
