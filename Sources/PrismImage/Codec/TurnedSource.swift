// SPDX-License-Identifier: MIT
// A picture's planes turned upright, in memory of their own, for encoders that read them as any others.

internal import CPrismImage
internal import Glibc
internal import PrismCore

/// Owns the turned planes; ``source`` is valid as long as this object is.
final class TurnedSource {
    /// The picture as encoders read it.
    let source: prism_image_source
    private let memory: UnsafeMutablePointer<UInt8>

    /// Turns the planes; nil where there is nothing to turn.
    init?(_ original: prism_image_source, _ orientation: ImageOrientation) throws(PrismError) {
        guard orientation != .up else { return nil }
        let bytes = (0..<original.componentCount).reduce(0) { $0 + original.samples(of: $1) }
        guard let memory = malloc(bytes)?.assumingMemoryBound(to: UInt8.self) else {
            throw PrismError(.noMemory, "no memory to turn a picture", errno: ENOMEM)
        }
        self.memory = memory
        source = TurnedSource.turn(original, orientation, into: memory)
    }

    deinit { free(memory) }

    private static func turn(
        _ original: prism_image_source, _ orientation: ImageOrientation,
        into memory: UnsafeMutablePointer<UInt8>
    ) -> prism_image_source {
        var turned = original
        if orientation.swapsSides {
            (turned.width, turned.height) = (original.height, original.width)
            (turned.h_shift, turned.v_shift) = (original.v_shift, original.h_shift)
        }
        let isRGB = original.kind == PRISM_IMAGE_RGB.rawValue
        // Encoders of RGB want the three side by side.
        let step = isRGB ? 3 : 1
        var next = memory
        for index in 0..<original.componentCount {
            let size = original.size(of: index)
            let width = orientation.swapsSides ? size.height : size.width
            withUnsafePointer(to: original.component(index)) { component in
                prism_image_orient_component(
                    next, UInt32(step), component, size.width, size.height,
                    UInt32(orientation.rawValue))
            }
            turned.setComponent(
                index,
                prism_image_component(base: next, stride: Int(width) * step, step: UInt32(step)))
            next += isRGB ? 1 : Int(size.width) * Int(size.height)
        }
        return turned
    }
}

extension prism_image_source {
    /// How many components there are.
    var componentCount: Int { kind == PRISM_IMAGE_GREY.rawValue ? 1 : 3 }

    /// Samples across and down of a component.
    func size(of index: Int) -> (width: UInt32, height: UInt32) {
        let (h, v) = kind == PRISM_IMAGE_YCC.rawValue && index > 0 ? (h_shift, v_shift) : (0, 0)
        return ((width + h) >> h, (height + v) >> v)
    }

    fileprivate func samples(of index: Int) -> Int {
        let size = size(of: index)
        return Int(size.width) * Int(size.height)
    }

    func component(_ index: Int) -> prism_image_component {
        switch index {
        case 0: components.0
        case 1: components.1
        default: components.2
        }
    }

    mutating func setComponent(_ index: Int, _ component: prism_image_component) {
        switch index {
        case 0: components.0 = component
        case 1: components.1 = component
        default: components.2 = component
        }
    }
}
