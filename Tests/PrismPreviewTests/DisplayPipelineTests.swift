// SPDX-License-Identifier: MIT
// Frames on a screen whose vertical blanks a test makes, with an error at every commit.

import PrismCore
import PrismTesting
import Testing

@testable import PrismPreview

@Suite struct DisplayPipelineTests {
    private let period: Int64 = 16_666_667

    @Test func eachFrameIsOnTheScreenAtTheNextBlank() throws {
        let screen = try TestScreen(Topologies.pi4())
        for number in 0..<300 {
            let now = Int64(number) * period
            try screen.pipeline.present(screen.frame(number), at: now)
            screen.display.blank()
            try screen.pipeline.handleEvents(at: now + 1)
        }
        #expect(screen.pipeline.figures.shown == 300)
        #expect(screen.pipeline.figures.dropped == 0)
        // Four buffers in turn, in the camera's order.
        let shown = screen.display.history
        #expect(shown.count == 300)
        #expect(Set(shown.prefix(4)).count == 4)
        #expect((4..<300).allSatisfy { shown[$0] == shown[$0 - 4] })
        // Every frame went back in order, but for the one on the screen.
        #expect(screen.ledger.returned == Array(0..<299))
        #expect(screen.display.violations == [])
    }

    @Test func aCameraThatIsFasterThanTheScreenLosesTheOlderFrame() throws {
        let screen = try TestScreen(Topologies.pi4())
        for number in 0..<120 {
            let now = Int64(number) * period / 2
            try screen.pipeline.present(screen.frame(number), at: now)
            if number % 2 == 1 { screen.display.blank() }
            try screen.pipeline.handleEvents(at: now + 1)
            #expect(screen.pipeline.held <= 3)
        }
        #expect(screen.pipeline.figures.shown == 60)
        #expect(screen.pipeline.figures.shown + screen.pipeline.figures.dropped == 119)
        #expect(screen.display.violations == [])
    }

    @Test func theFirstCommitLightsTheScreenAndTheOthersOnlyChangeThePicture() throws {
        let screen = try TestScreen(Topologies.pi4())
        try screen.pipeline.present(screen.frame(0), at: 0)
        screen.display.blank()
        try screen.pipeline.handleEvents(at: 1)
        try screen.pipeline.present(screen.frame(1), at: 2)
        let commits = screen.display.commits
        #expect(commits.map(\.flags) == [[.modeset, .event], [.nonblocking, .event]])
        #expect(commits[1].request.assignments.count == 1)
        let old = try #require(screen.display.card.planes.first { $0.kind == .primary })
        #expect(screen.display.value(old.id, old.properties, "FB_ID") == 0)
    }

