// SPDX-License-Identifier: MIT
// What must hold on a card that neither imports nor takes Y'CbCr: the processor draws, and QEMU looks at the screen.

import Glibc
import PrismCore
import PrismPreview

struct ConvertedClaims {
    let check: Check
    let driver: String

    func all() async {
        await check.group(driver) {
            let bench = try Bench(driver: driver, mode: "preferred")
            let scene = try await Scene(.nv12, bench.size, colorSpace: .sYCC)
            let frame = try await scene.frame()
            let shown = PreviewFrame(frame)
            let pipeline = try bench.pipeline(for: shown)
            check.claim(
                pipeline.way.step == .converted,
                "\(driver) \(bench.screen.mode): \(pipeline.way.step) because"
                    + " \(pipeline.importRefusal?.description ?? "its planes take no NV12")")
            try bench.show(shown, on: pipeline)
            try write(frame, bench.size)
            check.claim(askForShot(driver), "QEMU has photographed the screen")
            pipeline.stop()
            await scene.close()
        }
    }

    /// What the host compares its photograph with.
    private func write(_ frame: CameraFrame, _ size: PixelSize) throws {
        guard let reference = try ReferencePicture(frame),
            let file = fopen("/tmp/out/\(driver)-expected.ppm", "w")
        else { throw PrismError(.inputOutput, "cannot write the expected picture") }
        defer { fclose(file) }
        fputs("P6\n\(size.width) \(size.height)\n255\n", file)
        var line: [UInt8] = []
        for y in 0..<size.height {
            line.removeAll(keepingCapacity: true)
            for x in 0..<size.width {
                let color = reference.color(x, y)
                line += [color.x, color.y, color.z].map { UInt8($0.rounded()) }
            }
            fwrite(line, 1, line.count, file)
        }
    }

    /// The line to the host, and its answer.
    private func askForShot(_ name: String) -> Bool {
        guard let control = getenv("MACHINE_CTL") else { return false }
        let descriptor = open(control, O_RDWR)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let line = Array("shot \(name)\n".utf8)
        guard Glibc.write(descriptor, line, line.count) == line.count else { return false }
        var answer = [UInt8](repeating: 0, count: 8)
        return read(descriptor, &answer, answer.count) > 0
    }
}
