// SPDX-License-Identifier: MIT
// One photograph: a frame, what was asked for, what came of it, and its way into a file.

public import PrismCore

/// A photograph, still in the camera's buffers.
///
/// It holds its frame on loan; write it and let it go.
public struct Photo: Sendable {
    /// The frame.
    public let frame: CameraFrame
    /// When its exposure began.
    public let moment: WallTime
    /// What was asked for.
    public let requested: ControlSettings
    /// What was in force.
    public let applied: AppliedSettings
    /// Why the two differ, or why the picture may not be what was hoped for.
    public let limitedBy: [LimitCode]

    /// Makes a photograph of a frame.
    ///
    /// - Parameters:
    ///   - frame: A frame that has just come.
    ///   - requested: What was asked for.
    ///   - capabilities: What the camera can do.
    ///   - now: The clocks of this moment.
    public init(
        _ frame: CameraFrame, requested: ControlSettings, of capabilities: CameraCapabilities,
        at now: ClockReading
    ) {
        let moment = FrameMoment(frame.metadata, isSound: frame.isSound, now: now)
        // A virtual camera's time has no place on the wall clock: it is now.
        let age = moment.isVirtual ? 0 : now.boottime.saturatingSubtract(moment.start)
        self.frame = frame
        self.moment = WallTime(
            utc: now.utc.saturatingSubtract(age), isSynchronised: now.isSynchronised)
        self.requested = requested
        applied = AppliedSettings(frame.metadata)
        limitedBy = LimitCode.all(
            for: requested, in: frame.metadata, isSound: frame.isSound, of: capabilities)
    }

    /// Writes the photograph to a descriptor, such as standard output.
    ///
    /// Thread: any, but not the cooperative pool: it encodes, which takes long.
    ///
    /// - Throws: ``PrismError`` of the encoder or the descriptor.
    public func write(to descriptor: Int32, with encoder: PictureEncoder) throws -> FileChecksum {
        try encoder.encode(frame, at: moment, to: descriptor)
    }

    /// Writes the photograph to a file, which appears whole or not at all.
    ///
    /// Thread: any, but not the cooperative pool: it encodes and waits for the disk.
    ///
    /// - Parameters:
    ///   - path: The file's name; its directory must exist.
    ///   - encoder: Format and metadata.
    ///   - collision: What happens where the file exists.
    ///   - durability: `none` does not wait for the disk.
    /// - Returns: Size and checksum of the file.
    /// - Throws: ``PrismError`` naming the path.
    public func write(
        to path: String, with encoder: PictureEncoder, collision: AtomicFile.Collision = .refuse,
        durability: Durability = .each
    ) throws(PrismError) -> FileChecksum {
        try save(to: path, with: encoder, collision: collision, durability: durability).checksum
    }

    /// Does what ``write(to:with:collision:durability:)`` does, and says what is wrong with the pixels.
    public func save(
        to path: String, with encoder: PictureEncoder, collision: AtomicFile.Collision = .refuse,
        durability: Durability = .each
    ) throws(PrismError) -> EncodedPicture {
        let file = try AtomicFile(path: path, collision: collision)
        let picture: EncodedPicture
        do {
            picture = try encoder.encodeAndCheck(frame, at: moment, to: file.fileDescriptor)
        } catch {
            throw PrismError(error, writing: path)
        }
        if durability != .none { try file.synchronise() }
        try file.publish()
        if durability != .none { try AtomicFile.synchroniseDirectory(of: path) }
        return picture
    }
}
