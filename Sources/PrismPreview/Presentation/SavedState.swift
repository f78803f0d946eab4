// SPDX-License-Identifier: MIT
// What was on the screen before us, and how to put it back.

internal import PrismCore

/// The state of one screen's objects when its card was read.
package struct SavedState: Hashable, Sendable {
    /// What is put back, from all of it down to just leaving the screen.
    package enum Attempt: CaseIterable, Hashable, Sendable {
        /// Mode, planes with what they showed, colours.
        case everything
        /// Without the other programs' pictures, which may be gone by now.
        case modeOnly
        /// The screen off.
        case off
    }

    package let connector: ConnectorSnapshot
    package let crtc: CrtcSnapshot
    package let planes: [PlaneSnapshot]

    /// Remembers a screen: its connector, its CRTC and every plane that can be on it.
    package init(_ screen: ScreenChoice) {
        connector = screen.connector
        crtc = screen.crtc
        let crtc = screen.crtc.id
        planes = [.primary, .overlay, .cursor].flatMap { screen.card.planes(on: crtc, $0) }
    }

    /// The mode to be restored, for which a blob is needed; nil where the screen was off.
    package var mode: DisplayMode? { isLit ? crtc.mode : nil }

    private var isLit: Bool { (connector.properties["CRTC_ID"]?.value ?? 0) == UInt64(crtc.id) }

    /// The request of an attempt; `modeBlob` is of ``mode``.
    package func request(_ attempt: Attempt, modeBlob: UInt32?) -> AtomicRequest {
        var request = AtomicRequest()
        guard attempt != .off, isLit, let modeBlob else {
            for plane in planes { request.hide(plane) }
            request.set(connector.id, connector.properties, "CRTC_ID", 0)
            request.set(crtc.id, crtc.properties, "ACTIVE", 0)
            request.set(crtc.id, crtc.properties, "MODE_ID", 0)
            return request
        }
        request.set(connector.id, connector.properties, "CRTC_ID", UInt64(crtc.id))
        request.set(crtc.id, crtc.properties, "ACTIVE", crtc.properties["ACTIVE"]?.value ?? 1)
        request.set(crtc.id, crtc.properties, "MODE_ID", UInt64(modeBlob))
        for plane in planes { request.restore(plane, withPicture: attempt == .everything) }
        return request
    }
}

extension AtomicRequest {
    /// Sets a plane to what it was. Blobs and fences that were the other program's are left alone.
    fileprivate mutating func restore(_ plane: PlaneSnapshot, withPicture: Bool) {
        if !withPicture { hide(plane) }
        for (name, property) in plane.properties.sorted(by: { $0.key < $1.key }) {
            switch property.kind {
            case .blob: continue
            case .object where !withPicture: continue
            case .object, .range, .choice, .bits, .other:
                guard name != "IN_FENCE_FD" else { continue }
                setOptional(plane.id, plane.properties, name, property.value)
            }
        }
    }
}
