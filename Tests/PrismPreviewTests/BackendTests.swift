// SPDX-License-Identifier: MIT
// Where previews go, as written; who has a screen; which cards there are.

import PrismCore
import PrismTesting
import Testing

@testable import PrismPreview

@Suite struct BackendTests {
    @Test(arguments: [
        ("auto", PreviewBackend.automatic), ("drm", .drm), ("null", .null),
        ("terminal", .terminal), ("file:a/b", .file("a/b")),
    ])
    func aBackendIsRead(_ text: String, _ backend: PreviewBackend) throws {
        #expect(try PreviewBackend(text) == backend)
    }

    @Test(arguments: ["", "file:", "DRM", "drmm", "file", "file:\0"])
    func whatIsNoneIsRefused(_ text: String) {
        #expect(prismError { try PreviewBackend(text) }?.code == .usage)
    }

    @Test func cardsComeByNumber() {
        let names = ["renderD128", "card10", "card2", "by-path", "card0", "cards", "card"]
        #expect(DisplayCards.nodes(names) == ["card0", "card2", "card10"])
    }

    @Test func whoHasTheScreenIsTold() {
        let holders = DeviceHolders(
            links: [
                .init(pid: 812, target: "/dev/dri/card1"), .init(pid: 9, target: "/dev/video0"),
            ], hiddenCount: 0, isWanted: { $0 == "/dev/dri/card1" },
            command: { _ in "/usr/bin/labwc\0-s" })
        let error = DisplayCards.notMaster("HDMI-A-1", "/dev/dri/card1", holders, errno: 13)
        #expect(error.code == .screen)
        #expect(error.message.contains("held by pid 812 (/usr/bin/labwc -s)"))
        #expect(error.message.contains("--preview-backend terminal"))
    }

    @Test func aMachineWithoutCardsSaysSo() throws {
        let directory = try TemporaryDirectory()
        let cards = DisplayCards(directory: directory.path)
        let error = prismError { try cards.choose(ScreenWish()) }
        #expect(error?.code == .screen)
        #expect(error?.message.contains("no display card") == true)
    }

    @Test func aFilePreviewWritesEachFrame() async throws {
        let directory = try TemporaryDirectory()
        let camera = try MockCamera(.init(hasVirtualClock: true))
        let session = try await CameraSession.open(.mock(camera))
        let frames = try await session.subscribe(.next(count: 3))
        let size = PixelSize(width: 128, height: 96)
        try await session.configure(
            CameraConfiguration(streams: [
                StreamConfiguration(.viewfinder, format: .nv12, size: size)
            ]))
        try await session.start()
        let output = try FilePreview(directory.path, turn: PictureTurn(quarters: 1))
        while let frame = try await frames.next() { try await output.show(frame) }
        let facts = await output.facts()
        await output.close()
        await session.close()
        #expect(facts.shown == 3)
        let names = try DirectoryListing.names(in: directory.path).sorted()
        #expect(names == ["frame-000001.ppm", "frame-000002.ppm", "frame-000003.ppm"])
        let file = try FileReader.read(
            directory.path + "/frame-000001.ppm", atMost: 1 << 20)
        let isHeaded = file.starts(with: Array("P6\n96 128\n255\n".utf8))
        #expect(isHeaded)
        let length: Int = 14 + 96 * 128 * 3
        #expect(file.count == length)
    }
}
