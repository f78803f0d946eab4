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

    /// The wish behind ``configure(_:)``.
    static func wish(_ role: prism_role, width: UInt32 = 640, height: UInt32 = 480)
        -> prism_configuration
    {
        .wish([.wish(role, "NV12", width, height)], buffers: 0)
    }

    /// Frames given back at once; a camera in trouble (cancelled) fails the test.
    func take(_ count: Int) throws -> [Frame] {
        let frames = try session.take(count)
        #expect(frames.allSatisfy { $0.status != PRISM_COMPLETION_CANCELLED.rawValue })
        return frames
    }

    /// Bytes of one image's planes.
    func bytes(of frame: Frame, _ configuration: prism_configuration) throws -> [UInt8] {
        let stream = configuration.list[0]
        return try frame.strides[0].indices.flatMap { plane -> [UInt8] in
            let rows = Int(plane == 0 ? stream.height : (stream.height + 1) / 2)
            let count = frame.strides[0][plane] * rows
            return try session.withPlane(frame, plane: plane, bytes: count) { Array($0) }
        }
    }
}
