// SPDX-License-Identifier: MIT
// A display card without a kernel: it keeps the kernel's rules, records every commit, and blanks when it is told to.

package import PrismCore
package import PrismPreview

/// A card for tests of presentation.
///
/// A commit with an event is on the screen at the next ``blank()``; until then the next one is refused with EBUSY, as a
/// real card does. What the screen shows is checked at each blank: a picture whose memory went is a violation.
package final class RecordingDisplay: DisplayDevice {
    /// What the hardware can do beyond what its description says.
    package struct Abilities: Hashable, Sendable {
        /// Planes that scale; others refuse with ERANGE.
        package var scaling: Set<UInt32> = []
        /// A CRTC must have a picture on its primary plane.
        package var needsPrimary = false
        /// Planes that may be smaller than the screen; others refuse with EINVAL.
        package var windowed: Set<UInt32> = []
        /// False: ours is not the master.
        package var isMaster = true
        /// Refuses every import with ENODEV.
        package var refusesImport = false

        package init() {}
    }

    /// One commit as it was asked for.
    package struct Commit: Hashable, Sendable {
        package var request: AtomicRequest
        package var flags: CommitFlags
        package var tag: UInt64
        /// 0, or the errno that it was refused with.
        package var errno: Int32
    }

    /// The card's description.
    package let card: CardSnapshot
    package var abilities: Abilities
    /// Every commit that was no test.
    package private(set) var commits: [Commit] = []
    /// Test commits.
    package private(set) var tests: [Commit] = []
    /// Errnos for coming commits that are no tests, by their number from 0.
    package var forcedErrors: [Int: Int32] = [:]
    /// Numbers of commits whose event never comes.
    package var lostEvents: Set<Int> = []
    /// Present values by object and property.
    package private(set) var state: [UInt32: [UInt32: UInt64]] = [:]
    /// What went wrong without anybody being told.
    package private(set) var violations: [String] = []
    /// Framebuffers shown at each blank on any plane that shows a camera's picture.
    package private(set) var history: [UInt32] = []
    package private(set) var blanks = 0

    private var underWay: (tag: UInt64, crtc: UInt32, hasEvent: Bool)?
    private var events: [FlipEvent] = []
    private var framebuffers: [UInt32: PreviewPicture] = [:]
    private var imports: [PictureMemory: UInt32] = [:]
    private var pictures: [Int: PixelBuffer] = [:]
    private var modes: [UInt32: DisplayMode] = [:]
    private var nextNumber: UInt32 = 1000

    package init(_ card: CardSnapshot, abilities: Abilities = Abilities()) {
        self.card = card
        self.abilities = abilities
        for connector in card.connectors { remember(connector.id, connector.properties) }
        for crtc in card.crtcs { remember(crtc.id, crtc.properties) }
        for plane in card.planes {
            remember(plane.id, plane.properties)
            // Another program's picture.
            if let shown = plane.properties["FB_ID"]?.value, shown != 0 {
                framebuffers[UInt32(shown)] = PreviewPicture(
                    format: .xrgb8888, size: PixelSize(width: 1, height: 1))
            }
        }
    }

    private func remember(_ object: UInt32, _ properties: DisplayProperties) {
        for property in properties.values {
            state[object, default: [:]][property.id] = property.value
        }
    }

    package var descriptor: Int32? { nil }
    /// Framebuffers that exist, other programs' among them.
    package var framebufferCount: Int { framebuffers.count }

    package func snapshot() throws(PrismError) -> CardSnapshot { card }

    package func commit(
        _ request: AtomicRequest, _ flags: CommitFlags, tag: UInt64
    ) throws(PrismError) {
        try request.check()
        let number = commits.count
        var next = state
        for item in request.assignments { next[item.object]?[item.property] = item.value }
        var errno = refusal(of: next, request, flags)
        if !flags.contains(.test), errno == 0 { errno = forcedErrors[number] ?? 0 }
        let record = Commit(request: request, flags: flags, tag: tag, errno: errno)
        if flags.contains(.test) { tests.append(record) } else { commits.append(record) }
        guard errno == 0 else { throw .system("commit to \(card.path)", errno: errno) }
        guard !flags.contains(.test) else { return }
        state = next
        guard flags.contains(.event) else { return underWay = nil }
        let hasEvent = !lostEvents.contains(number)
        underWay = (tag, card.crtcs.first?.id ?? 0, hasEvent)
    }

    /// One vertical blank: what was committed is on the screen now.
    package func blank() {
        blanks += 1
        if let done = underWay {
            underWay = nil
            if done.hasEvent {
                events.append(
                    FlipEvent(
                        crtc: done.crtc, sequence: UInt32(blanks),
                        time: Int64(blanks) * 16_666_667, tag: done.tag))
            }
        }
        for plane in card.planes {
            let shown = value(plane.id, plane.properties, "FB_ID")
            guard shown != 0 else { continue }
            if framebuffers[UInt32(shown)] == nil {
                violations.append(
                    "blank \(blanks): plane \(plane.id) shows \(shown), which is gone")
            }
            if imports.values.contains(UInt32(shown)) { history.append(UInt32(shown)) }
        }
    }

    /// A property's present value.
    package func value(_ object: UInt32, _ properties: DisplayProperties, _ name: String) -> UInt64
    {
        value(in: state, object, properties, name)
    }

    private func value(
        in state: [UInt32: [UInt32: UInt64]], _ object: UInt32, _ properties: DisplayProperties,
        _ name: String
    ) -> UInt64 {
        properties[name].flatMap { state[object]?[$0.id] } ?? 0
    }

    package func readFlips(into flips: inout [FlipEvent]) throws(PrismError) {
        flips += events
        events = []
    }

    package func takeHotplug() -> Bool { false }

    package func modeBlob(_ mode: DisplayMode) throws(PrismError) -> UInt32 {
        nextNumber += 1
        modes[nextNumber] = mode
        return nextNumber
    }

    package func framebuffer(
        of memory: PictureMemory, _ picture: PreviewPicture
    ) throws(PrismError) -> UInt32 {
        guard !abilities.refusesImport else { throw .system("import", errno: 19) }
        if let known = imports[memory], framebuffers[known] == picture { return known }
        nextNumber += 1
        imports[memory] = nextNumber
        framebuffers[nextNumber] = picture
        return nextNumber
    }

    package func forgetFramebuffers(except kept: [UInt32]) {
        for (memory, framebuffer) in imports where !kept.contains(framebuffer) {
            framebuffers[framebuffer] = nil
            imports[memory] = nil
        }
    }

    package func makePicture(
        _ format: PixelFormat, _ size: PixelSize
    ) throws(PrismError) -> DrawnPicture {
        // What is drawn is kept in 32 bits whatever the format; nobody looks at 16.
        let buffer = try PixelBuffer(format: .xrgb8888, size: size)
        nextNumber += 1
        framebuffers[nextNumber] = PreviewPicture(format: format, size: size)
        pictures[Int(nextNumber)] = buffer
        return DrawnPicture(
            id: Int(nextNumber), framebuffer: nextNumber, format: format, size: size)
    }

    package func draw(
        into picture: DrawnPicture, _ body: (MutablePixelView) throws -> Void
    ) throws {
        guard let buffer = pictures[picture.id] else {
            throw PrismError(.busy, "the picture is freed")
        }
        for plane in card.planes
        where value(plane.id, plane.properties, "FB_ID") == UInt64(picture.framebuffer) {
            violations.append("drawn into \(picture.framebuffer) while plane \(plane.id) shows it")
        }
        try buffer.withMutablePixels(body)
    }

    package func free(_ picture: DrawnPicture) {
        framebuffers[picture.framebuffer] = nil
        pictures[picture.id] = nil
    }

    package func writeBack(
        _ request: AtomicRequest, connector: ConnectorSnapshot, crtc: UInt32,
        into picture: DrawnPicture
    ) throws(PrismError) {
        try commit(request, .modeset, tag: 0)
    }
}

