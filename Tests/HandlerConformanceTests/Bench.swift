// SPDX-License-Identifier: MIT
// The handler and camera under test, chosen by the environment.

import BridgeTestSupport
import CPrismCamera
import Foundation
import Testing

/// PRISM_CONFORMANCE_PLUGIN is a plug-in's path (unset: the mock), PRISM_CONFORMANCE_CAMERA a camera's id (unset:
/// the first one). `end()` closes all of it.
final class Bench: Sendable {
    let manager: TestManager
    let session: TestSession
    let id: String
    private let camera: MockCamera?

    private static let environment = ProcessInfo.processInfo.environment
    static let plugin = environment["PRISM_CONFORMANCE_PLUGIN"].flatMap { $0.isEmpty ? nil : $0 }

    init() throws {
        let mock = Bench.plugin == nil
        camera = mock ? try MockCamera("conformance", virtual: false) : nil
        manager = try TestManager(plugin: Bench.plugin)
        id = try Bench.chooseCamera(manager)
        session = try TestSession(manager, id)
    }

    private static func chooseCamera(_ manager: TestManager) throws -> String {
        if let asked = environment["PRISM_CONFORMANCE_CAMERA"], !asked.isEmpty { return asked }
        // A handler may announce cameras a moment after its manager has opened.
        if let first = try manager.cameras().first { return first.id }
        let announced = manager.announcements.wait(seconds: 5) { $0.first { $0.added }?.id }
        return try #require(announced, "the handler has no camera")
    }

    deinit {
        session.destroy()
        try? manager.close()
    }

    func end() throws {
        session.destroy()
        try manager.close()
    }

    /// A small NV12 stream, as the handler adjusts it.
    @discardableResult
    func configure(_ role: prism_role = PRISM_ROLE_VIEWFINDER) throws -> prism_configuration {
        try session.configure(Bench.wish(role))
    }

    /// The wish behind ``configure(_:)``; `less` makes it a size that no camera has.
    static func wish(_ role: prism_role, less: UInt32 = 0) -> prism_configuration {
        .wish([.wish(role, "NV12", size.width - less, size.height - less)], buffers: 0)
    }

    /// PRISM_CONFORMANCE_SIZE, for cameras that an emulated processor draws; 640x480 where it is not set.
    private static let size: (width: UInt32, height: UInt32) = {
        let parts = environment["PRISM_CONFORMANCE_SIZE"]?.split(separator: "x").compactMap {
            UInt32($0)
        }
        guard let parts, parts.count == 2, parts.allSatisfy({ $0 > 1 }) else { return (640, 480) }
        return (parts[0], parts[1])
    }()

    /// Frames given back at once; a camera in trouble (cancelled) fails the test.
    func take(_ count: Int) throws -> [Frame] {
        let frames = try session.take(count)
        #expect(frames.allSatisfy { $0.status != PRISM_COMPLETION_CANCELLED.rawValue })
        return frames
    }

    /// Bytes of one image's planes; of a compressed picture those in use.
    func bytes(of frame: Frame, _ configuration: prism_configuration) throws -> [UInt8] {
        let stream = configuration.list[0]
        return try frame.strides[0].indices.flatMap { plane -> [UInt8] in
            let rows = Layout.rows(stream.fourcc, height: Int(stream.height), plane: plane)
            let count = rows.map { $0 * frame.strides[0][plane] } ?? frame.bytesUsed[0]
            return try session.withPlane(frame, plane: plane, bytes: count) { Array($0) }
        }
    }
}

/// How the planes of a pixel format lie.
enum Layout {
    /// The number of planes.
    static func planes(_ fourcc: UInt32) -> Int {
        switch fourcc {
        case code("NV12"), code("NV21"): 2
        case code("YU12"), code("YV12"): 3
        default: 1
        }
    }

    /// A compressed picture has no rows.
    static func isCompressed(_ fourcc: UInt32) -> Bool { fourcc == code("MJPG") }

    /// Rows of one plane; nil where the picture is compressed.
    static func rows(_ fourcc: UInt32, height: Int, plane: Int) -> Int? {
        isCompressed(fourcc) ? nil : plane == 0 ? height : (height + 1) / 2
    }

    private static func code(_ name: StaticString) -> UInt32 { prism_stream_config.code(name) }
}
