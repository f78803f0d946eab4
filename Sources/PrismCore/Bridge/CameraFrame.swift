// SPDX-License-Identifier: MIT
// A frame on loan: the last reference gives its buffers back to the camera.

internal import CPrismCamera
internal import CPrismLinux

/// One completed request: an image per stream and what the camera says of them.
///
/// The pixels are the camera's own buffers. Any number of consumers may hold the frame; when the last one
/// lets go, the buffers go back to be filled again, so hold it briefly. ``copy(image:)`` keeps pixels longer.
///
/// A frame that a filter or a stack made is of the same type; its one image goes back to a pool.
///
/// `@unchecked Sendable`: the completion stays untouched until `deinit` gives it back.
public final class CameraFrame: @unchecked Sendable {
    /// Where the pixels are, and to whom they go back.
    private enum Memory {
        case camera(BridgeSession, UnsafePointer<prism_completion>, [StreamConfiguration])
        case pool(FramePool, PixelBuffer, StreamConfiguration)
    }

    private let memory: Memory
    /// What the frame says of itself.
    public let metadata: FrameMetadata
    /// When the handler handed the frame over, in nanoseconds of CLOCK_MONOTONIC.
    package let completedAt: Int64

    /// Takes a completion over; `streams` is the configuration it was made with.
    init(_ taken: Completion, session: BridgeSession, streams: [StreamConfiguration]) {
        memory = .camera(session, taken.pointer, streams)
        completedAt = taken.time
        metadata = FrameMetadata(taken.pointer.pointee.metadata)
        isSound = taken.pointer.pointee.status == PRISM_COMPLETION_OK.rawValue
        controlSerial = session.firstSerial + taken.pointer.pointee.control_serial
    }

    /// Makes a frame of a finished picture of a pool, to which it goes back; `origin` is what the picture was made from.
    package init(_ buffer: PixelBuffer, of pool: FramePool, from origin: CameraFrame) {
        var stream = origin.stream()
        stream.format = buffer.format
        stream.size = buffer.size
        stream.stride = buffer.view.planes.first?.stride
        stream.colorSpace = buffer.colorSpace
        memory = .pool(pool, buffer, stream)
        completedAt = origin.completedAt
        metadata = origin.metadata
        isSound = origin.isSound
        controlSerial = origin.controlSerial
    }

    deinit {
        switch memory {
        case .camera(let session, let completion, _): session.requeue(completion.pointee.token)
        case .pool(let pool, let buffer, _): pool.giveBack(buffer)
        }
    }

    /// Number of images, one per stream, in the order of the configuration.
    public var imageCount: Int {
        switch memory {
        case .camera(_, let completion, _): Int(completion.pointee.image_count)
        case .pool: 1
        }
    }

    /// False where the camera delivered the frame but says that its pixels cannot be trusted.
    public let isSound: Bool

    /// Serial of the newest controls that were queued no later than this frame's request.
    package let controlSerial: UInt64

    /// The stream that an image belongs to, as configured.
    public func stream(of image: Int = 0) -> StreamConfiguration {
        switch memory {
        case .camera(_, let completion, let streams):
            streams[Int(CameraFrame.layout(image, of: completion).stream_index)]
        case .pool(_, _, let stream): stream
        }
    }

    /// Every value the camera attached to the frame, by name; decoded on each call. A frame that was made from
    /// another has none.
    public func allMetadata() -> [String: ControlValue] {
        guard case .camera(_, let completion, _) = memory, let blob = completion.pointee.blob else {
            return [:]
        }
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
        guard case .camera(let session, let completion, let streams) = memory else {
            return try withPooledPixels(of: image, body)
        }
        let planes = try session.map(completion.pointee.token, image: image)
        let layout = CameraFrame.layout(image, of: completion)
        let descriptor = layout.planes.0.fd
        prism_linux_dmabuf_sync(descriptor, Int32(PRISM_LINUX_READ.rawValue), 1)
        defer { prism_linux_dmabuf_sync(descriptor, Int32(PRISM_LINUX_READ.rawValue), 0) }
        return try body(
            CameraFrame.view(layout, planes, streams[Int(layout.stream_index)]))
    }

    private func withPooledPixels<Result>(
        of image: Int, _ body: (PixelView) throws -> Result
    ) throws -> Result {
        precondition(image == 0, "the frame has one image")
        guard case .pool(_, let buffer, _) = memory else {
            preconditionFailure("a frame is a camera's or a pool's")
        }
        return try buffer.withPixels(body)
    }

    /// Copies an image's pixels, so that the frame can go back.
    public func copy(image: Int = 0) throws -> ImageCopy {
        try withPixels(of: image) { ImageCopy($0) }
    }

    /// Shared memory of one plane.
    package struct PlaneMemory: Hashable, Sendable {
        /// A dma-buf or a memfd; it stays the frame's, and lives as long as the frame.
        package let descriptor: Int32
        /// Bytes from its start to the first row.
        package let offset: Int
        /// Bytes from one row to the next.
        package let stride: Int
    }

    /// Planes of an image in shared memory; 0 for a frame whose memory is no camera's.
    package func sharedPlaneCount(of image: Int = 0) -> Int {
        guard case .camera(_, let completion, _) = memory else { return 0 }
        return Int(CameraFrame.layout(image, of: completion).plane_count)
    }

    /// Where a plane of an image lies; nil where there is no such plane in shared memory. No list, as it is once per frame.
    package func sharedPlane(_ index: Int, of image: Int = 0) -> PlaneMemory? {
        guard case .camera(_, let completion, _) = memory else { return nil }
        let planes = CameraFrame.layout(image, of: completion).planes
        let plane: prism_plane
        switch index {
        case 0: plane = planes.0
        case 1: plane = planes.1
        case 2: plane = planes.2
        default: return nil
        }
        return PlaneMemory(
            descriptor: plane.fd, offset: Int(plane.offset), stride: Int(plane.stride))
    }

    private static func layout(
        _ index: Int, of completion: UnsafePointer<prism_completion>
    ) -> prism_image {
        let count = Int(completion.pointee.image_count)
        precondition((0..<count).contains(index), "the frame has \(count) images")
        return withUnsafePointer(to: completion.pointee.images) { pointer in
            pointer.withMemoryRebound(to: prism_image.self, capacity: Int(PRISM_MAX_STREAMS)) {
                $0[index]
            }
        }
    }

    private static func view(
        _ layout: prism_image, _ bases: [UnsafeMutableRawPointer?], _ stream: StreamConfiguration
    ) -> PixelView {
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
