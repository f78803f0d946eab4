// SPDX-License-Identifier: MIT
// The checks of rpicam-apps' own test script, each within its limits of time, on a simulated camera in real time.

import Foundation
import PrismTesting

/// One check: a command line, how long it may take, and what it must leave behind.
private struct CompatCheck: Sendable {
    let app: String
    let name: String
    let words: String
    /// Seconds.
    let limits: (Double, Double)
    /// Files that must be there with so many bytes at least; 0: must not be there.
    var files: [String: Int] = [:]

    static let all: [CompatCheck] = hello + still + video

    private static let hello = [
        CompatCheck(app: "hello", name: "run", words: "-t 2000", limits: (1, 6)),
        CompatCheck(
            app: "hello", name: "roi", words: "-t 2000 --roi 0.25,0.25,0.5,0.5", limits: (1, 6)),
        CompatCheck(
            app: "hello", name: "crop",
            words: "-t 2000 --roi 0.25,0.25,0.5,0.5 --lores-width 640 --lores-height 360",
            limits: (1, 6)),
        CompatCheck(
            app: "hello", name: "controls",
            words: "-t 2000 --brightness 0.2 --contrast 1.2 --saturation 1.3 --sharpness 1.5",
            limits: (1, 6)),
        CompatCheck(app: "hello", name: "flips", words: "-t 2000 --hflip --vflip", limits: (1, 6)),
        CompatCheck(app: "hello", name: "no-raw", words: "-t 2000 --no-raw", limits: (1, 6)),
        CompatCheck(
            app: "hello", name: "backend", words: "-t 2000 --preview-backend egl", limits: (1, 6)),
    ]

    private static let still = [
        CompatCheck(
            app: "still", name: "jpg", words: "-t 1000 -o test.jpg", limits: (1, 10),
            files: ["test.jpg": 1024]),
        CompatCheck(
            app: "still", name: "zsl", words: "-t 1000 -o zsl.jpg --zsl", limits: (1, 10),
            files: ["zsl.jpg": 1024]),
        CompatCheck(
            app: "still", name: "immediate",
            words: "--immediate --shutter 20000 --gain 1.0 --awbgains 1.5,1.2 -o now.jpg",
            limits: (0.2, 8), files: ["now.jpg": 1024]),
        CompatCheck(
            app: "still", name: "png", words: "-t 1000 -e png -o test.png", limits: (1, 10),
            files: ["test.png": 1024]),
        CompatCheck(
            app: "still", name: "bmp", words: "-t 1000 -e bmp -o test.bmp", limits: (1, 10),
            files: ["test.bmp": 1024]),
        CompatCheck(
            app: "still", name: "dng", words: "-t 1000 -o raw.jpg -r", limits: (1, 10),
            files: ["raw.jpg": 1024, "raw.dng": 1 << 20]),
        CompatCheck(
            app: "still", name: "timelapse", words: "-t 10000 --timelapse 3500 -o l%03d.jpg",
            limits: (9, 20), files: ["l000.jpg": 1024, "l001.jpg": 1024, "l002.jpg": 0]),
        CompatCheck(
            app: "still", name: "metadata", words: "-t 1000 -o m.jpg --metadata m.json",
            limits: (1, 10), files: ["m.json": 100]),
        CompatCheck(
            app: "jpeg", name: "shutter",
            words: "-t 1000 -o s.jpg --shutter 20000 --gain 2.0 --awbgains 1,1", limits: (1, 10),
            files: ["s.jpg": 1024]),
    ]

    private static let video = [
        CompatCheck(
            app: "vid", name: "segment",
            words: "-t 2000 --codec mjpeg --segment 1 --width 640 --height 480 -o v%03d.jpg",
            limits: (2, 6), files: ["v035.jpg": 4100]),
        CompatCheck(
            app: "vid", name: "save-pts",
            words: "-t 2000 --codec mjpeg -o t.mjpeg --save-pts t.txt --metadata t.json",
            limits: (2, 6), files: ["t.mjpeg": 1024, "t.txt": 100, "t.json": 100]),
        CompatCheck(
            app: "vid", name: "pause", words: "-t 2000 --codec mjpeg --initial pause -o p.mjpeg",
            limits: (2, 6), files: ["p.mjpeg": 0]),
        CompatCheck(
            app: "raw", name: "raw", words: "-t 2000 -o test.raw", limits: (2, 8),
            files: ["test.raw": 1024]),
    ]
}

extension BenchCase {
    static let compat = BenchCase(
        name: "compat", summary: "rpicam-apps' own checks within their times, real-time mock"
    ) {
        guard let program = ChildProcess.sibling("prism") else {
            return .skipped("prism is not built beside prism-bench")
        }
        let directory = try TemporaryDirectory()
        var figures: [Figure] = []
        for check in CompatCheck.all {
            let link = directory.file("rpicam-\(check.app)")
            if !FileManager.default.fileExists(atPath: link) {
                try FileManager.default.createSymbolicLink(
                    atPath: link, withDestinationPath: program)
            }
            let child = try ChildProcess(
                link, check.words.split(separator: " ").map(String.init) + ["-n"],
                in: directory.path, environment: ["PRISM_CAMERA": "mock:imx708"])
            let name = "\(check.app): \(check.name)"
            guard child.status == 0 else {
                return .failed("\(name): status \(child.status): \(child.errors)")
            }
            for (file, least) in check.files {
                let size = directory.read(file)?.count ?? 0
                guard size >= least, least > 0 || size == 0 else {
                    return .failed("\(name): \(file) has \(size) bytes")
                }
            }
            let (least, most) = check.limits
            figures.append(Figure(name, child.seconds, "s", target: .within(least, most)))
        }
        return .figures(figures)
    }
}
