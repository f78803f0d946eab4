// SPDX-License-Identifier: MIT
// Configuration as one transaction: all of it or what was there before.

/// A configuration as asked for and as it is, with the controls that came with it.
struct ActiveConfiguration: Sendable {
    let wish: CameraConfiguration
    let configured: CameraConfiguration
    let controls: ControlTable
}

extension CameraSession {
    /// Configures streams and buffers.
    ///
    /// A running camera is stopped for it and started again.
    ///
    /// - Parameter wish: What is wanted; nil fields leave the choice to the camera.
    /// - Returns: What came of it, with every adjusted field.
    /// - Throws: `unsupported` or `outOfRange`; then everything is as it was before.
    @discardableResult
    public func configure(_ wish: CameraConfiguration) throws(PrismError) -> ConfigurationReport {
        if case .closed = state { throw PrismError(.busy, "the camera is closed") }
        if case .failed(let error) = state { throw error }
        _ = try bridge.configure(wish, bufferCount: buffers(for: wish), apply: false)
        let before = active
        let wasRunning = isActive
        if wasRunning { try stop() }
        do throws(PrismError) {
            active = try apply(wish)
            try checkLoans()
        } catch {
            active = try before.map { old throws(PrismError) in try apply(old.wish) }
            if wasRunning { try start() }
            throw error
        }
        handle(.configured)
        if wasRunning { try start() }
        guard let active else { throw PrismError(.unsupported, "nothing was configured") }
        return ConfigurationReport(wish: wish, configured: active.configured)
    }

    /// Says what ``configure(_:)`` would make of a wish, and changes nothing.
    public func validate(_ wish: CameraConfiguration) throws(PrismError) -> ConfigurationReport {
        let trial = try bridge.configure(wish, bufferCount: buffers(for: wish), apply: false)
        return ConfigurationReport(wish: wish, configured: trial)
    }

    /// Formats and sizes that a role offers; what the camera lists, not a promise.
    public func formats(_ role: StreamRole) throws(PrismError) -> [StreamFormat] {
        try bridge.formats(role)
    }

    /// Static properties of the camera by libcamera's names, for example "PixelArraySize".
    public func properties() throws(PrismError) -> [String: ControlValue] {
        try bridge.properties()
    }

    private var isActive: Bool {
        switch state {
        case .running, .recovering: true
        case .opened, .configured, .failed, .closed: false
        }
    }

    /// Applies a wish to the present bridge.
    func apply(_ wish: CameraConfiguration) throws(PrismError) -> ActiveConfiguration {
        let configured = try bridge.configure(
            wish, bufferCount: buffers(for: wish), apply: true)
        return ActiveConfiguration(
            wish: wish, configured: configured, controls: try bridge.controls())
    }

    /// Every loan, one buffer being filled and one waiting; four at least.
    private func buffers(for wish: CameraConfiguration) -> Int {
        wish.bufferCount ?? max(4, router.loans + 2)
    }

    func checkLoans(adding policy: FramePolicy? = nil) throws(PrismError) {
        guard let count = active?.configured.bufferCount else { return }
        let loans = router.loans + (policy?.loans ?? 0)
        guard loans < count else {
            throw PrismError(
                .outOfRange,
                "consumers may hold \(loans) frames, but the camera has \(count) buffers: "
                    + "it needs \(loans + 1) at least")
        }
    }
}