extension RecordingDisplay {
    /// The errno of a state that the hardware or the kernel does not allow.
    private func refusal(
        of next: [UInt32: [UInt32: UInt64]], _ request: AtomicRequest, _ flags: CommitFlags
    ) -> Int32 {
        guard abilities.isMaster else { return 13 }
        if !flags.contains(.test), flags.contains(.nonblocking), underWay != nil { return 16 }
        for item in request.assignments where state[item.object]?[item.property] == nil {
            return 2
        }
        for crtc in card.crtcs where value(in: next, crtc.id, crtc.properties, "ACTIVE") != 0 {
            let primary = card.planes(on: crtc.id, .primary).contains {
                value(in: next, $0.id, $0.properties, "FB_ID") != 0
            }
            if abilities.needsPrimary, !primary { return 22 }
        }
        for plane in card.planes {
            let errno = refusal(of: plane, in: next)
            if errno != 0 { return errno }
        }
        return 0
    }

    private func refusal(
        of plane: PlaneSnapshot, in next: [UInt32: [UInt32: UInt64]]
    ) -> Int32 {
        func value(_ name: String) -> UInt64 {
            self.value(in: next, plane.id, plane.properties, name)
        }
        let shown = UInt32(value("FB_ID"))
        guard shown != 0 else { return 0 }
        guard let picture = framebuffers[shown], value("CRTC_ID") != 0 else { return 22 }
        // Another program's picture, left as it was.
        guard picture.size.width > 1 else { return 0 }
        guard plane.formats.contains(picture.format) else { return 22 }
        let right = Int((value("SRC_X") + value("SRC_W")) >> 16)
        let bottom = Int((value("SRC_Y") + value("SRC_H")) >> 16)
        guard right <= picture.size.width, bottom <= picture.size.height else { return 28 }
        // Bits 1 and 3 of "rotation": quarter turns.
        let isTurned = value("rotation") & 0b1010 != 0
        let width = value(isTurned ? "SRC_H" : "SRC_W") >> 16
        let height = value(isTurned ? "SRC_W" : "SRC_H") >> 16
        let isScaled = width != value("CRTC_W") || height != value("CRTC_H")
        if isScaled, !abilities.scaling.contains(plane.id) { return 34 }
        guard let mode = screen(of: UInt32(value("CRTC_ID")), in: next) else { return 22 }
        let isWhole = value("CRTC_W") == mode.width && value("CRTC_H") == mode.height
        return isWhole || abilities.windowed.contains(plane.id) ? 0 : 22
    }

    private func screen(
        of crtc: UInt32, in next: [UInt32: [UInt32: UInt64]]
    ) -> DisplayMode? {
        guard let crtc = card.crtcs.first(where: { $0.id == crtc }) else { return nil }
        let blob = UInt32(value(in: next, crtc.id, crtc.properties, "MODE_ID"))
        return modes[blob] ?? crtc.mode
    }
}
