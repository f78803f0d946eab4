// SPDX-License-Identifier: MIT
// What a simulated camera is: sensor, scene, clock, noise seed and the faults it plays.

/// A simulated camera, as asked for with `--camera mock:…`.
public struct MockCameraOptions: Hashable, Sendable {
    /// What the camera looks at.
    public enum Scene: Hashable, Sendable {
        /// A scene that the mock makes by itself.
        case made(MockScene.Kind)
        /// A photograph; the path as given.
        case file(String)

        /// Colour bars.
        public static let bars = Scene.made(.bars)
    }

    /// How time passes for the camera.
    public enum Clock: String, CaseIterable, Hashable, Sendable {
        /// Frames come at their real pace.
        case real
        /// Time moves on with the frames, as fast as they are consumed.
        case virtual
    }

    /// The sensors that the mock knows.
    public static let sensors = ["imx708", "imx477", "imx219", "ov5647", "imx296", "imx500"]

    /// The simulated sensor, one of ``sensors``.
    public var sensor = "imx708"
    /// What it looks at.
    public var scene = Scene.bars
    /// Light, distance and time of the scene; its kind is that of ``scene``.
    public var light = MockScene()
    /// How time passes.
    public var clock = Clock.real
    /// Seed of the noise; the same seed gives the same pixels.
    public var seed: UInt64 = 1
    /// The fault script, checked by the mock itself; nil plays none.
    public var fault: String?
    /// True for a camera with the exposure controls of libcamera before 0.5.
    public var hasLegacyExposure = false
    /// Whether raw images have a sensor's flaws; nil: as ``MockCamera/Options/hasFlaws``.
    public var hasFlaws: Bool?

    /// The default: an imx708 that looks at bars, in real time.
    public init() {}
}
