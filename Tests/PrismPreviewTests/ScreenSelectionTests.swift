// SPDX-License-Identifier: MIT
// Which screen is chosen among the cards that boards have.

import PrismCore
import PrismPreview
import PrismTesting
import Testing

@Suite struct ScreenSelectionTests {
    @Test func aPi4ShowsOnTheHDMIOutputThatHasAScreen() throws {
        let choice = try ScreenChoice(from: [Topologies.pi4()], wish: ScreenWish())
        #expect(choice.connector.name == "HDMI-A-1")
        #expect(choice.mode == Topologies.hd)
        #expect(choice.crtc.id == choice.card.crtcs.first?.id)
    }

    @Test func aPi5ShowsOnThePanelThoughAnotherDriverHasIt() throws {
        let cards = [
            Topologies.rp1("drm-rp1-dsi", "DSI-1", Topologies.panel), Topologies.pi5HDMI(),
        ]
        let choice = try ScreenChoice(from: cards, wish: ScreenWish())
        #expect(choice.card.driver == "drm-rp1-dsi")
        #expect(choice.mode == Topologies.panel)
    }

    @Test func compositeThatCannotTellIsTakenOnlyWhereNothingIsSure() throws {
        let composite = Topologies.rp1("drm-rp1-vec", "Composite-1", Topologies.composite)
        let alone = try ScreenChoice(from: [composite, Topologies.pi5HDMI()], wish: ScreenWish())
        #expect(alone.connector.name == "Composite-1")
        let both = try ScreenChoice(from: [composite, Topologies.pi4()], wish: ScreenWish())
        #expect(both.connector.name == "HDMI-A-1")
    }

    @Test func theScreenThatIsLitGoesFirst() throws {
        let cards = [Topologies.pi4(lit: false), Topologies.spi()]
        let choice = try ScreenChoice(from: cards, wish: ScreenWish())
        #expect(choice.connector.name == "SPI-1")
    }

    @Test(arguments: ["SPI-1", "spi-1", "card2-SPI-1"])
    func aConnectorIsFoundByItsName(_ name: String) throws {
        let cards = [Topologies.pi4(), Topologies.spi()]
        let choice = try ScreenChoice(from: cards, wish: ScreenWish(connector: name))
        #expect(choice.card.driver == "panel-mipi-dbi")
    }

    @Test func anUnknownConnectorListsThoseThereAre() throws {
        let wish = ScreenWish(connector: "DSI-7")
        let error = prismError { try ScreenChoice(from: [Topologies.pi4()], wish: wish) }
        #expect(error?.code == .screen)
        #expect(error?.message.contains("no connector DSI-7") == true)
        #expect(error?.message.contains("HDMI-A-2 (vc4, disconnected)") == true)
        #expect(error?.message.contains("Writeback") == false)
    }

    @Test func aConnectorWithoutAScreenIsToldFromNoConnector() throws {
        let wish = ScreenWish(connector: "HDMI-A-2")
        let error = prismError { try ScreenChoice(from: [Topologies.pi4()], wish: wish) }
        #expect(error?.message.hasPrefix("no screen is connected to HDMI-A-2") == true)
    }

    @Test func noCardIsOneClearLine() {
        let error = prismError { try ScreenChoice(from: [], wish: ScreenWish()) }
        #expect(error?.message == "no screen is connected; there are no connectors")
    }

    @Test(arguments: [
        (30.0, 60.0), (25, 50), (50, 50), (60, 60), (24, 60), (29.97, 59.94), (15, 60),
    ])
    func theRefreshIsAMultipleOfTheFrameRate(_ rate: Double, _ refresh: Double) throws {
        let wish = ScreenWish(frameRate: rate)
        let choice = try ScreenChoice(from: [Topologies.pi4()], wish: wish)
        #expect(choice.mode.width == 1920)
        #expect(abs(choice.mode.refresh - refresh) < 0.05 * refresh / 50)
    }

    @Test(arguments: [
        ("1280x720", 1280, 60.0), ("1280x720@50", 1280, 50), ("@50", 1920, 50),
        ("preferred", 1920, 60), ("640x480@60", 640, 59.94),
    ])
    func aModeIsFoundAsWritten(_ text: String, _ width: Int, _ refresh: Double) throws {
        let wish = ScreenWish(mode: try ModeWish(text))
        let choice = try ScreenChoice(from: [Topologies.pi4()], wish: wish)
        #expect(choice.mode.width == width)
        #expect(abs(choice.mode.refresh - refresh) < 0.01)
    }

    @Test func anUnknownModeListsThoseThereAre() throws {
        let wish = ScreenWish(mode: try ModeWish("1024x600"))
        let error = prismError { try ScreenChoice(from: [Topologies.pi4()], wish: wish) }
        #expect(error?.code == .screen)
        #expect(error?.message.contains("1920x1080@60 1920x1080@59.94") == true)
    }

    @Test(arguments: ["", "x", "10x", "axb", "0x0", "640x480@", "640x480@0", "@", "1x2x3", "@1e9"])
    func whatIsNoModeIsRefused(_ text: String) {
        #expect(prismError { try ModeWish(text) }?.code == .usage)
    }

    @Test func noWishForAModeIsEverCrashed() {
        var random = SeededGenerator(seed: 7)
        let letters = Array("0123456789x@.preferred -e")
        for _ in 0..<5_000 {
            let count = Int.random(in: 0..<12, using: &random)
            let text = String((0..<count).compactMap { _ in letters.randomElement(using: &random) })
            if let wish = try? ModeWish(text) {
                #expect(wish.size != nil || wish.refresh != nil || text == "preferred")
            }
        }
    }

    @Test func everyScreenCanBeHadAtOnce() {
        let cards = [Topologies.pi4(), Topologies.spi(), Topologies.pi5HDMI()]
        #expect(ScreenChoice.all(of: cards).map(\.connector.name) == ["HDMI-A-1", "SPI-1"])
    }
}
