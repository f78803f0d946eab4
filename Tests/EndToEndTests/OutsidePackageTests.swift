// SPDX-License-Identifier: MIT
// Another package that depends on Prism by its path, built by the toolchain, takes a photograph.

import Foundation
import PrismTesting
import Testing

@Suite struct OutsidePackageTests {
    private static let manifest = """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
            name: "Outside",
            dependencies: [.package(name: "Prism", path: "ROOT")],
            targets: [
                .executableTarget(
                    name: "outside",
                    dependencies: [
                        .product(name: "PrismCore", package: "Prism"),
                        .product(name: "PrismCapture", package: "Prism"),
                        .product(name: "PrismImage", package: "Prism"),
                    ])
            ],
            swiftLanguageModes: [.v6])
        """

    /// The whole surface that a first program needs, and nothing that only Prism itself may see.
    private static let program = """
        import PrismCapture
        import PrismCore
        import PrismImage

        @main
        struct Outside {
            static func main() async throws {
                let mock = try MockCamera(MockCamera.Options(hasVirtualClock: true))
                let camera = try await CameraSession.open(.mock(mock))
                let stream = StreamConfiguration(
                    .still, format: .yuv420, size: PixelSize(width: 640, height: 480))
                try await camera.configure(CameraConfiguration(streams: [stream]))
                let settings = ControlSettings.with {
                    $0.exposure = .shutterPriority(nanoseconds: 10_000_000)
                    $0.zoom = Zoom(2)
                }
                let photo = try await PhotoCapture(settings: settings).capture(from: camera)
                let encoder = PictureEncoder(
                    ImageEncoder(format: .jpeg(JPEGOptions(quality: 90))),
                    metadata: PhotoMetadata())
                _ = try photo.write(to: CommandLine.arguments[1], with: encoder)
                for line in await camera.explanation().lines {
                    print(line.control.rawValue, line.applied ?? "-")
                }
                await camera.close()
            }
        }
        """

    @Test func anotherPackageTakesAPhotograph() throws {
        let swift = try #require(Tool.path("swift"))
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let home = ProcessInfo.processInfo.environment["HOME"] ?? NSTemporaryDirectory()
        // Kept between runs, for a whole build of Prism takes minutes.
        let folder = URL(fileURLWithPath: home).appendingPathComponent(".cache/prism/outside")
        let sources = folder.appendingPathComponent("Sources/outside")
        try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
        try write(
            OutsidePackageTests.manifest.replacingOccurrences(of: "ROOT", with: root.path),
            to: folder.appendingPathComponent("Package.swift"))
        try write(
            OutsidePackageTests.program, to: sources.appendingPathComponent("Outside.swift"))
        let build = try Tool.run(swift, ["build", "--package-path", folder.path])
        #expect(build.status == 0, "\(build.output)\(build.errors)")
        let warnings = build.output.split(separator: "\n").filter {
            $0.contains("Outside.swift") && $0.contains("warning:")
        }
        #expect(warnings.isEmpty, "\(warnings)")
        let scratch = try TemporaryDirectory()
        let photo = scratch.file("photo.jpg")
        let run = try Tool.run(folder.appendingPathComponent(".build/debug/outside").path, [photo])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("shutter 10"))
        #expect(scratch.read("photo.jpg")?.starts(with: [0xFF, 0xD8]) == true)
        if let judge = Tool.path("djpeg") {
            #expect(try Tool.run(judge, ["-fast", "-outfile", "/dev/null", photo]).status == 0)
        }
    }

    /// Writes only what differs, so that nothing is built anew for its date.
    private func write(_ text: String, to url: URL) throws {
        let before = try? String(contentsOf: url, encoding: .utf8)
        guard before != text else { return }
        try Data(text.utf8).write(to: url)
    }
}
