// SPDX-License-Identifier: MIT
// Pictures that are used again: frames made by filters and stacks come from here.

/// A fixed number of pictures, each on loan while a frame has it.
package final class FramePool: Sendable {
    private struct State {
        var free: [PixelBuffer]
        var made: Int
    }

    /// Layout of the pictures.
    package let format: PixelFormat
    /// Size of the pictures.
    package let size: PixelSize
    /// Colour space of the pictures.
    package let colorSpace: ColorSpace
    private let capacity: Int
    private let state: Lock<State>

    /// Makes a pool; memory is taken as pictures are asked for the first time.
    package init(format: PixelFormat, size: PixelSize, colorSpace: ColorSpace, capacity: Int) {
        self.format = format
        self.size = size
        self.colorSpace = colorSpace
        self.capacity = capacity
        var free: [PixelBuffer] = []
        free.reserveCapacity(capacity)
        state = Lock(State(free: free, made: 0))
    }

    /// A picture that nobody holds.
    ///
    /// - Throws: `busy` where all are on loan.
    package func take() throws(PrismError) -> PixelBuffer {
        let (buffer, mayMake) = state.withLock { state -> (PixelBuffer?, Bool) in
            if let buffer = state.free.popLast() { return (buffer, false) }
            guard state.made < capacity else { return (nil, false) }
            state.made += 1
            return (nil, true)
        }
        if let buffer { return buffer }
        guard mayMake else {
            throw PrismError(.busy, "all \(capacity) pictures are held; let frames go sooner")
        }
        do throws(PrismError) {
            return try PixelBuffer(format: format, size: size, colorSpace: colorSpace)
        } catch {
            state.withLock { $0.made -= 1 }
            throw error
        }
    }

    /// Takes a picture back.
    package func giveBack(_ buffer: PixelBuffer) { state.withLock { $0.free.append(buffer) } }
}
