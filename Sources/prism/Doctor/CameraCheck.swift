// SPDX-License-Identifier: MIT
// Is the camera there, and can it be opened?

import PrismCore

enum CameraCheck {
    /// What trying gave.
    struct Facts: Equatable, Sendable {
        var cameras: [CameraDescriptor] = []
        /// What listing or opening failed with.
        var error: PrismError?
    }

    static func findings(_ facts: Facts) -> [Finding] {
        if let error = facts.error {
            return [
                Finding(
                    subject: "camera", verdict: .fail(error.code), text: error.description,
                    remedy: remedy(error.code))
            ]
        }
        let names = facts.cameras.map(\.model).joined(separator: ", ")
        return [Finding(subject: "camera", verdict: .ok, text: "\(names); opens")]
    }

    /// Lists and opens.
    static func look(_ selection: CameraSelection, _ work: BlockingWork) async -> Facts {
        var facts = Facts()
        do throws(PrismError) {
            let access = try await CameraAccess(selection, work: work)
            facts.cameras = try await access.cameras()
            let camera = try await access.open()
            await camera.close()
        } catch {
            facts.error = error
        }
        return facts
    }

    private static func remedy(_ code: PrismError.Code) -> String? {
        switch code {
        case .noCamera: "check the cable, and the overlay in /boot/firmware/config.txt"
        case .busy: "end the process that holds it"
        case .unsupported: "prism bridge build"
        default: nil
        }
    }
}
