// SPDX-License-Identifier: MIT
// A completion as tests see it.

public import CPrismCamera

/// A completion, copied; its pixels stay with the bridge until the token is given back.
public struct Frame: Sendable {
    /// As prism_completion has them.
    public let status: UInt32, token: UInt64, controlSerial: UInt64, hidden: UInt32
    /// The fixed struct.
    public let metadata: prism_metadata
    /// Number of planes of each image.
    public let planeCounts: [Int]
    /// Strides of the planes of each image.
    public let strides: [[Int]]
    /// Bytes used of the first plane of each image.
    public let bytesUsed: [Int]
    /// Descriptors of the planes of each image.
    public let descriptors: [[Int32]]
    /// The metadata list: the raw bytes of each value by name.
    public let list: [String: [UInt8]]

    init(_ completion: prism_completion) {
        status = completion.status
        token = completion.token
        controlSerial = completion.control_serial
        hidden = completion.hidden_frames
        metadata = completion.metadata
        let images = Frame.elements(of: completion.images, prism_image.self)
            .prefix(Int(completion.image_count))
        let planes = images.map { image in
            Frame.elements(of: image.planes, prism_plane.self).prefix(Int(image.plane_count))
        }
        planeCounts = planes.map(\.count)
        strides = planes.map { $0.map { Int($0.stride) } }
        bytesUsed = planes.map { Int($0.first?.bytes_used ?? 0) }
        descriptors = planes.map { $0.map(\.fd) }
        let blob = UnsafeRawBufferPointer(
            start: completion.blob, count: Int(completion.blob_size))
        list = Frame.records(in: blob)
    }

    /// A value of the metadata list.
    public func value<Value: BitwiseCopyable>(_ name: String, as: Value.Type) -> Value? {
        list[name].flatMap { bytes in
            guard bytes.count >= MemoryLayout<Value>.size else { return nil }
            return bytes.withUnsafeBytes { $0.loadUnaligned(as: Value.self) }
        }
    }

    private static func elements<Tuple, Element>(of tuple: Tuple, _: Element.Type) -> [Element] {
        withUnsafeBytes(of: tuple) { Array($0.bindMemory(to: Element.self)) }
    }

    private static func records(in blob: UnsafeRawBufferPointer) -> [String: [UInt8]] {
        var list: [String: [UInt8]] = [:]
        var offset = 0
        let header = MemoryLayout<prism_blob_entry>.size
        while offset + header <= blob.count {
            let entry = blob.loadUnaligned(fromByteOffset: offset, as: prism_blob_entry.self)
            let nameEnd = offset + header + Int(entry.name_length)
            let valueStart = (nameEnd + 7) & ~7
            let end = offset + Int(entry.record_size)
            precondition(end <= blob.count && valueStart <= end, "a broken metadata list")
            let name = String(decoding: blob[(offset + header)..<nameEnd], as: UTF8.self)
            list[name] = Array(blob[valueStart..<end])
            offset = end
        }
        return list
    }
}
