// SPDX-License-Identifier: MIT
// From a selection to an open camera; a busy one is reported with its holder.

internal import Glibc
import PrismCore
import PrismImage

/// A camera chosen by a selection, and what keeps it alive.
struct CameraAccess: Sendable {
    let selection: CameraSelection
    let reference: CameraReference
    private let mock: MockCamera?
    private let work: BlockingWork

    /// Finds the plug-in, or makes the simulated camera.
    init(_ selection: CameraSelection, work: BlockingWork) async throws(PrismError) {
        self.selection = selection
        self.work = work
        switch selection {
        case .libcamera(let selector):
            mock = nil
            reference = try await work.run { () throws(PrismError) in
                // Before a manager looks at the sensors' modes.
                SensorHDR.restoreAfterCrash()
                return try .libcamera(selector)
            }
        case .mock(let options):
            let camera = try await work.run { () throws(PrismError) in
                try CameraAccess.mock(options)
            }
            mock = camera
            reference = .mock(camera)
        }
    }

    /// Every camera of the selection's handler; for a simulated one, it alone.
    func cameras() async throws(PrismError) -> [CameraDescriptor] {
        let (reference, id) = (reference, mock?.id)
        let all = try await work.run { () throws(PrismError) in try reference.siblings() }
        return all.filter { id == nil || $0.id == id }
    }

    /// Opens the selected camera.
    func open(
        recovery: RecoveryPolicy = RecoveryPolicy()
    ) async throws(PrismError) -> CameraSession {
        try await open(reference, recovery)
    }

    /// Opens the selected camera, with its sensor's own HDR where that is asked for.
    func open(
        recovery: RecoveryPolicy, withSensorHDR: Bool
    ) async throws(PrismError) -> (CameraSession, SensorHDR?) {
        guard withSensorHDR else { return (try await open(recovery: recovery), nil) }
        do throws(PrismError) {
            let (session, hdr) = try await CameraSession.openWithSensorHDR(
                reference, recovery: recovery)
            return (session, hdr)
        } catch {
            throw await explained(error)
        }
    }

    /// Opens another camera of the same handler.
    func open(_ camera: CameraDescriptor) async throws(PrismError) -> CameraSession {
        guard mock == nil else { return try await open() }
        return try await open(.libcamera(camera.id), RecoveryPolicy())
    }

    private func open(
        _ reference: CameraReference, _ recovery: RecoveryPolicy
    ) async throws(PrismError) -> CameraSession {
        do {
            return try await CameraSession.open(reference, recovery: recovery)
        } catch {
            throw await explained(error)
        }
    }

    /// The error, with the holder's name where the camera is busy.
    func explained(_ error: PrismError) async -> PrismError {
        // A directory may be held too; only EBUSY speaks of the device.
        guard error.code == .busy, error.errno == EBUSY else { return error }
        guard mock == nil else {
            let why = "no process holds a simulated camera: its fault script plays this"
            return PrismError(.busy, "\(error.message); \(why)", errno: error.errno)
        }
        let holders = try? await work.run { () throws(PrismError) in DeviceHolders.scan() }
        let summary = holders.map { "; \($0.summary)" } ?? ""
        return PrismError(.busy, error.message + summary, errno: error.errno)
    }

    private static func mock(_ options: MockCameraOptions) throws(PrismError) -> MockCamera {
        var settings = MockCamera.Options(
            sensor: options.sensor, hasVirtualClock: options.clock == .virtual, seed: options.seed,
            faults: options.fault, hasLegacyExposure: options.hasLegacyExposure)
        settings.scene = options.light
        settings.hasFlaws = options.hasFlaws
        guard case .file(let path) = options.scene else {
            if case .made(let kind) = options.scene { settings.scene.kind = kind }
            return try MockCamera(settings)
        }
        let picture = try ImageDecoder().decode(path: path)
        return try picture.withPixelView { view throws(PrismError) in
            do throws(PrismError) {
                return try MockCamera(settings, scene: view)
            } catch {
                // The picture is the only thing that a camera without one does not refuse as well.
                guard (try? MockCamera(settings)) != nil else { throw error }
                throw PrismError(.outOfRange, "\(path): \(error.message)")
            }
        }
    }
}
