// SPDX-License-Identifier: MIT
// The streams that a night photograph is best taken from.

public import PrismCore
internal import PrismImage
internal import PrismNight

/// Chooses streams and buffers for ``NightCapture``.
public enum NightConfiguration {
    /// What the small picture has, by which the camera balances its colours.
    private static let small = PixelSize(width: 640, height: 480)

    /// Raw images as words, else packed, with a small picture beside them; the camera's largest picture where it has no
    /// raw images, as USB cameras.
    ///
    /// - Parameter camera: An open camera.
    /// - Returns: What to configure.
    /// - Throws: `unsupported` where nothing it offers can be stacked.
    public static func best(for camera: CameraSession) async throws(PrismError)
        -> CameraConfiguration
    {
        let raw = (try? await camera.formats(.raw)) ?? []
        guard let format = rawFormat(of: raw.map(\.format)) else {
            return try await picture(of: camera)
        }
        let free = await CameraMemory.free()
        var configuration = CameraConfiguration(streams: [
            StreamConfiguration(.raw, format: format),
            StreamConfiguration(.viewfinder, size: small),
        ])
        let size = try await camera.validate(configuration).configured.streams.first?.size
        let bytes = (size?.width ?? 0) * (size?.height ?? 0) * 2
        configuration.bufferCount = NightLimits.buffers(of: bytes, free: free)
        return configuration
    }

    /// The deepest words, which are read in place; else the deepest that can be unpacked.
    static func rawFormat(of formats: [PixelFormat]) -> PixelFormat? {
        let known = formats.compactMap { format in RawFormat(format).map { (format, $0) } }
        let words = known.filter { RawImage.isReadInPlace($0.0) }
        let packed = known.filter { !RawImage.isReadInPlace($0.0) }
        // 16 bits are a sensor's own moved up: what is deepest below them is the same without empty bits.
        let own = words.filter { $0.1.bits < 16 }.max { $0.1.bits < $1.1.bits }
        return own?.0 ?? words.first?.0 ?? packed.max { $0.1.bits < $1.1.bits }?.0
    }

    private static func picture(
        of camera: CameraSession
    ) async throws(PrismError) -> CameraConfiguration {
        let offered = try await camera.formats(.still).map(\.format)
        guard let format = offered.first(where: { RawImage.canDevelop($0) }) else {
            throw PrismError(
                .unsupported,
                "the camera offers neither raw images nor pictures that can be stacked")
        }
        var configuration = CameraConfiguration(streams: [
            StreamConfiguration(.still, format: format)
        ])
        let size = try await camera.validate(configuration).configured.streams.first?.size
        let bytes = (size?.width ?? 0) * (size?.height ?? 0) * 3 / 2
        configuration.bufferCount = NightLimits.buffers(of: bytes, free: await CameraMemory.free())
        return configuration
    }
}

/// The board's memory for cameras' buffers.
private enum CameraMemory {
    /// Bytes that are free, or nil where the board has none set apart.
    static func free() async -> Int64? {
        guard let worker = try? NightWorker() else { return nil }
        let health = try? await worker.run { () throws(PrismError) in HealthProbe().read() }
        guard let memory = health?.contiguousMemory, memory.total > 0 else { return nil }
        return memory.free
    }
}
