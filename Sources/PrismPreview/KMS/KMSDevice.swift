// SPDX-License-Identifier: MIT
// The kernel's card behind the seam.

internal import CPrismDisplay
internal import Glibc
package import PrismCore

/// An open card.
///
/// One thread uses it; the C room keeps no lock.
package final class KMSDevice: DisplayDevice {
    package let path: String
    private let display: OpaquePointer
    /// Whose the descriptor is; nil where it was opened directly.
    private let seat: Seat?
    private var blobs: [DisplayMode: UInt32] = [:]
    private var pictures: [Int: prism_dumb] = [:]
    private var formats: [Int: PixelFormat] = [:]
    private var nextPicture = 1
    private var assignments: [prism_assignment] = []

    /// Opens a card.
    ///
    /// - Throws: `permission`, `unsupported` where it shows nothing (a render node) or lacks atomic commits.
    package init(path: String, seat: Seat? = nil) throws(PrismError) {
        var opened: OpaquePointer?
        guard let seat else {
            let result = prism_display_open(path, &opened)
            guard result == 0, let opened else { throw .system("open \(path)", errno: -result) }
            display = opened
            self.path = path
            self.seat = nil
            return
        }
        let descriptor = try seat.open(path)
        let result = prism_display_adopt(descriptor, &opened)
        guard result == 0, let opened else {
            seat.close(descriptor)
            throw .system("open \(path)", errno: -result)
        }
        display = opened
        self.path = path
        self.seat = seat
    }

    deinit {
        for var picture in pictures.values { prism_dumb_destroy(display, &picture) }
        for blob in blobs.values { prism_display_destroy_blob(display, blob) }
        seat?.release(prism_display_fd(display))
        prism_display_close(display)
    }

    package var descriptor: Int32? {
        let watched = prism_display_watch(display)
        return watched >= 0 ? watched : prism_display_fd(display)
    }

    package func takeHotplug() -> Bool { prism_display_take_hotplug(display) != 0 }

    /// This process may change what the screen shows.
    package var isMaster: Bool { prism_display_is_master(display) != 0 }

    /// Becomes master or lets go of it.
    package func setMaster(_ wanted: Bool) throws(PrismError) {
        let result = prism_display_set_master(display, wanted ? 1 : 0)
        guard result == 0 else {
            throw .system("\(wanted ? "take" : "release") \(path)", errno: -result)
        }
    }

    /// Leases objects to another client; the descriptor is the caller's.
    package func lease(_ objects: [UInt32]) throws(PrismError) -> (descriptor: Int32, id: UInt32) {
        var lessee: UInt32 = 0
        let result = prism_display_lease(display, objects, objects.count, &lessee)
        guard result >= 0 else { throw .system("lease a screen of \(path)", errno: -result) }
        return (result, lessee)
    }

    package func snapshot() throws(PrismError) -> CardSnapshot {
        try CardReader.read(display, path: path)
    }

    package func commit(
        _ request: AtomicRequest, _ flags: CommitFlags, tag: UInt64
    ) throws(PrismError) {
        try request.check()
        let result = commit(request, flags, tag, nil)
        guard result == 0 else { throw .system("commit to \(path)", errno: -result) }
    }

    private func commit(
        _ request: AtomicRequest, _ flags: CommitFlags, _ tag: UInt64,
        _ fence: UnsafeMutablePointer<prism_fence>?
    ) -> Int32 {
        assignments.removeAll(keepingCapacity: true)
        for item in request.assignments {
            assignments.append(
                prism_assignment(object: item.object, property: item.property, value: item.value))
        }
        return prism_display_commit(
            display, assignments, assignments.count, flags.rawValue, tag, fence)
    }

    package func readFlips(into flips: inout [FlipEvent]) throws(PrismError) {
        let result = withUnsafeTemporaryAllocation(of: prism_flip.self, capacity: 16) { buffer in
            let count = prism_display_read_flips(display, buffer.baseAddress, buffer.count)
            for flip in buffer.prefix(Int(max(0, count))) {
                flips.append(
                    FlipEvent(
                        crtc: flip.crtc, sequence: flip.sequence, time: flip.time_ns, tag: flip.tag)
                )
            }
            return count
        }
        guard result >= 0 else { throw .system("read events of \(path)", errno: -result) }
    }

    package func modeBlob(_ mode: DisplayMode) throws(PrismError) -> UInt32 {
        if let known = blobs[mode] { return known }
        var raw = CardReader.raw(mode)
        var id: UInt32 = 0
        let result = prism_display_create_mode(display, &raw, &id)
        guard result == 0 else { throw .system("describe mode \(mode)", errno: -result) }
        blobs[mode] = id
        return id
    }

    package func framebuffer(
        of memory: PictureMemory, _ picture: PreviewPicture
    ) throws(PrismError) -> UInt32 {
        var raw = prism_picture()
        raw.width = UInt32(clamping: picture.size.width)
        raw.height = UInt32(clamping: picture.size.height)
        raw.fourcc = picture.format.fourcc
        raw.modifier = picture.format.modifier
        raw.plane_count = UInt32(clamping: memory.count)
        raw.set(memory.first, at: 0)
        if let plane = memory.second { raw.set(plane, at: 1) }
        if let plane = memory.third { raw.set(plane, at: 2) }
        var id: UInt32 = 0
        let result = prism_framebuffer_import(display, &raw, &id)
        guard result == 0 else {
            throw .system(
                "show the camera's \(picture.format) \(picture.size) on \(path)", errno: -result)
        }
        return id
    }

    package func forgetFramebuffers(except kept: [UInt32]) {
        prism_framebuffer_forget(display, kept, kept.count)
    }

    /// What is held of cameras' memory, for tests of leaks.
    package var counts: (framebuffers: Int, handles: Int, imports: Int, hits: Int) {
        var counts = prism_display_counts()
        prism_display_count(display, &counts)
        return (
            Int(counts.framebuffers), Int(counts.handles), Int(counts.imports), Int(counts.hits)
        )
    }
}

