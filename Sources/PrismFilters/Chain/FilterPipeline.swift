// SPDX-License-Identifier: MIT
// Filters on a stream of frames: to a photograph, a screen or an encoder.

public import PrismCore

/// Runs a chain over the frames of a subscription, on a thread of its own.
///
///     let frames = try await camera.subscribe(.latest)
///     for try await frame in try FilterPipeline(chain, of: frames) { … }
///
/// With `.latest`, frames that come while one is rendered are dropped but for the newest, and counted.
public struct FilterPipeline: AsyncSequence, Sendable {
    /// What the sequence delivers.
    public typealias Element = CameraFrame

    private let chain: FilterChain
    private let frames: FrameSubscription
    private let image: Int
    private let thread: FilterThread

    /// Makes a pipeline.
    ///
    /// - Parameters:
    ///   - chain: The filters; they may be changed while frames flow.
    ///   - frames: Where frames come from.
    ///   - image: Which of a frame's images is filtered.
    /// - Throws: `noMemory` or `inputOutput` where no thread can be had.
    public init(
        _ chain: FilterChain, of frames: FrameSubscription, image: Int = 0
    ) throws(PrismError) {
        thread = try FilterThread()
        self.chain = chain
        self.frames = frames
        self.image = image
    }

    /// Frames that came too late to be rendered.
    public var dropped: Int { frames.dropped }

    /// The next frame, rendered, or nil after the end.
    ///
    /// - Throws: What ended the camera, and what ``FilterChain/render(_:image:)`` throws.
    public func next() async throws(PrismError) -> CameraFrame? {
        guard let frame = try await frames.next() else { return nil }
        return try await thread.render(frame, image, by: chain)
    }

    /// Iterates with ``next()``.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let pipeline: FilterPipeline

        /// The next frame, rendered, or nil after the end.
        public mutating func next() async throws(PrismError) -> CameraFrame? {
            try await pipeline.next()
        }
    }

    /// An iterator; all iterators of one pipeline share its frames.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pipeline: self) }
}

/// The thread that may block for the time of a frame.
private actor FilterThread {
    private nonisolated let executor: DedicatedExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init() throws(PrismError) { executor = try DedicatedExecutor(name: "prism-filter") }

    deinit { executor.stop() }

    func render(
        _ frame: CameraFrame, _ image: Int, by chain: FilterChain
    ) throws(PrismError) -> CameraFrame {
        try chain.render(frame, image: image)
    }
}
