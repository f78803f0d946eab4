// SPDX-License-Identifier: MIT
// What is said of a picture that was taken: one line for people, one object for programs.

import PrismCapture
import PrismCore

/// One picture on the disk.
struct PictureFacts: Sendable {
    let file: String
    /// The raw file beside it.
    let raw: String?
    let size: PixelSize
    let checksum: FileChecksum
    let requested: ControlSettings
    let applied: AppliedSettings
    let limits: [LimitCode]
    /// Start of the exposure, nanoseconds since 1970.
    let moment: Int64
    /// From the command's start to the whole file, in nanoseconds.
    let elapsed: Int64

    /// A photograph and what its encoder wrote.
    init(
        _ request: StillRequest, _ photo: Photo, _ picture: EncodedPicture, elapsed: Int64
    ) {
        file = request.output
        raw = request.rawOutput
        size = picture.size
        checksum = picture.checksum
        requested = photo.requested
        applied = photo.applied
        limits = photo.limitedBy + picture.flaws
        moment = photo.moment.utc
        self.elapsed = elapsed
    }

    /// `photo.jpg: 4608x2592, 1/50 s, gain 2.0, 3.4 MB, after 0.41 s`.
    var text: String {
        var parts = ["\(size)"]
        if let time = applied.exposureTime { parts.append(PictureFacts.exposure(time)) }
        if let gain = applied.analogueGain {
            parts.append("gain \(PictureFacts.tenths(Double(gain)))")
        }
        parts.append(ByteCount.text(checksum.bytes))
        let hundredths = elapsed / 10_000_000
        let rest = hundredths % 100
        parts.append("after \(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) s")
        if let raw { parts.append("raw in \(raw)") }
        let notes = limits.map { "\n  note: \($0.text)" }.joined()
        return "\(file.onOneLine): " + parts.joined(separator: ", ") + notes + "\n"
    }

    /// What a hook is told.
    var shot: ShotFacts {
        ShotFacts(
            file: ShotFacts.absolute(file), index: 0, utc: moment, checksum: checksum,
            applied: applied, limits: limits.map(\.rawValue))
    }

    var json: JSONValue {
        let members: [JSONValue.Member] = [
            .init(key: "event", value: "saved"), .init(key: "file", value: .string(file)),
            .init(key: "raw", value: raw.map { .string($0) } ?? .null),
            .init(key: "width", value: .integer(Int64(size.width))),
            .init(key: "height", value: .integer(Int64(size.height))),
            .init(key: "bytes", value: .integer(checksum.bytes)),
            .init(key: "moment", value: .integer(moment)),
            .init(key: "elapsed", value: .integer(elapsed)),
            .init(key: "requested", value: requested.json),
            .init(key: "applied", value: applied.json),
            .init(key: "limitedBy", value: .array(limits.map { .string($0.rawValue) })),
        ]
        return .object(members)
    }

    /// `1/50 s` where that is near enough, else seconds.
    static func exposure(_ nanoseconds: Int64) -> String {
        guard nanoseconds > 0, nanoseconds < 400_000_000 else {
            return tenths(Double(nanoseconds) / 1_000_000_000) + " s"
        }
        return "1/\((1_000_000_000 + nanoseconds / 2) / nanoseconds) s"
    }

    private static func tenths(_ number: Double) -> String {
        guard number.isFinite, abs(number) < 1e12 else { return "?" }
        return String((number * 10).rounded() / 10)
    }
}

extension ControlSettings {
    /// What was asked for, by the names and in the words of `prism controls`.
    var json: JSONValue {
        .object(
            ControlName.allCases.compactMap { control in
                text(of: control).map { .init(key: control.rawValue, value: .string($0)) }
            })
    }
}

extension AppliedSettings {
    /// The members that the camera told, times in nanoseconds.
    var json: JSONValue {
        let whole: [(String, Int64?)] = [
            ("exposureTime", exposureTime), ("frameDuration", frameDuration),
        ]
        let decimal: [(String, Float?)] = [
            ("analogueGain", analogueGain), ("digitalGain", digitalGain), ("redGain", redGain),
            ("blueGain", blueGain), ("colourTemperature", colourTemperature), ("lux", lux),
            ("lensPosition", lensPosition), ("sensorTemperature", sensorTemperature),
        ]
        return .object(
            whole.compactMap { name, value in
                value.map { JSONValue.Member(key: name, value: .integer($0)) }
            }
                + decimal.compactMap { name, value in
                    value.map { JSONValue.Member(key: name, value: .single($0)) }
                })
    }
}
