// SPDX-License-Identifier: MIT
// A preview into files, for machines without a screen and for tests: one PPM per frame.

internal import Glibc
public import PrismCore

/// Writes `frame-000001.ppm` and so on into a directory.
public actor FilePreview: PreviewOutput {
    private nonisolated let executor: DedicatedExecutor
    /// Runs on a thread of its own, which may wait for the disk.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    private let directory: String
    private let box: PixelSize?
    private let turn: PictureTurn
    private let scaled: ScaledFrame
    private let maps = CPUMapCounter()
    private var count = 0

    /// Makes it; the directory must be there.
    ///
    /// - Parameters:
    ///   - directory: Where the files go.
    ///   - box: Largest size of a picture; nil keeps the camera's.
    ///   - turn: How pictures are turned.
    /// - Throws: `noMemory`; what the directory's check says.
    public init(
        _ directory: String, within box: PixelSize? = nil, turn: PictureTurn = .none
    ) throws(PrismError) {
        guard access(directory, W_OK | X_OK) == 0 else {
            throw .system("write into \(directory)", errno: errno)
        }
        executor = try DedicatedExecutor(name: "prism-preview")
        self.directory = directory
        self.box = box
        self.turn = turn
        scaled = ScaledFrame(turn: turn)
    }

    deinit { executor.stop() }

    /// The one that is being written.
    public nonisolated var loans: Int { 1 }

    /// The largest size of a file.
    public nonisolated var preferredSize: PixelSize? { box }

    /// Nothing is remembered.
    public func buffersChanged() {}

    /// Writes a frame. Blocks its own thread only.
    public func show(_ frame: CameraFrame) throws(PrismError) {
        let shown = PreviewFrame(frame, maps: maps)
        let picture = try scaled.draw(shown, within: box ?? turn.turned(shown.picture.size))
        count += 1
        let digits = String(count)
        let name = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
        try PortablePixmap.write(picture, to: "\(directory)/frame-\(name).ppm")
    }

    /// The files are it.
    public func screenshot() throws(PrismError) -> PixelBuffer {
        throw PrismError(.unsupported, "every frame is a file already")
    }

    /// What was written.
    public func facts() -> PreviewFacts {
        PreviewFacts(shown: count, summary: directory, copies: maps.count)
    }

    /// Ends the thread.
    public func close() { executor.stop() }
}

/// Netpbm's P6: the simplest format that every tool reads.
enum PortablePixmap {
    /// Red, green, blue of an XRGB8888 picture behind a header.
    static func bytes(of picture: PixelBuffer) -> [UInt8] {
        picture.withPixels { view in
            var bytes = Array("P6\n\(view.width) \(view.height)\n255\n".utf8)
            bytes.reserveCapacity(bytes.count + view.width * view.height * 3)
            guard let plane = view.planes.first else { return bytes }
            for row in 0..<view.height {
                let line = UnsafeRawBufferPointer(
                    start: plane.base + row * plane.stride, count: view.width * 4)
                for at in stride(from: 0, to: line.count, by: 4) {
                    bytes.append(line[at + 2])
                    bytes.append(line[at + 1])
                    bytes.append(line[at])
                }
            }
            return bytes
        }
    }

    /// Writes a file, which appears whole or not at all.
    static func write(_ picture: PixelBuffer, to path: String) throws(PrismError) {
        let file = try AtomicFile(path: path, collision: .replace)
        try file.write(bytes(of: picture))
        try file.publish()
    }
}
