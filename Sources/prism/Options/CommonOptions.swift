// SPDX-License-Identifier: MIT
// Options that every command takes, or every command with a camera.

import PrismCore

enum CommonOptions {
    static let help = Option(flag: "help", short: "h", "Prints this help.")
    static let json = Option(flag: "json", "Prints JSON on standard output, one object a line.")

    static let camera = Option<CameraSelection>(
        "camera", "CAMERA",
        cameraSummary,
        fallback: "$PRISM_CAMERA, else libcamera's first",
        examples: ["libcamera:1", "mock:imx708,scene=photo.jpg"]
    ) { (text: String) throws(PrismError) in try CameraSelection(text) }

    // One literal and no sum: long ones can be too much for the 6.0.3 compiler.
    private static let cameraSummary = """
        The camera: libcamera[:INDEX|ID|MODEL], or a simulated one: mock[:SENSOR], and behind it \
        ,scene=FILE|bars|chart|daylight|night|day ,light=KELVIN ,flicker=HERTZ ,depth=0…1 \
        ,distance=METRES ,background=METRES ,hour=0…24 ,day=SECONDS ,flaws=on|off \
        ,clock=real|virtual ,seed=N ,ae=legacy ,fault=SCRIPT. A script is items joined by +, at or \
        behind N frames: stall@N[:TIMES], late@N:MS, drop@N[:COUNT], corrupt@N[:COUNT], \
        cancel@N[:TIMES], timeout@N[:TIMES], clock@N:MS, unplug@N[:MS], busy[:TIMES], \
        nomem[:TIMES].
        """

    /// The camera of a command line.
    static func camera(of arguments: Arguments) throws(PrismError) -> CameraSelection {
        try CameraSelection.resolve(
            option: arguments.text(of: camera), environment: Environment.value("PRISM_CAMERA"))
    }
}
