// SPDX-License-Identifier: MIT
// A rendered picture, ready for an encoder.

public import PrismCore
internal import PrismFilters
public import PrismImage

/// A picture as Y'CbCr 4:2:0, with the photograph's metadata.
public struct FinishedPicture: Sendable {
    /// Width in pixels, of what is shown.
    public let width: Int
    /// Height in pixels, of what is shown.
    public let height: Int
    /// What the file says of the photograph.
    public var photo: PhotoMetadata
    private let planes: FinishedPlanes
    /// Top left of what is shown; even numbers.
    private let x: Int
    private let y: Int

    init(_ planes: FinishedPlanes, of facts: RawFacts) {
        self.planes = planes
        photo = facts.photo
        let whole = RawCrop(x: 0, y: 0, width: planes.width, height: planes.height)
        let crop = facts.defaultCrop ?? whole
        // Chroma begins at even pixels.
        x = min((crop.x + 1) & ~1, planes.width - 2)
        y = min((crop.y + 1) & ~1, planes.height - 2)
        width = max(2, min(crop.x + crop.width, planes.width) - x)
        height = max(2, min(crop.y + crop.height, planes.height) - y)
    }

    /// Lends the pixels for one call.
    public func withPixels<Result>(_ body: (PixelView) throws -> Result) rethrows -> Result {
        let stride = planes.width
        let chroma = y / 2 * (stride / 2) + x / 2
        return try planes.luma.withUnsafeBytes { luma in
            try planes.cb.withUnsafeBytes { cb in
                try planes.cr.withUnsafeBytes { cr in
                    try body(
                        view([
                            plane(luma, y * stride + x, stride, height),
                            plane(cb, chroma, stride / 2, (height + 1) / 2),
                            plane(cr, chroma, stride / 2, (height + 1) / 2),
                        ]))
                }
            }
        }
    }

    private func view(_ planes: [PixelView.Plane]) -> PixelView {
        PixelView(
            format: .yuv420, width: width, height: height, colorSpace: .sYCC, planes: planes)
    }

    private func plane(
        _ bytes: UnsafeRawBufferPointer, _ offset: Int, _ stride: Int, _ rows: Int
    ) -> PixelView.Plane {
        let base = UnsafeRawBufferPointer(rebasing: bytes[offset...]).baseAddress
        guard let base else { preconditionFailure("a plane is never empty") }
        return PixelView.Plane(base: base, stride: stride, rows: rows)
    }
}
