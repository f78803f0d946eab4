// SPDX-License-Identifier: MIT
// Photographs at the press of a key: full size, then back to the preview.

import PrismCapture
import PrismCore
import PrismFilters
import PrismImage

/// Takes photographs into files named by a template.
struct PhotoShooter: Sendable {
    let template: OutputTemplate
    let encoder: PictureEncoder

    /// Reads the plan.
    ///
    /// - Throws: `usage` where the template or its ending is not understood.
    init?(_ plan: PreviewPlan, model: String, chain: FilterChain?) throws(PrismError) {
        guard let output = plan.output else { return nil }
        template = try OutputTemplate(output)
        let ending = output.split(separator: ".").last.map(String.init) ?? ""
        guard var format = ImageFormat(fileExtension: ending) else {
            throw PrismError(.usage, "\"\(output)\" does not end in .jpg or .png")
        }
        if case .jpeg = format {
            format = .jpeg(JPEGOptions(quality: plan.quality, thumbnail: ThumbnailOptions()))
        }
        var metadata = PhotoMetadata()
        metadata.model = model
        metadata.software = "Prism"
        encoder = PictureEncoder(ImageEncoder(format: format), metadata: metadata, chain: chain)
    }

    /// Takes one; the camera runs at full size meanwhile and is left configured so.
    func shoot(
        _ camera: PreviewCamera, settings: ControlSettings
    ) async throws(PrismError) -> Report.Photograph {
        try await camera.configureForPhotograph()
        let capture = PhotoCapture(settings: settings, timing: .settled(within: 3_000_000_000))
        let photo = try await capture.capture(from: camera.session)
        let path = try freePath(at: photo.moment.utc)
        let encoder = encoder
        let thread = try WritingThread()
        defer { thread.stop() }
        let checksum = try await thread.write(photo, to: path, with: encoder)
        return Report.Photograph(
            file: path, bytes: checksum.bytes, crc32c: String(checksum.crc32c, radix: 16))
    }

    /// The first name of the template that no file has.
    private func freePath(at utc: Int64) throws(PrismError) -> String {
        let date = OutputDate(utc: utc)
        for index in 0..<1_000_000 {
            let path = template.path(index: index, date: date)
            if try AtomicFile.obstacle(at: path) == nil { return path }
            guard template.hasIndex else {
                throw PrismError(
                    .inputOutput,
                    "\(path) exists; a template with %06d gives each photograph its own name")
            }
        }
        throw PrismError(.outOfRange, "a million photographs have names already")
    }
}

/// Encodes and waits for the disk where nobody else waits for it.
private actor WritingThread {
    nonisolated let executor: DedicatedExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init() throws(PrismError) { executor = try DedicatedExecutor(name: "prism-encode") }

    func write(
        _ photo: Photo, to path: String, with encoder: PictureEncoder
    ) throws(PrismError) -> FileChecksum {
        try photo.write(to: path, with: encoder)
    }

    nonisolated func stop() { executor.stop() }
}
