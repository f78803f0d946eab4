// SPDX-License-Identifier: MIT
// The one seam to a card: the kernel's behind it in programs, a recording one in tests.

package import PrismCore

/// How a commit is done; the numbers are the C room's.
package struct CommitFlags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Only say whether it would do.
    package static let test = CommitFlags(rawValue: 1)
    /// Return at once.
    package static let nonblocking = CommitFlags(rawValue: 2)
    /// A flip event when it is on the screen.
    package static let event = CommitFlags(rawValue: 4)
    /// May light up or reconfigure connectors.
    package static let modeset = CommitFlags(rawValue: 8)
}

/// A commit that is on the screen.
package struct FlipEvent: Hashable, Sendable {
    package var crtc: UInt32
    /// Vertical blanks counted by the driver; 0 where it counts none.
    package var sequence: UInt32
    /// Nanoseconds of CLOCK_MONOTONIC.
    package var time: Int64
    /// What the commit was given.
    package var tag: UInt64

    package init(crtc: UInt32, sequence: UInt32, time: Int64, tag: UInt64) {
        self.crtc = crtc
        self.sequence = sequence
        self.time = time
        self.tag = tag
    }
}

/// Memory of a picture's planes, on loan. No list, as there is one per frame.
package struct PictureMemory: Hashable, Sendable {
    /// One plane.
    package struct Plane: Hashable, Sendable {
        package var descriptor: Int32
        package var offset: Int
        package var stride: Int

        package init(descriptor: Int32, offset: Int, stride: Int) {
            self.descriptor = descriptor
            self.offset = offset
            self.stride = stride
        }
    }

    package let first: Plane
    package let second: Plane?
    package let third: Plane?

    package init(_ first: Plane, _ second: Plane? = nil, _ third: Plane? = nil) {
        self.first = first
        self.second = second
        self.third = third
    }

    /// Number of planes.
    package var count: Int { second == nil ? 1 : third == nil ? 2 : 3 }
}

/// A picture that the processor draws into.
package struct DrawnPicture: Hashable, Sendable {
    /// The device's own number of it.
    package var id: Int
    package var framebuffer: UInt32
    package var format: PixelFormat
    package var size: PixelSize

    package init(id: Int, framebuffer: UInt32, format: PixelFormat, size: PixelSize) {
        self.id = id
        self.framebuffer = framebuffer
        self.format = format
        self.size = size
    }
}

/// What a display needs of a card. One thread calls it.
package protocol DisplayDevice: AnyObject {
    /// Polled for flip events and news of connectors; nil where there is nothing to poll.
    var descriptor: Int32? { get }

    /// Reads everything anew.
    func snapshot() throws(PrismError) -> CardSnapshot

    /// Sets all properties or none.
    func commit(
        _ request: AtomicRequest, _ flags: CommitFlags, tag: UInt64
    ) throws(PrismError)

    /// Appends the flips that wait; never blocks.
    func readFlips(into flips: inout [FlipEvent]) throws(PrismError)

    /// True where connectors may have changed since the last call; never blocks.
    func takeHotplug() -> Bool

    /// A blob of a mode; freed with the device.
    func modeBlob(_ mode: DisplayMode) throws(PrismError) -> UInt32

    /// The framebuffer of a picture in a camera's memory, made on first sight.
    func framebuffer(
        of memory: PictureMemory, _ picture: PreviewPicture
    ) throws(PrismError) -> UInt32

    /// Frees the framebuffers of pictures of others but for some.
    func forgetFramebuffers(except kept: [UInt32])

    /// A black picture for the processor to draw into.
    func makePicture(_ format: PixelFormat, _ size: PixelSize) throws(PrismError) -> DrawnPicture

    /// Draws into a picture.
    func draw(into picture: DrawnPicture, _ body: (MutablePixelView) throws -> Void) throws

    /// Frees a picture.
    func free(_ picture: DrawnPicture)

    /// Reads what a screen shows into a picture, in the same commit as `request`; blocks until it is written.
    func writeBack(
        _ request: AtomicRequest, connector: ConnectorSnapshot, crtc: UInt32,
        into picture: DrawnPicture
    ) throws(PrismError)
}