extension prism_picture {
    fileprivate mutating func set(_ plane: PictureMemory.Plane, at index: Int) {
        withUnsafeMutableBytes(of: &fds) { $0.bindMemory(to: Int32.self)[index] = plane.descriptor }
        withUnsafeMutableBytes(of: &offsets) {
            $0.bindMemory(to: UInt32.self)[index] = UInt32(clamping: plane.offset)
        }
        withUnsafeMutableBytes(of: &strides) {
            $0.bindMemory(to: UInt32.self)[index] = UInt32(clamping: plane.stride)
        }
    }
}

extension KMSDevice {
    package func makePicture(
        _ format: PixelFormat, _ size: PixelSize
    ) throws(PrismError) -> DrawnPicture {
        var dumb = prism_dumb()
        let bits: UInt32 = format == .rgb565 ? 16 : 32
        let result = prism_dumb_create(
            display, UInt32(clamping: size.width), UInt32(clamping: size.height), format.fourcc,
            bits, &dumb)
        guard result == 0 else {
            throw .system("make a \(format) picture of \(size) on \(path)", errno: -result)
        }
        defer { nextPicture += 1 }
        pictures[nextPicture] = dumb
        formats[nextPicture] = format
        return DrawnPicture(
            id: nextPicture, framebuffer: dumb.framebuffer, format: format, size: size)
    }

    package func draw(
        into picture: DrawnPicture, _ body: (MutablePixelView) throws -> Void
    ) throws {
        guard let dumb = pictures[picture.id], let pixels = dumb.pixels else {
            throw PrismError(.busy, "the picture is freed")
        }
        try body(
            MutablePixelView(
                format: picture.format, width: picture.size.width, height: picture.size.height,
                colorSpace: .unspecified,
                planes: [.init(base: pixels, stride: Int(dumb.stride), rows: picture.size.height)]))
    }

    package func free(_ picture: DrawnPicture) {
        guard var dumb = pictures.removeValue(forKey: picture.id) else { return }
        formats[picture.id] = nil
        prism_dumb_destroy(display, &dumb)
    }

    package func writeBack(
        _ request: AtomicRequest, connector: ConnectorSnapshot, crtc: UInt32,
        into picture: DrawnPicture
    ) throws(PrismError) {
        guard let property = connector.properties["WRITEBACK_OUT_FENCE_PTR"] else {
            throw PrismError(.unsupported, "\(connector.name) has no fence")
        }
        var whole = request
        whole.set(connector.id, connector.properties, "CRTC_ID", UInt64(crtc))
        whole.set(
            connector.id, connector.properties, "WRITEBACK_FB_ID", UInt64(picture.framebuffer))
        try whole.check()
        var fence = prism_fence(object: connector.id, property: property.id, fd: -1)
        // Connecting the writeback is a mode set to the kernel; nothing flickers by it.
        var result = commit(whole, .modeset, 0, &fence)
        guard result == 0 else {
            throw .system("read the screen back from \(path)", errno: -result)
        }
        if fence.fd >= 0 { result = prism_display_wait_fence(fence.fd, 10_000) }
        var release = AtomicRequest()
        release.set(connector.id, connector.properties, "CRTC_ID", 0)
        _ = commit(release, .modeset, 0, nil)
        guard result == 0 else { throw .system("read the screen back", errno: -result) }
    }
}
