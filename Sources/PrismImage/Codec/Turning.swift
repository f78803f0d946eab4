// SPDX-License-Identifier: MIT
// Pixels turned upright by the C room.

internal import CPrismImage

enum Turning {
    /// Packed 3-byte pixels without their orientation; some orientations swap width and height.
    static func upright(
        _ pixels: [UInt8], width: Int, height: Int, orientation: ImageOrientation
    ) -> [UInt8] {
        pixels.withUnsafeBufferPointer { source in
            [UInt8](unsafeUninitializedCapacity: source.count) { destination, count in
                guard let from = source.baseAddress, let to = destination.baseAddress else {
                    return
                }
                prism_image_orient(
                    to, from, UInt32(width), UInt32(height), UInt32(orientation.rawValue))
                count = source.count
            }
        }
    }
}
