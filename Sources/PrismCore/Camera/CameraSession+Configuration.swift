// SPDX-License-Identifier: MIT
// Configuration as one transaction: all of it or what was there before.

extension CameraConfiguration {
    /// One line for logs: streams, buffers, sensor mode.
    var summary: String {
        let streams = streams.map { stream in
            let size = stream.size?.description ?? "?"
            return "\(stream.role.rawValue) \(size) \(stream.format.map { "\($0)" } ?? "?")"
        }
        let mode = sensorSize.map { ", sensor \($0)" } ?? ""
        let buffers = bufferCount.map { ", \($0) buffers" } ?? ""
        return streams.joined(separator: " + ") + mode + buffers
    }
}

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
        try requireOpen("configure")
        let wasRunning = isActive
        if wasRunning { try stop() }
        // An unplugged camera that was awaited is given up by the stop.
        try requireOpen("configure")
        do throws(PrismError) {
            try change(to: wish, restarts: wasRunning)
        } catch {
            if wasRunning { try start() }
            throw error
        }
        handle(.configured)
        if wasRunning { try start() }
        guard let active else { throw PrismError(.unsupported, "nothing was configured") }
        PrismLog.write(.notice, .session, "\(descriptor.model): \(active.configured.summary)")
        return ConfigurationReport(wish: wish, configured: active.configured)
    }

    /// Applies a wish, or what was there before.
    private func change(to wish: CameraConfiguration, restarts: Bool) throws(PrismError) {
        let trial = try bridge.configure(wish, bufferCount: buffers(for: wish), apply: false)
        try checkLoans(router.loans, of: trial.bufferCount)
        let before = active
        do throws(PrismError) {
            let next = try apply(wish)
            // "As it is now" would mean nothing to another sensor mode.
            let wishes = held.resolved(latest)
            if restarts {
                _ = try ControlPlan(wishes, for: controlContext(next.controls, held: wishes))
            }
            held = wishes
            active = next
        } catch {
            if let before { active = try apply(before.wish) }
            throw error
        }
    }

    /// Says what ``configure(_:)`` would make of a wish, and changes nothing.
    ///
    /// - Parameter wish: What is wanted.
    /// - Returns: What would come of it.
    /// - Throws: `unsupported`; `busy` while the camera runs.
    public func validate(_ wish: CameraConfiguration) throws(PrismError) -> ConfigurationReport {
        try requireOpen("validate a configuration")
        let trial = try bridge.configure(wish, bufferCount: buffers(for: wish), apply: false)
        return ConfigurationReport(wish: wish, configured: trial)
    }

    /// Formats and sizes that a role offers; what the camera lists, not a promise.
    public func formats(_ role: StreamRole) throws(PrismError) -> [StreamFormat] {
        try requireOpen("list formats")
        return try bridge.formats(role)
    }

    /// Static properties of the camera by libcamera's names, for example "PixelArraySize".
    public func properties() throws(PrismError) -> [String: ControlValue] {
        try requireOpen("read properties")
        return try bridge.properties()
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

    func checkLoans(adding policy: FramePolicy) throws(PrismError) {
        try checkLoans(router.loans + policy.loans, of: active?.configured.bufferCount)
    }

    private func checkLoans(_ loans: Int, of count: Int?) throws(PrismError) {
        guard let count, loans >= count else { return }
        throw PrismError(
            .outOfRange,
            "consumers may hold \(loans) frames, but the camera has \(count) buffers: "
                + "it needs \(loans + 1) at least")
    }
}
