// SPDX-License-Identifier: MIT
// Display cards as drivers describe them, written down from modetest listings and the drivers' own tables.

import PrismCore
import PrismPreview
import PrismTesting

enum Topologies {
    static let hd = DisplayMode(1920, 1080, at: 60, isPreferred: true)
    static let modes = [
        hd, DisplayMode(1920, 1080, at: 59.94), DisplayMode(1920, 1080, at: 50),
        DisplayMode(1280, 720, at: 60), DisplayMode(1280, 720, at: 50),
        DisplayMode(640, 480, at: 59.94),
    ]
    static let panel = DisplayMode(800, 480, at: 60, isPreferred: true)
    static let small = DisplayMode(320, 240, at: 30, isPreferred: true)
    static let composite = DisplayMode(
        clock: 13_500, horizontal: .init(active: 720, syncStart: 732, syncEnd: 796, total: 864),
        vertical: .init(active: 576, syncStart: 580, syncEnd: 585, total: 625), flags: 1 << 4,
        type: 1 << 3, name: "720x576i")

    /// Broadcom's layouts as the driver lists them: without a column's height.
    static func broadcom(_ layout: UInt64) -> UInt64 { 7 << 56 | layout }

    /// vc4 of BCM2711: `hvs_formats` and `vc4_format_mod_supported` of vc4_plane.c, as modetest lists them.
    static let vc4Formats: [PixelFormat] = {
        let plain = ["XR24", "AR24", "AB24", "XB24", "RG16", "BG16", "AR15", "XR15"]
        let linear = ["RG24", "BG24", "YU16", "YV16", "YU12", "YV12", "NV16", "NV61"]
        let columns = ["NV12", "NV21"]
        let tiled = plain.map { format($0, broadcom(1)) }
        let sand = columns.flatMap { name in [4, 3, 5].map { format(name, broadcom($0)) } }
        return (plain + linear + columns).map { format($0) } + tiled + sand
            + [format("P030", broadcom(4))]
    }()

    static func format(_ name: String, _ modifier: UInt64 = 0) -> PixelFormat {
        let value = name.utf8.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return PixelFormat(fourcc: value, modifier: modifier)
    }

    /// Raspberry Pi 4: two HDMI outputs of which the second is empty, a writeback connector, overlays for every CRTC.
    static func pi4(lit: Bool = true) -> CardSnapshot {
        var card = CardMaker("vc4", path: "/dev/dri/card1")
        let first = card.addCrtc(lit: lit ? hd : nil)
        card.addCrtc()
        card.addCrtc()
        card.addConnector("Writeback-1", .unknown, modes: [], crtcs: 0b100)
        card.addConnector("HDMI-A-1", modes: modes, crtcs: 0b001, drivenBy: lit ? first : 0)
        card.addConnector("HDMI-A-2", .disconnected, modes: [], crtcs: 0b010)
        let all: CardMaker.Abilities = [.rotation, .color, .depth, .blending]
        card.addPlane(
            .primary, formats: vc4Formats, crtcs: 0b001, all, framebuffer: lit ? 77 : 0,
            on: lit ? first : 0)
        for index in 1..<3 { card.addPlane(.primary, formats: vc4Formats, crtcs: 1 << index, all) }
        for _ in 0..<8 { card.addPlane(.overlay, formats: vc4Formats, crtcs: 0b111, all) }
        card.addPlane(.cursor, formats: [.argb8888], crtcs: 0b001, all)
        return card.snapshot
    }

    /// Raspberry Pi 5 with nothing on HDMI.
    static func pi5HDMI() -> CardSnapshot {
        var card = CardMaker("vc4", path: "/dev/dri/card1")
        card.addCrtc()
        card.addConnector("HDMI-A-1", .disconnected, modes: [])
        card.addConnector("HDMI-A-2", .disconnected, modes: [])
        card.addPlane(.primary, formats: vc4Formats, [.rotation, .color, .depth, .blending])
        return card.snapshot
    }

    /// Raspberry Pi 5's RP1: one plane that neither scales nor takes Y'CbCr (picamera2 #1000 lists the formats).
    static func rp1(_ driver: String, _ connector: String, _ mode: DisplayMode) -> CardSnapshot {
        var card = CardMaker(
            driver, path: driver == "drm-rp1-dsi" ? "/dev/dri/card0" : "/dev/dri/card2")
        let crtc = card.addCrtc(lit: mode)
        let isComposite = connector.hasPrefix("Composite")
        card.addConnector(
            connector, isComposite ? .unknown : .connected, modes: [mode], drivenBy: crtc)
        card.addPlane(
            .primary, formats: [.xrgb8888, .xbgr8888, .rgb888, .bgr888, .rgb565], framebuffer: 40,
            on: crtc)
        return card.snapshot
    }

    /// A panel behind SPI (panel-mipi-dbi, ili9341).
    static func spi() -> CardSnapshot {
        var card = CardMaker("panel-mipi-dbi", path: "/dev/dri/card2")
        let crtc = card.addCrtc(lit: small)
        card.addConnector("SPI-1", modes: [small], drivenBy: crtc)
        card.addPlane(.primary, formats: [.xrgb8888, .rgb565], framebuffer: 40, on: crtc)
        return card.snapshot
    }

    static func virtio() -> CardSnapshot {
        var card = CardMaker("virtio_gpu", hasModifiers: false)
        card.addCrtc()
        card.addConnector("Virtual-1", modes: [DisplayMode(1024, 768, at: 60, isPreferred: true)])
        card.addPlane(.primary, formats: [.xrgb8888])
        var snapshot = card.snapshot
        snapshot.canImport = false
        return snapshot
    }

    static func bochs() -> CardSnapshot {
        var card = CardMaker("bochs-drm")
        card.addCrtc()
        card.addConnector("Virtual-1", modes: [DisplayMode(1024, 768, at: 60, isPreferred: true)])
        card.addPlane(.primary, formats: [.xrgb8888, format("BX24")])
        return card.snapshot
    }

    /// vkms of Linux 7.3 with enable_overlay=1 enable_cursor=1.
    static func vkms() -> CardSnapshot {
        var card = CardMaker("vkms")
        card.addCrtc()
        card.addConnector("Virtual-1", modes: [DisplayMode(1024, 768, at: 60, isPreferred: true)])
        card.addConnector("Writeback-1", .unknown, modes: [])
        let formats: [PixelFormat] = [
            .argb8888, .xrgb8888, .xbgr8888, .rgb565, .nv12, .yuv420, .rgb888, .bgr888,
        ]
        let abilities: CardMaker.Abilities = [.quarters, .color]
        card.addPlane(.primary, formats: formats, abilities)
        for _ in 0..<8 { card.addPlane(.overlay, formats: formats, abilities) }
        card.addPlane(.cursor, formats: [.argb8888], abilities)
        return card.snapshot
    }
}
