// SPDX-License-Identifier: MIT
// A frame whose way back can be watched, and a screen of the recording card to show it on.

import PrismCore
import PrismTesting

@testable import PrismPreview

/// Frames that went back, by number.
final class FrameLedger: Sendable {
    private let numbers = Lock<[Int]>([])

    func add(_ number: Int) { numbers.withLock { $0.append(number) } }

    var returned: [Int] { numbers.withLock { $0 } }
}

final class TestFrame: PresentableFrame {
    /// Memory of one of four buffers.
    static func memory(_ buffer: Int) -> PictureMemory {
        PictureMemory(.init(descriptor: Int32(100 + buffer % 4), offset: 0, stride: 1280))
    }

    static let sample = memory(0)

    let number: Int
    let picture: PreviewPicture
    let memory: PictureMemory?
    private let ledger: FrameLedger
    private let pixels: PixelBuffer?

    init(_ number: Int, _ picture: PreviewPicture, _ ledger: FrameLedger, luma: UInt8? = nil) {
        self.number = number
        self.picture = picture
        self.ledger = ledger
        memory = TestFrame.memory(number)
        pixels = luma.flatMap { luma in
            let buffer = try? PixelBuffer(
                format: picture.format, size: picture.size, colorSpace: picture.colorSpace)
            buffer?.withMutablePixels { view in
                for (index, plane) in view.planes.enumerated() {
                    let value = index == 0 ? luma : 128
                    plane.base.initializeMemory(
                        as: UInt8.self, repeating: value, count: plane.stride * plane.rows)
                }
            }
            return buffer
        }
    }

    deinit { ledger.add(number) }

    func withPixels(_ body: (PixelView) throws -> Void) throws {
        guard let pixels else { throw PrismError(.inputOutput, "no pixels") }
        try pixels.withPixels(body)
    }
}

/// A screen with its card and its ledger.
struct TestScreen {
    let display: RecordingDisplay
    let pipeline: DisplayPipeline
    let ledger = FrameLedger()
    let picture: PreviewPicture

    init(
        _ card: CardSnapshot, size: PixelSize = PixelSize(width: 1280, height: 720),
        scales: Bool = true, sample: PictureMemory? = TestFrame.sample,
        overlay: Bool = false
    ) throws {
        var abilities = RecordingDisplay.Abilities()
        if scales {
            abilities.scaling = Set(card.planes.map(\.id))
            abilities.windowed = abilities.scaling
        }
        picture = PreviewPicture(format: .nv12, size: size, colorSpace: .sYCC)
        display = RecordingDisplay(card, abilities: abilities)
        pipeline = try DisplayPipeline(
            display, try ScreenChoice(from: [card], wish: ScreenWish()), picture, fit: .fit,
            turn: .none, sample: sample, overlay: overlay)
    }

    func frame(_ number: Int, luma: UInt8? = nil) -> TestFrame {
        TestFrame(number, picture, ledger, luma: luma)
    }
}
