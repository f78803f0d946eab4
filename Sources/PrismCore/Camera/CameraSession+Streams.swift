// SPDX-License-Identifier: MIT
// What a session tells its users: frames, states, events.

extension CameraSession {
    /// Subscribes to frames.
    ///
    /// It may come before ``configure(_:)``, which then provides enough buffers.
    ///
    /// - Parameters:
    ///   - policy: How many frames the consumer may hold, and what is dropped when it is slow.
    ///   - isDeferred: True for a consumer that must not delay the first picture on a screen: its frames begin with
    ///     the second one of each start. Its buffers are provided all the same.
    /// - Returns: The frames, once the camera runs.
    /// - Throws: `outOfRange` where the configured buffers cannot serve one more consumer.
    public func subscribe(
        _ policy: FramePolicy, isDeferred: Bool = false
    ) throws(PrismError) -> FrameSubscription {
        try requireOpen("subscribe")
        try checkLoans(adding: policy)
        return router.add(policy, isDeferred: isDeferred)
    }

    /// States from now on, beginning with the present one.
    public func stateStream() -> AsyncStream<CameraState> { states.stream(first: state) }

    /// Events from now on.
    public func eventStream() -> AsyncStream<CameraEvent> { events.stream() }

    /// Metadata of the newest frame.
    public var latestMetadata: FrameMetadata { latest }
}
