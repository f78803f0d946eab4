// SPDX-License-Identifier: MIT
// What a screen needs of a frame: where its memory is, and a look at its pixels where the memory cannot be shown.

package import PrismCore

/// A frame that can be shown; the last reference gives its buffer back.
package protocol PresentableFrame: AnyObject, Sendable {
    /// What it looks like.
    var picture: PreviewPicture { get }

    /// Memory of each plane, on loan as long as the frame lives; nil where there is none to share.
    var memory: PictureMemory? { get }

    /// Borrows the pixels for the processor.
    func withPixels(_ body: (PixelView) throws -> Void) throws
}

/// One image of a camera's frame.
package final class PreviewFrame: PresentableFrame {
    private let frame: CameraFrame
    private let image: Int
    private let maps: CPUMapCounter?

    /// Takes an image of a frame; `maps` counts each look at its pixels.
    package init(_ frame: CameraFrame, image: Int = 0, maps: CPUMapCounter? = nil) {
        self.frame = frame
        self.image = image
        self.maps = maps
    }

    package var picture: PreviewPicture {
        let stream = frame.stream(of: image)
        return PreviewPicture(
            format: stream.format ?? .nv12, size: stream.size ?? PixelSize(width: 0, height: 0),
            colorSpace: stream.colorSpace ?? .unspecified)
    }

    package var memory: PictureMemory? {
        guard let first = plane(0) else { return nil }
        let count = frame.sharedPlaneCount(of: image)
        return PictureMemory(first, count > 1 ? plane(1) : nil, count > 2 ? plane(2) : nil)
    }

    private func plane(_ index: Int) -> PictureMemory.Plane? {
        frame.sharedPlane(index, of: image).map {
            PictureMemory.Plane(descriptor: $0.descriptor, offset: $0.offset, stride: $0.stride)
        }
    }

    package func withPixels(_ body: (PixelView) throws -> Void) throws {
        maps?.add()
        try frame.withPixels(of: image, body)
    }
}

/// Counts how often a camera's buffer was looked at by the processor.
package final class CPUMapCounter: Sendable {
    private let number = Lock(0)

    package init() {}

    package func add() { number.withLock { $0 += 1 } }

    package var count: Int { number.withLock { $0 } }
}
