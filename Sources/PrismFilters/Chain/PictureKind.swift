// SPDX-License-Identifier: MIT
// Which pictures a plan is for, and the checks before a kernel touches one.

internal import PrismCore

/// Size, formats and colour space of pictures.
struct PictureKind: Hashable, Sendable {
    /// Kernels count columns and rows in 16 bits with a sign.
    static let largestSide = 32_767

    let format: PixelFormat
    let output: PixelFormat
    let geometry: FilterGeometry

    init(
        format: PixelFormat, output: PixelFormat, size: PixelSize, colorSpace: ColorSpace
    ) throws(PrismError) {
        try PictureKind.check(format, "read")
        try PictureKind.check(output, "write")
        let sides = 1...PictureKind.largestSide
        guard sides.contains(size.width), sides.contains(size.height) else {
            throw PrismError(
                .outOfRange,
                "cannot filter a picture of \(size): expected 1 to \(PictureKind.largestSide)")
        }
        self.format = format
        self.output = output
        geometry = FilterGeometry(size: size, colorSpace: colorSpace)
    }

    /// The kind of a picture, whose planes are checked.
    init(_ view: PixelView, output: PixelFormat) throws(PrismError) {
        try self.init(
            format: view.format, output: output,
            size: PixelSize(width: view.width, height: view.height), colorSpace: view.colorSpace)
        try PixelLayout(view.format)?.check(view)
        try PictureKind.checkFourthByte(view.format, view.width, view.planes.first?.stride)
    }

    /// Throws where rows end before the fourth byte of their last pixel, which kernels touch.
    private static func checkFourthByte(
        _ format: PixelFormat, _ width: Int, _ stride: Int?
    ) throws(PrismError) {
        guard format == .xrgb8888 || format == .xbgr8888, let stride, stride < width * 4 else {
            return
        }
        throw PrismError(
            .invalidData,
            "\(format), \(width) wide: a stride of \(stride) bytes, expected at least \(width * 4)")
    }

    /// Throws where chains cannot read or write a format.
    static func check(_ format: PixelFormat, _ verb: String) throws(PrismError) {
        guard !FilterChain.formats.contains(format) else { return }
        throw PrismError(
            .unsupported,
            "filters cannot \(verb) \(format): expected one of "
                + FilterChain.formats.map(\.description).joined(separator: " "))
    }

    /// Throws where a target does not fit a picture.
    static func check(
        _ target: MutablePixelView, for view: PixelView
    ) throws(PrismError) {
        guard target.width == view.width, target.height == view.height else {
            throw PrismError(
                .invalidData,
                "a target of \(target.width)x\(target.height) for a picture of "
                    + "\(view.width)x\(view.height)")
        }
        try PixelLayout(target.format)?.check(target)
        try checkFourthByte(target.format, target.width, target.planes.first?.stride)
        for (number, plane) in target.planes.enumerated() {
            let bytes = range(plane.base, plane.stride, plane.rows)
            // A filter would read what it has written, and rows done side by side would race.
            let isShared =
                view.planes.contains { bytes.overlaps(range($0.base, $0.stride, $0.rows)) }
                || target.planes[..<number].contains {
                    bytes.overlaps(range($0.base, $0.stride, $0.rows))
                }
            guard !isShared else {
                throw PrismError(
                    .invalidData,
                    "plane \(number) of the target lies in memory of the picture, or of another plane"
                )
            }
        }
    }

    /// The addresses of a plane; one that the format does not have may claim anything.
    private static func range(
        _ base: UnsafeRawPointer, _ stride: Int, _ rows: Int
    ) -> Range<UInt> {
        let start = UInt(bitPattern: base)
        let (bytes, isTooMuch) = UInt(max(0, stride)).multipliedReportingOverflow(
            by: UInt(max(0, rows)))
        let (end, isBeyond) = start.addingReportingOverflow(bytes)
        return start..<(isTooMuch || isBeyond ? .max : end)
    }
}
