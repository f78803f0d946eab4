// SPDX-License-Identifier: MIT
// Which way a picture gets on the screens of real boards, and what their planes are told.

import PrismCore
import PrismTesting
import Testing

@testable import PrismPreview

@Suite struct PresentationLadderTests {
    private let nv12 = PreviewPicture(
        format: .nv12, size: PixelSize(width: 1280, height: 720), colorSpace: .sYCC)

    /// Climbs with a card that keeps a kernel's rules.
    private func way(
        _ card: CardSnapshot, _ picture: PreviewPicture, turn: PictureTurn = .none,
        _ change: (inout RecordingDisplay.Abilities) -> Void = { _ in }
    ) throws -> (PresentationWay, RecordingDisplay) {
        var abilities = RecordingDisplay.Abilities()
        if card.driver == "vc4" {
            abilities.scaling = Set(card.planes.map(\.id))
            abilities.windowed = abilities.scaling
        }
        change(&abilities)
        let display = RecordingDisplay(card, abilities: abilities)
        let screen = try ScreenChoice(from: [card], wish: ScreenWish())
        let pipeline = try DisplayPipeline(
            display, screen, picture, fit: .fit, turn: turn, sample: TestFrame.sample)
        return (pipeline.way, display)
    }

    @Test func aPi4ScalesOnAnOverlayWithNothingBeneath() throws {
        let (way, display) = try way(Topologies.pi4(), nv12)
        #expect(way.step == .overlay && !way.hasBackdrop)
        #expect(
            way.layout.placement.destination == PixelRect(x: 0, y: 0, width: 1920, height: 1080))
        #expect(display.commits.isEmpty)
    }

    @Test func columnsOfThePiGoOnTheScreenAsTheyAre() throws {
        var picture = nv12
        picture.format = .nv12Columns(height: 720)
        let (way, _) = try way(Topologies.pi4(), picture)
        #expect(way.step == .overlay && way.layout.format == picture.format)
    }

    @Test func aDriverThatWantsAPrimaryPlaneGetsABlackOne() throws {
        let (way, _) = try way(Topologies.pi4(), nv12) { $0.needsPrimary = true }
        #expect(way.step == .overlay && way.hasBackdrop)
    }

    @Test func withoutOverlaysThePrimaryPlaneScales() throws {
        var card = Topologies.pi4()
        card.planes.removeAll { $0.kind == .overlay }
        let (way, _) = try way(card, nv12)
        #expect(way.step == .primary)
    }

    @Test func aCardThatCannotScaleShowsTheMiddle() throws {
        var picture = nv12
        picture.size = PixelSize(width: 1920, height: 1080)
        let (way, _) = try way(Topologies.vkms(), picture)
        #expect(way.step == .cropped)
        #expect(way.layout.placement.isUnscaled(.none))
    }

    @Test func aSmallPictureIsCentredWherePlanesMayBeSmall() throws {
        var picture = nv12
        picture.size = PixelSize(width: 640, height: 480)
        let card = Topologies.vkms()
        let overlays = card.planes.filter { $0.kind == .overlay }.map(\.id)
        let (way, _) = try way(card, picture) { $0.windowed = Set(overlays) }
        #expect(way.step == .centred)
        #expect(overlays.contains(way.layout.plane))
    }

    @Test(arguments: [
        Topologies.rp1("drm-rp1-dsi", "DSI-1", Topologies.panel),
        Topologies.rp1("drm-rp1-vec", "Composite-1", Topologies.composite), Topologies.virtio(),
        Topologies.bochs(),
    ])
    func whatTakesNoYCbCrGetsItConverted(_ card: CardSnapshot) throws {
        let (way, _) = try way(card, nv12)
        #expect(way.step == .converted && way.layout.format == .xrgb8888)
    }

    @Test func aPanelBehindSPIGets16Bits() throws {
        let (way, _) = try way(Topologies.spi(), nv12)
        #expect(way.step == .converted && way.layout.format == .rgb565)
    }

    @Test func aHalfTurnIsThePlanesAndAQuarterTheProcessors() throws {
        let half = try way(Topologies.pi4(), nv12, turn: PictureTurn(quarters: 2)).0
        #expect(half.step == .overlay)
        let quarter = try way(Topologies.pi4(), nv12, turn: PictureTurn(quarters: 1)).0
        #expect(quarter.step == .converted)
        let vkms = Topologies.vkms()
        let overlays = Set(vkms.planes.filter { $0.kind == .overlay }.map(\.id))
        let able = try way(vkms, nv12, turn: PictureTurn(quarters: 1)) { $0.windowed = overlays }.0
        #expect(able.step == .cropped)
    }

    @Test func memoryThatTheCardRefusesIsConverted() throws {
        let (way, _) = try way(Topologies.pi4(), nv12) { $0.refusesImport = true }
        #expect(way.step == .converted)
    }

    @Test func nobodysMasterIsToldSo() throws {
        let error = prismError { try way(Topologies.pi4(), nv12, { $0.isMaster = false }) }
        #expect(error?.code == .permission)
    }
}
