// SPDX-License-Identifier: MIT
// Where the files of a still and of a time-lapse go, and when a shot is taken.

import PrismCore

enum OutputOptions {
    static let file = Option<String>(
        "output", short: "o", "FILE", "The file; it appears whole or not at all.",
        examples: ["photo.jpg"], completion: .file, read: path
    ).required

    static let template = Option<String>(
        "output", short: "o", "TEMPLATE",
        "The files: %06d or %d becomes the number of the shot; %Y, %m, %d (where %m stands), %y, %j, %F its"
            + " day, %H, %M, %S its time, %% a percent sign. The journal lies in the same directory.",
        examples: ["pictures/%06d.jpg"], completion: .file, read: path
    ).required

    static let overwrite = Option(flag: "overwrite", "Replaces the file where it exists.")

    static let raw = Option(
        flag: "raw", "Also writes the same frame's raw image as .dng beside the picture.")

    static let immediate = Option(
        flag: "immediate",
        "Takes the first frame, without waiting for exposure and colours to settle.")

    static let focusesFirst = Option(
        flag: "autofocus-on-capture", "Focuses once before the picture, five seconds at most.")

    static let zeroLag = Option(
        flag: "zsl",
        "Zero shutter lag: takes the newest frame that is finished when the picture is asked for, where it"
            + " shows what is set. The camera stays in the picture's mode all the time, as it always does."
    )

    static let timeout = Option<Duration>(
        "timeout", short: "t", "TIME",
        "Longest wait for exposure and colours to settle; then the work goes on all the same."
            + " A bare number is in milliseconds.",
        fallback: "5s", examples: ["2s", "500ms"]
    ) { (text: String) throws(PrismError) in
        try DurationReader.read(text, bareUnit: .millisecond)
    }

    private static let path: @Sendable (String) throws(PrismError) -> String = {
        (text: String) throws(PrismError) in
        guard !text.isEmpty else { throw PrismError(.usage, "the path is empty") }
        guard !text.contains("\0") else { throw PrismError(.usage, "a path cannot hold a NUL") }
        return text
    }
}
