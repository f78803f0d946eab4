// SPDX-License-Identifier: MIT
// A camera that was waited for and opened, and what is put back when it is let go.

import PrismCore

/// An open camera with the way that led to it.
struct OpenedCamera: Sendable {
    let access: CameraAccess
    let session: CameraSession
    private let hdr: SensorHDR?

    /// From one look for a camera that is waited for to the next, in nanoseconds.
    private static let lookAgain: UInt64 = 250_000_000

    /// Opens the camera as soon as it is there.
    init(_ needs: CameraNeeds, work: BlockingWork) async throws(PrismError) {
        let clock = KernelClock()
        let start = clock.read().monotonic
        while true {
            do throws(PrismError) {
                let way = try await CameraAccess(needs.selection, work: work)
                let open = try await way.open(
                    recovery: needs.recovery, withSensorHDR: needs.wantsSensorHDR)
                access = way
                (session, hdr) = open
                return
            } catch {
                let isHopeful = [.noCamera, .busy, .unplugged].contains(error.code)
                guard isHopeful, clock.read().monotonic - start < needs.wait else { throw error }
            }
            try? await Task.sleep(nanoseconds: OpenedCamera.lookAgain)
            try CameraUse.checkCancellation()
        }
    }

    /// Lets the camera go; its sensor's own HDR goes back once it is closed.
    func close() async {
        await session.close()
        hdr?.restore()
    }
}
