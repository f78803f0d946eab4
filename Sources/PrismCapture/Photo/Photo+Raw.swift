// SPDX-License-Identifier: MIT
// The raw image of a photograph's frame, as a DNG file.

public import PrismCore
internal import PrismImage

extension Photo {
    /// Writes the raw image of the same request as a DNG file, which appears whole or not at all.
    ///
    /// Thread: any, but not the cooperative pool: it copies, encodes and waits for the disk.
    ///
    /// - Parameters:
    ///   - path: The file's name; its directory must exist.
    ///   - encoder: What the file says of the camera; its format is not used.
    ///   - collision: What happens where the file exists.
    /// - Returns: Size and checksum of the file.
    /// - Throws: `unsupported` where the frame has no raw image that can be unpacked; ``PrismError`` naming the
    ///   path.
    public func writeRaw(
        to path: String, with encoder: PictureEncoder, collision: AtomicFile.Collision = .refuse
    ) throws(PrismError) -> FileChecksum {
        let image = try rawImage(with: encoder)
        let file = try AtomicFile(path: path, collision: collision)
        let info: EncodedImageInfo
        do throws(PrismError) {
            info = try DNGEncoder().encode(image, to: file.fileDescriptor)
        } catch {
            throw PrismError(error, writing: path)
        }
        try file.synchronise()
        try file.publish()
        try AtomicFile.synchroniseDirectory(of: path)
        return FileChecksum(bytes: Int64(info.bytes), crc32c: info.crc32c)
    }

    private func rawImage(with encoder: PictureEncoder) throws(PrismError) -> RawImage {
        let index = (0..<frame.imageCount).first { frame.stream(of: $0).role == .raw }
        guard let index, let pixels = frame.stream(of: index).format,
            let format = RawFormat(pixels)
        else { throw PrismError(.unsupported, "the camera gave no raw image") }
        let facts = RawFacts(
            format, frame: frame.metadata, photo: encoder.facts(of: frame.metadata, moment))
        do {
            return try frame.withPixels(of: index) { try RawImage(copying: $0, facts: facts) }
        } catch let error as PrismError {
            throw error
        } catch {
            throw PrismError(.inputOutput, "cannot read the raw image: \(error)")
        }
    }
}
