// SPDX-License-Identifier: MIT
// Opens a camera for pictures, configures it once, and lets it go however the work ends.

import PrismCore
import PrismImage

/// What a command needs of a camera.
struct CameraNeeds: Sendable {
    let selection: CameraSelection
    /// The size of the pictures; nil leaves it to the camera.
    let size: PixelSize?
    /// What the sensor's mode is chosen by; nil leaves it to the camera.
    var mode: SensorModeWish?
    /// How pictures are mirrored; nil: not.
    var transform: CameraTransform?
    /// Buffers; nil leaves them to the session.
    var bufferCount: Int?
    /// Whether the sensor's own HDR is switched on.
    var wantsSensorHDR = false
    /// Whether a raw image comes with each picture.
    var wantsRaw = false
    /// Longest wait for a camera that is not there or busy, in nanoseconds.
    var wait: Int64 = 0
    /// How hard to try when frames cease.
    var recovery = RecoveryPolicy()
}

/// A configured camera for pictures.
struct CameraUse: Sendable {
    let session: CameraSession
    /// The size of the pictures.
    let size: PixelSize

    /// Opens, configures, works, closes.
    static func with<Value: Sendable>(
        _ needs: CameraNeeds, in invocation: Invocation,
        _ body: @Sendable (CameraUse) async throws(PrismError) -> Value
    ) async throws(PrismError) -> Value {
        try checkCancellation()
        let camera = try await OpenedCamera(needs, work: invocation.work)
        do throws(PrismError) {
            try checkCancellation()
            let size = try await configure(camera.session, needs)
            let use = CameraUse(session: camera.session, size: size)
            await invocation.console.event(use.json)
            let value = try await body(use)
            await camera.close()
            return value
        } catch {
            await camera.close()
            throw await camera.access.explained(error)
        }
    }

    /// The pixel formats that an encoder takes without a detour, best first.
    private static let formats: [PixelFormat] = [.yuv420, .nv12, .mjpeg]

    /// The format to ask for; nil leaves it to the camera.
    ///
    /// Webcams have sizes that only one of their formats comes in, so a format that lists the size goes first.
    static func format(of offered: [StreamFormat], for size: PixelSize?) -> PixelFormat? {
        let listing = size.map { size in offered.filter { $0.lists(size) } } ?? []
        let candidates = Set((listing.isEmpty ? offered : listing).map(\.format))
        return formats.first(where: candidates.contains)
            ?? listing.map(\.format).first(where: ImageEncoder.supports)
    }

    /// One stream for pictures, in a format that can be encoded, at exactly the size asked for.
    static func configure(
        _ session: CameraSession, _ needs: CameraNeeds
    ) async throws(PrismError) -> PixelSize {
        let size = needs.size
        let offered = try await session.formats(.still)
        let stream = StreamConfiguration(.still, format: format(of: offered, for: size), size: size)
        let raw = needs.wantsRaw ? [try await rawStream(of: session)] : []
        var wish = CameraConfiguration(
            streams: [stream] + raw, bufferCount: needs.bufferCount, transform: needs.transform)
        if let mode = needs.mode { wish = try await session.choosing(mode, for: wish) }
        // Asked before anything is allocated: a refused size costs nothing.
        let trial = try await session.validate(wish).configured.streams.first
        guard let format = trial?.format, let configured = trial?.size else {
            throw PrismError(.unsupported, "the camera offers no stream for pictures")
        }
        guard ImageEncoder.supports(format) else {
            throw PrismError(
                .unsupported, "pictures in the camera's format \(format) cannot be encoded")
        }
        guard size == nil || size == configured else {
            throw PrismError(
                .outOfRange,
                "the camera cannot make pictures of \(size?.description ?? "");"
                    + " the nearest size is \(configured)")
        }
        _ = try await session.configure(wish)
        return configured
    }

    /// A raw stream in a format that can be unpacked; the Pi 5's compressed one cannot.
    private static func rawStream(
        of session: CameraSession
    ) async throws(PrismError) -> StreamConfiguration {
        let offered = try await session.formats(.raw).map(\.format)
        guard let format = offered.first(where: { RawFormat($0) != nil }) else {
            throw PrismError(.unsupported, "the camera offers no raw images that can be unpacked")
        }
        return StreamConfiguration(.raw, format: format)
    }

    /// Tells programs which camera is at work.
    private var json: JSONValue {
        let camera = session.descriptor
        return [
            "event": "camera", "handler": .string(camera.handler), "model": .string(camera.model),
            "id": .string(camera.id), "width": .integer(Int64(size.width)),
            "height": .integer(Int64(size.height)),
        ]
    }

    static func checkCancellation() throws(PrismError) {
        if Task.isCancelled { throw PrismError(.cancelled, "called off") }
    }
}
