// SPDX-License-Identifier: MIT
// What must hold on vkms, whose writeback says what is really on its screen.

import Glibc
import PrismCore
import PrismFilters
import PrismPreview

struct VkmsClaims {
    let check: Check
    private let mode = "640x480"

    func all() async {
        let bench: Bench
        do {
            bench = try Bench(driver: "vkms", mode: mode)
        } catch {
            return check.claim(false, "open vkms: \(error)")
        }
        let before = try? bench.device.snapshot()
        for format in [PixelFormat.xrgb8888, .nv12, .yuv420] {
            for space in [ColorSpace.sYCC, .rec709] where format != .xrgb8888 || space == .sYCC {
                await check.group("\(format)") { try await exact(bench, format, space) }
            }
        }
        await check.group("turns") { try await turns(bench) }
        await check.group("cut and centred") { try await sizes(bench) }
        await check.group("order") { try await order(bench) }
        await check.group("converted") { try await converted(bench) }
        for sample in [true, false] {
            await check.group("overlay") {
                try await OverlayClaims(check: check).all(bench, sample)
            }
        }
        await check.group("leaks") { try await leaks(bench) }
        if let before, let after = try? bench.device.snapshot() {
            check.claim(same(before, after), "the screen is as it was before")
        }
    }

    /// A camera's buffers on the screen, read back: not one look at them by the processor.
    private func exact(
        _ bench: Bench, _ format: PixelFormat, _ space: ColorSpace
    ) async throws {
        let scene = try await Scene(format, bench.size, colorSpace: space)
        let maps = CPUMapCounter()
        let frame = try await scene.frame()
        let shown = PreviewFrame(frame, maps: maps)
        let pipeline = try bench.pipeline(for: shown)
        check.claim(pipeline.way.isZeroCopy, "\(format) goes on the \(pipeline.way.step) plane")
        try bench.show(shown, on: pipeline)
        let screen = try pipeline.readBack()
        check.claim(maps.count == 0, "\(format): no CPU map of a camera buffer")
        if let reference = try ReferencePicture(frame) {
            let worst = difference(of: screen) { x, y in reference.color(x, y) }
            let allowed = format == .xrgb8888 ? 0.0 : 1.0
            check.claim(
                worst.worst <= allowed,
                "\(format) \(space.matrix) \(space.range) is on the screen:"
                    + " \(worst.worst) levels apart, worst \(worst.place)")
        }
        pipeline.stop()
        await scene.close()
    }

    private func turns(_ bench: Bench) async throws {
        let scene = try await Scene(.xrgb8888, bench.size)
        let frame = try await scene.frame()
        let reference = try ReferencePicture(frame)
        let size = bench.size
        for (turn, name) in [
            (PictureTurn(quarters: 2), "half a turn"), (PictureTurn(isMirrored: true), "mirrored"),
            (PictureTurn(quarters: 2, isMirrored: true), "half a turn, mirrored"),
        ] {
            let shown = PreviewFrame(frame)
            let pipeline = try bench.pipeline(for: shown, turn: turn)
            try bench.show(shown, on: pipeline)
            let screen = try pipeline.readBack()
            let worst = difference(of: screen) { x, y in
                let flipsX = (turn.quarters == 2) != turn.isMirrored
                let column = flipsX ? size.width - 1 - x : x
                let row = turn.quarters == 2 ? size.height - 1 - y : y
                return reference?.color(column, row) ?? Color(repeating: -1)
            }
            check.claim(
                pipeline.way.isZeroCopy && worst.worst == 0,
                "\(name) by the \(pipeline.way.step) plane: \(worst.worst) levels apart")
            pipeline.stop()
        }
        try await quarter(bench)
        await scene.close()
    }

    /// A quarter turn of a picture that then has the screen's size.
    private func quarter(_ bench: Bench) async throws {
        let size = PixelSize(width: bench.size.height, height: bench.size.width)
        let scene = try await Scene(.xrgb8888, size)
        let frame = try await scene.frame()
        let reference = try ReferencePicture(frame)
        let shown = PreviewFrame(frame)
        for quarters in [1, 3] {
            let pipeline = try bench.pipeline(for: shown, turn: PictureTurn(quarters: quarters))
            try bench.show(shown, on: pipeline)
            let worst = difference(of: try pipeline.readBack()) { x, y in
                let column = quarters == 1 ? y : size.width - 1 - y
                let row = quarters == 1 ? size.height - 1 - x : x
                return reference?.color(column, row) ?? Color(repeating: -1)
            }
            check.claim(
                worst.worst == 0,
                "\(quarters) quarters clockwise (\(pipeline.way.step)): \(worst.worst) levels apart"
            )
            pipeline.stop()
        }
        await scene.close()
    }

