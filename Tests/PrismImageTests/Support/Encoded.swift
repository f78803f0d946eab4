// SPDX-License-Identifier: MIT
// Files made by our encoder, as bytes.

import PrismCore
import PrismImage

enum Encoded {
    /// The file that a frame becomes.
    static func bytes(
        _ frame: TestFrame, _ format: ImageFormat, metadata: PhotoMetadata?
    ) throws -> [UInt8] {
        let file = try TemporaryFile()
        _ = try frame.withView {
            try ImageEncoder(format: format).encode($0, metadata: metadata, to: file.descriptor)
        }
        return try file.bytes()
    }

    /// Metadata with every field.
    static var fullMetadata: PhotoMetadata {
        var metadata = PhotoMetadata()
        metadata.make = "Raspberry Pi"
        metadata.model = "imx708"
        metadata.software = "prism 0.1"
        metadata.lensModel = "Wide"
        metadata.date = PhotoDate(
            nanosecondsSince1970: 1_709_210_096_123_456_789, utcOffset: 5 * 3600 + 1800)
        metadata.exposureTime = 8_333_000
        metadata.analogueGain = 2
        metadata.digitalGain = 1.25
        metadata.fNumber = 1.8
        metadata.focalLength = 4.74
        metadata.equivalentFocalLength = 27.7
        metadata.lensPosition = 0.5
        metadata.orientation = .right
        metadata.position = GeographicPosition(
            latitude: -33.856_784, longitude: 151.215_297, altitude: -4.5)
        metadata.userComment = "Zürich, first light"
        return metadata
    }
}
