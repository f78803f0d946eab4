// SPDX-License-Identifier: MIT
// What lies over the picture: on a plane of its own with two buffers in turn, else blended by the processor.

internal import PrismCore
internal import PrismFilters

/// The overlay of one screen. One thread uses it.
final class OverlayLayer {
    /// Its plane; nil where it is blended.
    let plane: PlaneSnapshot?
    private let device: any DisplayDevice
    private let size: PixelSize
    private var pictures: [DrawnPicture] = []
    /// Drawn, and not committed yet.
    private var fresh: Int?
    /// Committed; its flip has not come.
    private var queued: Int?
    private var shown: Int?
    private var blended: PixelBuffer?

    init(
        _ device: any DisplayDevice, _ plane: PlaneSnapshot?, _ size: PixelSize
    ) throws(PrismError) {
        self.device = device
        self.plane = plane
        self.size = size
        guard plane != nil else { return }
        for _ in 0..<2 { pictures.append(try device.makePicture(.argb8888, size)) }
    }

    /// All of the screen, uppermost.
    static func layout(_ plane: UInt32, _ size: PixelSize) -> PlaneLayout {
        let whole = PixelRect(size)
        return PlaneLayout(
            plane: plane, format: .argb8888,
            placement: Placement(source: whole, destination: whole), depth: 2)
    }

    /// Draws into the buffer that is not shown; false where the other one is still on its way.
    func draw(_ body: (MutablePixelView, Int) throws -> Void) throws -> Bool {
        guard plane != nil else {
            let buffer = try blended ?? OverlayLayer.clear(size)
            try buffer.withMutablePixels { try body($0, 0) }
            blended = buffer
            return true
        }
        guard queued == nil else { return false }
        let target = fresh ?? (shown == 0 ? 1 : 0)
        try device.draw(into: pictures[target]) { try body($0, target) }
        fresh = target
        return true
    }

    private static func clear(_ size: PixelSize) throws(PrismError) -> PixelBuffer {
        let buffer = try PixelBuffer(format: .argb8888, size: size)
        buffer.withMutablePixels { view in
            for plane in view.planes {
                plane.base.initializeMemory(
                    as: UInt8.self, repeating: 0, count: plane.stride * plane.rows)
            }
        }
        return buffer
    }

    /// A request with the overlay's change in it; nil where there is none.
    func change(over request: AtomicRequest, crtc: UInt32) -> AtomicRequest? {
        guard let plane, let next = fresh ?? (shown == nil ? nil : shown), next != shown else {
            return nil
        }
        var whole = request
        whole.show(
            OverlayLayer.layout(plane.id, size), on: plane, crtc: crtc,
            framebuffer: pictures[next].framebuffer)
        return whole
    }

    /// The driver took the change.
    func committed() {
        guard let next = fresh else { return }
        fresh = nil
        queued = next
    }

    /// What was committed is on the screen.
    func flipped() {
        shown = queued ?? shown
        queued = nil
    }

    /// Lays the overlay over a picture that the processor drew.
    func blend(into view: MutablePixelView) throws {
        try blended?.withPixels { try view.blend($0) }
    }

    func free() {
        for picture in pictures { device.free(picture) }
        pictures = []
    }
}
