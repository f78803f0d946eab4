// SPDX-License-Identifier: MIT
// What a preview goes to, whatever it is: a screen, a terminal, files, nothing.

public import PrismCore

/// How a preview was shown.
public struct PreviewFacts: Hashable, Sendable {
    /// Frames that were shown.
    public var shown: Int
    /// Frames that were given up for a newer one.
    public var dropped: Int
    /// One line for people: "HDMI-A-1 1920x1080@60, overlay plane, no copy".
    public var summary: String
    /// Pixels of the camera that the processor looked at, in frames.
    public var copies: Int

    /// Makes facts.
    public init(shown: Int = 0, dropped: Int = 0, summary: String = "", copies: Int = 0) {
        self.shown = shown
        self.dropped = dropped
        self.summary = summary
        self.copies = copies
    }
}

/// Shows frames.
public protocol PreviewOutput: Sendable {
    /// Most frames that it holds at once.
    var loans: Int { get }

    /// The size at which pictures need no scaling, before turning; nil where any size is as good.
    var preferredSize: PixelSize? { get }

    /// The camera's buffers are others from now on: what is remembered of the old ones is let go.
    func buffersChanged() async

    /// Shows a frame as soon as it can, and lets go of an older one for it.
    ///
    /// - Throws: What ends the preview.
    func show(_ frame: CameraFrame) async throws(PrismError)

    /// What is shown, as a picture of the screen's size.
    ///
    /// - Throws: `unsupported` where nothing is shown.
    func screenshot() async throws(PrismError) -> PixelBuffer

    /// What happened so far.
    func facts() async -> PreviewFacts

    /// Ends, and puts back what was there before.
    func close() async
}

/// Shows nothing; for scripts that need a preview's timing without a screen.
public actor NullPreview: PreviewOutput {
    private var count = 0

    /// Makes it.
    public init() {}

    /// None is kept.
    public nonisolated var loans: Int { 0 }

    /// Any will do.
    public nonisolated var preferredSize: PixelSize? { nil }

    /// Nothing is remembered.
    public func buffersChanged() {}

    /// Counts the frame.
    public func show(_ frame: CameraFrame) throws(PrismError) { count += 1 }

    /// There is none.
    public func screenshot() throws(PrismError) -> PixelBuffer {
        throw PrismError(.unsupported, "there is no screen to be photographed")
    }

    /// The number of frames.
    public func facts() -> PreviewFacts { PreviewFacts(shown: count, summary: "nowhere") }

    /// Does nothing.
    public func close() {}
}
