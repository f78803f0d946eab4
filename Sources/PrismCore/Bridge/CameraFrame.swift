// SPDX-License-Identifier: MIT
// A frame on loan: the last reference gives its buffers back to the camera.

internal import CPrismCamera
internal import CPrismLinux

/// One completed request: an image per stream and what the camera says of them.
///
/// The pixels are the camera's own buffers. Any number of consumers may hold the frame; when the last one
/// lets go, the buffers go back to be filled again, so hold it briefly. ``copy(image:)`` keeps pixels longer.
///
/// `@unchecked Sendable`: the completion stays untouched until `deinit` gives it back.
public final class CameraFrame: @unchecked Sendable {
    private let session: BridgeSession
    private let completion: UnsafePointer<prism_completion>
    private let streams: [StreamConfiguration]
    /// What the frame says of itself.
    public let metadata: FrameMetadata
    /// When the handler handed the frame over, in nanoseconds of CLOCK_MONOTONIC.
    package let completedAt: Int64

    /// Takes a completion over; `streams` is the configuration it was made with.
    init(_ taken: Completion, session: BridgeSession, streams: [StreamConfiguration]) {
        completion = taken.pointer
        completedAt = taken.time
        self.session = session
        self.streams = streams
        metadata = FrameMetadata(completion.pointee.metadata)
    }

    deinit { session.requeue(completion.pointee.token) }

    /// Number of images, one per stream, in the order of the configuration.
    public var imageCount: Int { Int(completion.pointee.image_count) }

    /// False where the camera delivered the frame but says that its pixels cannot be trusted.
    public var isSound: Bool { completion.pointee.status == PRISM_COMPLETION_OK.rawValue }

    /// Serial of the newest controls that were queued no later than this frame's request.
    package var controlSerial: UInt64 { session.firstSerial + completion.pointee.control_serial }

    /// The stream that an image belongs to, as configured.
    public func stream(of image: Int = 0) -> StreamConfiguration {
        streams[Int(withImage(image) { $0.stream_index })]
    }

    /// Every value the camera attached to the frame, by name; decoded on each call.
    public func allMetadata() -> [String: ControlValue] {
        guard let blob = completion.pointee.blob else { return [:] }
        let size = Int(completion.pointee.blob_size)
        return MetadataBlob.decode(UnsafeRawBufferPointer(start: blob, count: size))
    }

    /// Borrows the pixels of an image; the view must not leave `body`.
    ///
    /// - Parameters:
    ///   - image: Index of the stream's image.
    ///   - body: Reads the pixels; dma-bufs are synchronised around it.
    /// - Returns: What `body` returns.
    /// - Throws: `inputOutput` where the buffer cannot be mapped, or what `body` throws.
    public func withPixels<Result>(
        of image: Int = 0, _ body: (PixelView) throws -> Result
    ) throws -> Result {
        let planes = try session.map(completion.pointee.token, image: image)
        let layout = withImage(image) { $0 }
        let descriptor = layout.planes.0.fd
        prism_linux_dmabuf_sync(descriptor, Int32(PRISM_LINUX_READ.rawValue), 1)
        defer { prism_linux_dmabuf_sync(descriptor, Int32(PRISM_LINUX_READ.rawValue), 0) }
        return try body(view(layout, planes))
    }

    /// Copies an image's pixels, so that the frame can go back.
    public func copy(image: Int = 0) throws -> ImageCopy {
        try withPixels(of: image) { ImageCopy($0) }
    }

    private func withImage<Result>(_ index: Int, _ body: (prism_image) -> Result) -> Result {
        precondition((0..<imageCount).contains(index), "the frame has \(imageCount) images")
        return withUnsafePointer(to: completion.pointee.images) { pointer in
            pointer.withMemoryRebound(to: prism_image.self, capacity: Int(PRISM_MAX_STREAMS)) {
                body($0[index])
            }
        }
    }

    private func view(_ layout: prism_image, _ bases: [UnsafeMutableRawPointer?]) -> PixelView {
        let stream = streams[Int(layout.stream_index)]
        let size = stream.size ?? PixelSize(width: 0, height: 0)
        let format = stream.format ?? .nv12
        let parts = [layout.planes.0, layout.planes.1, layout.planes.2]
        let planes = zip(parts, bases).prefix(Int(layout.plane_count)).enumerated().compactMap {
            index, part in
            part.1.map {
                PixelView.Plane(
                    base: UnsafeRawPointer($0), stride: Int(part.0.stride),
                    rows: format.rows(of: index, height: size.height))
            }
        }
        return PixelView(
            format: format, width: size.width, height: size.height,
            colorSpace: stream.colorSpace ?? .unspecified, planes: planes,
            compressedSize: format == .mjpeg ? Int(parts[0].bytes_used) : nil)
    }
}

extension PixelFormat {
    /// Rows of a plane of an image `height` rows high; chroma of 4:2:0 has half, rounded up.
    public func rows(of plane: Int, height: Int) -> Int {
        let isSubsampled = self == .nv12 || self == .yuv420
        return plane > 0 && isSubsampled ? (height + 1) / 2 : height
    }
}
