// SPDX-License-Identifier: MIT
// A plan in words: passes, formats, bytes moved.

internal import PrismCore

extension FilterPlan {
    /// One line for each pass, and a sum.
    var explanation: String {
        let head = "\(geometry.size) \(input) -> \(output)"
        guard !passes.isEmpty else { return head + ": nothing to do, the frame is handed on\n" }
        var lines = [head]
        for (index, pass) in passes.enumerated() {
            let bytes = pass.bytes(geometry.size)
            let names = pass.names.isEmpty ? "conversion" : pass.names.joined(separator: ", ")
            lines.append(
                "  pass \(index + 1): \(names): \(pass.text); \(pass.formats), \(bytes.megabytes)")
        }
        let buffers = ["no picture", "one picture", "two pictures"][intermediates]
        lines.append("  \(movedBytes.megabytes) moved, \(buffers) in between")
        return lines.joined(separator: "\n") + "\n"
    }

    /// Bytes that all passes read and write, without what neighbourhoods read again.
    var movedBytes: Int {
        passes.reduce(0) { $0 + $1.bytes(geometry.size) }
    }
}

extension FilterPlan.Pass {
    /// Bytes read and written.
    fileprivate func bytes(_ size: PixelSize) -> Int {
        input.bytes(of: size) + output.bytes(of: size)
    }

    /// `NV12 -> XR24`, or `NV12 by planes`.
    fileprivate var formats: String {
        work == .planes ? "\(input) by planes" : "\(input) -> \(output)"
    }

    /// What the pass does, in its order.
    var text: String {
        var parts: [String] = []
        switch head {
        case .load: parts.append(tail.isEmpty ? "copy" : "")
        case .area: parts.append("neighbourhood")
        case .warp: parts.append("distortion")
        case .rows: parts.append("rows of the program's")
        }
        if intensity < 1 { parts.append("blend \(intensity.shortText)") }
        parts += tail.map(\.text)
        return parts.filter { !$0.isEmpty }.joined(separator: " + ")
    }
}

extension PixelFormat {
    /// Bytes of a picture without padding.
    fileprivate func bytes(of size: PixelSize) -> Int {
        let shapes = try? PixelLayout(self)?.planes(width: size.width, height: size.height)
        return (shapes ?? []).reduce(0) { $0 + $1.bytes * $1.rows }
    }
}

extension Int {
    /// Bytes in units that people read.
    fileprivate var megabytes: String {
        let tenths = (self + 50_000) / 100_000
        return "\(tenths / 10).\(tenths % 10) MB"
    }
}
