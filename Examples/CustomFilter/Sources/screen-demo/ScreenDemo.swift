// SPDX-License-Identifier: MIT
// Renders one picture through the filters and checks it.

import PrismCore
import PrismFilters
import ScreenFilters

@main
struct ScreenDemo {
    static func main() throws {
        let size = PixelSize(width: 64, height: 16)
        let source = try PixelBuffer(format: .xrgb8888, size: size)
        let target = try PixelBuffer(format: .xrgb8888, size: size)
        source.withMutablePixels { view in
            for index in 0..<view.planes[0].rows * view.planes[0].stride {
                let isLeft = index % view.planes[0].stride < 128
                view.planes[0].base.storeBytes(
                    of: isLeft ? 200 : 0, toByteOffset: index, as: UInt8.self)
            }
        }
        let chain = try FilterChain(ScreenFilters.steps)
        try source.withPixels { view in
            try target.withMutablePixels { try chain.render(view, into: $0) }
        }
        target.withPixels { view in
            let base = view.planes[0].base
            let right = 4 * 60
            let even = (0..<3).map { base.load(fromByteOffset: right + $0, as: UInt8.self) }
            let odd = (0..<3).map {
                base.load(fromByteOffset: view.planes[0].stride + right + $0, as: UInt8.self)
            }
            precondition(even == [160, 180, 200], "\(even)")
            precondition(odd == [80, 90, 100], "\(odd)")
        }
        print("warm, mirror and scanlines did what they say")
    }
}
