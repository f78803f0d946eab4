// SPDX-License-Identifier: MIT
// Waits for what a camera does by watching it, so that tests need no sleeps.

public import PrismCore

extension CameraSession {
    /// Waits until the camera is in a state.
    ///
    /// - Parameter matches: Which one.
    /// - Returns: It; nil where the session was closed before.
    @discardableResult
    public func state(where matches: (CameraState) -> Bool) async -> CameraState? {
        for await state in stateStream() where matches(state) { return state }
        return nil
    }
}

extension FrameSubscription {
    /// Takes frames until one matches.
    ///
    /// - Parameter matches: Looks at a frame's metadata.
    /// - Returns: The metadata of the one that does; nil at the end of the frames.
    /// - Throws: What ended the camera.
    public func metadata(
        where matches: (FrameMetadata) -> Bool
    ) async throws(PrismError) -> FrameMetadata? {
        while let frame = try await next() {
            if matches(frame.metadata) { return frame.metadata }
        }
        return nil
    }
}

/// The `PrismError` that an asynchronous `body` throws; nil when it throws none or another error.
public func prismError<Value: Sendable>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
) async -> PrismError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? PrismError
    }
}
