// SPDX-License-Identifier: MIT
// Keeps the frames of a burst as DNG files, as long as the disk takes them.

internal import PrismCore
internal import PrismImage

/// Writes each frame that is merged beside the picture.
struct FrameKeeper: Sendable {
    /// The directory, which exists.
    let directory: String
    let overwrites: Bool
    /// Why frames are no longer kept; the photograph goes on without.
    private(set) var failure: PrismError?

    init(directory: String, overwrites: Bool) {
        self.directory = directory
        self.overwrites = overwrites
    }

    /// The file of a frame.
    static func path(_ number: Int, in directory: String) -> String {
        let digits = String(number)
        return "\(directory)/frame-" + String(repeating: "0", count: max(0, 4 - digits.count))
            + digits + ".dng"
    }

    mutating func keep(_ image: RawImage, _ number: Int) {
        guard failure == nil else { return }
        let path = FrameKeeper.path(number, in: directory)
        do throws(PrismError) {
            let file = try AtomicFile(path: path, collision: overwrites ? .replace : .refuse)
            _ = try DNGEncoder().encode(image, to: file.fileDescriptor)
            try file.publish()
        } catch {
            failure = PrismError(
                error.code, "frames are not kept from number \(number) on: \(error.message)",
                errno: error.errno)
        }
    }
}
