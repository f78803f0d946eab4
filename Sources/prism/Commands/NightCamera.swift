// SPDX-License-Identifier: MIT
// A camera for bursts: raw images where there are such that can be unpacked.

import PrismCapture
import PrismCore

/// Opens a camera for `prism night` and `prism calibrate`, and lets it go however the work ends.
enum NightCamera {
    /// Opens, configures, works, closes.
    static func with<Value: Sendable>(
        _ selection: CameraSelection, work: BlockingWork,
        _ body: @Sendable (CameraSession) async throws(PrismError) -> Value
    ) async throws(PrismError) -> Value {
        let camera = try await OpenedCamera(
            CameraNeeds(selection: selection, size: nil), work: work)
        do throws(PrismError) {
            try CameraUse.checkCancellation()
            let session = camera.session
            let configuration = try await NightConfiguration.best(for: session)
            _ = try await session.configure(configuration)
            let value = try await body(session)
            await camera.close()
            return value
        } catch {
            await camera.close()
            throw await camera.access.explained(error)
        }
    }
}