    /// Pictures larger and smaller than the screen, on planes that do not scale.
    private func sizes(_ bench: Bench) async throws {
        for (width, height, step) in [
            (800, 600, PresentationWay.Step.cropped), (320, 240, .centred),
        ] {
            let scene = try await Scene(.xrgb8888, PixelSize(width: width, height: height))
            let frame = try await scene.frame()
            let shown = PreviewFrame(frame)
            let pipeline = try bench.pipeline(for: shown)
            try bench.show(shown, on: pipeline)
            let reference = try ReferencePicture(frame)
            let place = pipeline.way.layout.placement
            let worst = difference(of: try pipeline.readBack()) { x, y in
                let column = x - place.destination.x
                let row = y - place.destination.y
                guard (0..<place.destination.width).contains(column),
                    (0..<place.destination.height).contains(row)
                else { return Color(repeating: 0) }
                return reference?.color(place.source.x + column, place.source.y + row)
                    ?? Color(repeating: -1)
            }
            check.claim(
                pipeline.way.step == step && worst.worst == 0,
                "\(width)x\(height) is \(pipeline.way.step)"
                    + "\(pipeline.way.hasBackdrop ? " on black" : ""): \(worst.worst) levels apart")
            pipeline.stop()
            await scene.close()
        }
    }

    private func order(_ bench: Bench) async throws {
        let scene = try await Scene(.nv12, bench.size)
        let maps = CPUMapCounter()
        let first = PreviewFrame(try await scene.frame(), maps: maps)
        let pipeline = try bench.pipeline(for: first)
        var sequences: [UInt32] = []
        var held = 0
        for _ in 0..<300 {
            let frame = try await scene.frame()
            sequences.append(frame.metadata.sequence)
            try bench.show(PreviewFrame(frame, maps: maps), on: pipeline)
            held = max(held, pipeline.held)
        }
        let figures = pipeline.figures
        let counts = bench.device.counts
        check.claim(
            figures.shown == 300 && figures.dropped == 0 && figures.lostEvents == 0,
            "300 flips: \(figures)")
        check.claim(
            zip(sequences, sequences.dropFirst()).allSatisfy { $0 < $1 },
            "frames are shown in the camera's order")
        check.claim(held <= 3, "at most \(held) frames are held")
        check.claim(maps.count == 0, "no CPU map in 300 flips")
        check.claim(
            counts.framebuffers <= 8 && counts.hits >= 292, "buffers are imported once: \(counts)")
        pipeline.stop()
        check.claim(bench.device.counts.handles == 0, "no handle is left")
        await scene.close()
    }

    /// The processor's way on the same screen.
    private func converted(_ bench: Bench) async throws {
        let scene = try await Scene(.nv12, bench.size, colorSpace: .sYCC)
        let frame = try await scene.frame()
        let shown = PreviewFrame(frame)
        let pipeline = try DisplayPipeline(
            bench.device, bench.screen, shown.picture, fit: .fit, turn: .none, sample: nil)
        try bench.show(shown, on: pipeline)
        if let reference = try ReferencePicture(frame) {
            let worst = difference(of: try pipeline.readBack()) { x, y in reference.color(x, y) }
            check.claim(
                pipeline.way.step == .converted && worst.worst <= 1.6,
                "converted by the processor: \(worst.worst) levels apart")
        }
        pipeline.stop()
        await scene.close()
    }

    private func leaks(_ bench: Bench) async throws {
        let scene = try await Scene(.nv12, bench.size)
        var descriptors: [Int] = []
        for cycle in 0..<100 {
            let shown = PreviewFrame(try await scene.frame())
            let pipeline = try bench.pipeline(for: shown)
            try bench.show(shown, on: pipeline)
            pipeline.stop()
            if cycle >= 2 { descriptors.append(Held.descriptors) }
        }
        let counts = bench.device.counts
        check.claim(
            Set(descriptors).count == 1, "descriptors over 100 starts: \(Set(descriptors).sorted())"
        )
        check.claim(
            counts.framebuffers == 0 && counts.handles == 0, "nothing is left of them: \(counts)")
        await scene.close()
    }

    /// Everything but what the kernel counts by itself.
    private func same(_ before: CardSnapshot, _ after: CardSnapshot) -> Bool {
        let planes = zip(before.planes, after.planes).allSatisfy { old, new in
            ["FB_ID", "CRTC_ID", "rotation", "COLOR_ENCODING", "COLOR_RANGE"].allSatisfy {
                old.properties[$0]?.value == new.properties[$0]?.value
            }
        }
        return planes && before.crtcs.map(\.mode) == after.crtcs.map(\.mode)
    }
}
