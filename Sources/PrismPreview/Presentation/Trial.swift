// SPDX-License-Identifier: MIT
// Asks the driver by test commits which way onto the screen it takes.

internal import PrismCore

/// Looks for a way by test commits.
struct Trial {
    let device: any DisplayDevice
    let screen: ScreenChoice
    let picture: PreviewPicture
    let size: PixelSize
    var pictures: [PixelFormat: DrawnPicture] = [:]
    var permission: PrismError?

    init(
        _ device: any DisplayDevice, _ screen: ScreenChoice, _ picture: PreviewPicture,
        _ size: PixelSize
    ) {
        self.device = device
        self.screen = screen
        self.picture = picture
        self.size = size
    }

    /// The first way that the driver accepts, with a plane for the overlay where there is to be one.
    mutating func climb(
        _ ladder: PresentationLadder, imported: UInt32?, withOverlay: Bool
    ) throws(PrismError) -> (PresentationWay, PlaneSnapshot?) {
        let blob = try device.modeBlob(screen.mode)
        let ways = ladder.ways(zeroCopy: imported != nil)
        for way in ways where accepts(way, blob, imported, overlay: nil) {
            guard withOverlay else { return (way, nil) }
            for plane in overlays(beside: way)
            where accepts(way, blob, imported, overlay: plane) {
                return (way, plane)
            }
            // Without a plane for it the overlay is blended, so the processor draws the picture too.
            if way.step == .converted { return (way, nil) }
        }
        if let permission { throw permission }
        return (try ladder.climb(zeroCopy: imported != nil) { _ in false }, nil)
    }

    /// Planes that could lie over the picture.
    private func overlays(beside way: PresentationWay) -> [PlaneSnapshot] {
        screen.card.planes(on: screen.crtc.id, .overlay).filter {
            $0.id > way.layout.plane && $0.formats.contains(.argb8888)
        }
    }

    private mutating func accepts(
        _ way: PresentationWay, _ blob: UInt32, _ imported: UInt32?, overlay: PlaneSnapshot?
    ) -> Bool {
        guard let plane = screen.card.planes.first(where: { $0.id == way.layout.plane }) else {
            return false
        }
        do throws(PrismError) {
            let framebuffer =
                way.isZeroCopy ? imported : try drawn(way.layout.format).framebuffer
            let backdrop = way.hasBackdrop ? try drawn(.xrgb8888).framebuffer : nil
            guard let framebuffer else { return false }
            var request = DisplayPipeline.whole(
                way, screen, plane, modeBlob: blob, framebuffer, backdrop: backdrop,
                except: overlay?.id)
            if let overlay {
                request.show(
                    OverlayLayer.layout(overlay.id, size), on: overlay, crtc: screen.crtc.id,
                    framebuffer: try drawn(.argb8888).framebuffer)
            }
            try device.commit(request, [.test, .modeset], tag: 0)
            return true
        } catch {
            if error.code == .permission { permission = error }
            return false
        }
    }

    private mutating func drawn(_ format: PixelFormat) throws(PrismError) -> DrawnPicture {
        if let known = pictures[format] { return known }
        let made = try device.makePicture(format, size)
        pictures[format] = made
        return made
    }

    func free() { for picture in pictures.values { device.free(picture) } }
}