    @Test func whatAnotherProgramLeftOnThePlaneIsReset() throws {
        var card = Topologies.pi4()
        for index in card.planes.indices {
            card.planes[index].properties["rotation"]?.value = 4
            card.planes[index].properties["alpha"]?.value = 0x1000
            card.planes[index].properties["COLOR_ENCODING"]?.value = 2
        }
        let screen = try TestScreen(card)
        try screen.pipeline.present(screen.frame(0), at: 0)
        let plane = try #require(
            card.planes.first { $0.id == screen.pipeline.way.layout.plane })
        let display = screen.display
        #expect(display.value(plane.id, plane.properties, "rotation") == 1)
        #expect(display.value(plane.id, plane.properties, "alpha") == 0xFFFF)
        #expect(display.value(plane.id, plane.properties, "COLOR_ENCODING") == 0)
        #expect(display.value(plane.id, plane.properties, "COLOR_RANGE") == 1)
    }

    /// Refused once at any commit, for any reason that passes: the next frames are shown, none is lost or shown twice.
    @Test(arguments: 0..<12, [16, 22, 28, 12] as [Int32])
    func anErrorAtAnyCommitFreezesNothing(_ commit: Int, _ errno: Int32) throws {
        let screen = try TestScreen(Topologies.pi4())
        screen.display.forcedErrors = [commit: errno]
        for number in 0..<20 {
            let now = Int64(number) * period
            try screen.pipeline.present(screen.frame(number), at: now)
            screen.display.blank()
            try screen.pipeline.handleEvents(at: now + 8_000_000)
        }
        #expect(screen.pipeline.figures.shown >= 18)
        #expect(screen.pipeline.held <= 3)
        let returned = screen.ledger.returned
        #expect(Set(returned).count == returned.count && returned.count >= 17)
        #expect(screen.display.violations == [])
    }

    @Test(arguments: 1..<6)
    func aLostEventIsOutwaited(_ commit: Int) throws {
        let screen = try TestScreen(Topologies.pi4())
        screen.display.lostEvents = [commit]
        for number in 0..<60 {
            let now = Int64(number) * period
            try screen.pipeline.present(screen.frame(number), at: now)
            screen.display.blank()
            try screen.pipeline.handleEvents(at: now + 1)
            #expect(screen.pipeline.held <= 4)
        }
        #expect(screen.pipeline.figures.lostEvents == 1)
        #expect(screen.pipeline.figures.shown >= 20)
        #expect(screen.display.violations == [])
    }

    @Test func aScreenThatRefusesEverythingEndsThePreview() throws {
        let screen = try TestScreen(Topologies.pi4())
        screen.display.forcedErrors = Dictionary(uniqueKeysWithValues: (0..<20).map { ($0, 22) })
        let error = prismError {
            for number in 0..<10 { try screen.pipeline.present(screen.frame(number), at: 0) }
        }
        #expect(error?.code == .unsupported)
        #expect(screen.display.commits.count == 4)
    }

    @Test func anotherMasterEndsThePreviewAtOnce() throws {
        let screen = try TestScreen(Topologies.pi4())
        try screen.pipeline.present(screen.frame(0), at: 0)
        screen.display.blank()
        try screen.pipeline.handleEvents(at: 1)
        screen.display.abilities.isMaster = false
        let error = prismError { try screen.pipeline.present(screen.frame(1), at: 2) }
        #expect(error?.code == .permission)
    }

    @Test func stoppingPutsBackWhatWasThere() throws {
        let screen = try TestScreen(Topologies.pi4())
        let display = screen.display
        let before = display.state
        for number in 0..<5 {
            try screen.pipeline.present(screen.frame(number), at: 0)
            display.blank()
            try screen.pipeline.handleEvents(at: 1)
        }
        #expect(screen.pipeline.stop() == .everything)
        let crtc = try #require(display.card.crtcs.first?.properties["MODE_ID"])
        for (object, values) in before {
            for (property, value) in values where property != crtc.id {
                #expect(display.state[object]?[property] == value, "\(object).\(property)")
            }
        }
        #expect(screen.ledger.returned.sorted() == Array(0..<5))
        display.blank()
        #expect(display.violations == [])
    }

    @Test func aScreenThatWasOffIsOffAgain() throws {
        let screen = try TestScreen(Topologies.pi4(lit: false))
        try screen.pipeline.present(screen.frame(0), at: 0)
        #expect(screen.pipeline.stop() == .everything)
        let crtc = try #require(screen.display.card.crtcs.first)
        #expect(screen.display.value(crtc.id, crtc.properties, "ACTIVE") == 0)
    }

    @Test func aPictureOfAnotherProgramThatIsGoneLeavesTheMode() throws {
        let screen = try TestScreen(Topologies.pi4())
        try screen.pipeline.present(screen.frame(0), at: 0)
        screen.display.forcedErrors = [1: 2]
        #expect(screen.pipeline.stop() == .modeOnly)
    }

    @Test func nothingOfAThousandStartsIsLeft() throws {
        let display = RecordingDisplay(Topologies.spi())
        let choice = try ScreenChoice(from: [display.card], wish: ScreenWish())
        let ledger = FrameLedger()
        let picture = PreviewPicture(format: .nv12, size: PixelSize(width: 64, height: 48))
        let before = display.framebufferCount
        for number in 0..<1_000 {
            let pipeline = try DisplayPipeline(display, choice, picture, fit: .fit, turn: .none)
            try pipeline.present(TestFrame(number, picture, ledger, luma: 9), at: 0)
            display.blank()
            pipeline.stop()
        }
        #expect(display.framebufferCount == before)
        #expect(ledger.returned.count == 1_000)
        #expect(display.violations == [])
    }

    @Test func theProcessorDrawsOnlyWhatIsNotShown() throws {
        let screen = try TestScreen(Topologies.spi(), scales: false, sample: nil)
        #expect(screen.pipeline.way.step == .converted)
        for number in 0..<40 {
            try screen.pipeline.present(screen.frame(number, luma: 77), at: 0)
            // The frame went back as soon as it was drawn.
            #expect(screen.ledger.returned.count == number + 1)
            if number % 3 == 0 { screen.display.blank() }
            try screen.pipeline.handleEvents(at: 1)
        }
        #expect(screen.display.violations == [])
        #expect(screen.pipeline.figures.shown >= 13)
    }

    @Test func whyMemoryIsNotShownIsKept() throws {
        let screen = try TestScreen(Topologies.pi4(), sample: nil)
        #expect(screen.pipeline.way.step == .converted)
        #expect(screen.pipeline.importRefusal?.message.contains("not shared memory") == true)
    }

    @Test func anOverlayGetsAPlaneAboveThePicture() throws {
        let screen = try TestScreen(Topologies.pi4(), overlay: true)
        let pipeline = screen.pipeline
        #expect(pipeline.hasOverlayPlane && pipeline.way.step == .overlay)
        for number in 0..<40 {
            // Drawn for every frame: each time into the buffer that is not shown.
            _ = try pipeline.drawOverlay { _, _ in }
            try pipeline.present(screen.frame(number), at: 0)
            screen.display.blank()
            try pipeline.handleEvents(at: 1)
        }
        #expect(pipeline.figures.shown == 40)
        #expect(screen.display.violations == [])
        let above = screen.display.card.planes.filter {
            screen.display.value($0.id, $0.properties, "FB_ID") != 0
        }
        #expect(above.map(\.kind) == [.overlay, .overlay])
        #expect(screen.display.value(above[1].id, above[1].properties, "zpos") == 2)
        pipeline.stop()
        screen.display.blank()
        #expect(screen.display.violations == [])
    }

    @Test func withoutAPlaneForItTheOverlayIsBlended() throws {
        var card = Topologies.pi4()
        card.planes.removeAll { $0.kind == .overlay }
        let screen = try TestScreen(card, overlay: true)
        #expect(!screen.pipeline.hasOverlayPlane)
        #expect(screen.pipeline.way.step == .converted)
        #expect(try screen.pipeline.drawOverlay { _, _ in })
    }
}
