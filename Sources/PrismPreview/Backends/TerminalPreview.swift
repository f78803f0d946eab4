// SPDX-License-Identifier: MIT
// A preview in a terminal, so that a person over ssh sees where the camera looks.

internal import Glibc
public import PrismCore

/// Draws in the terminal on standard output; what was there comes back at the end.
public actor TerminalPreview: PreviewOutput {
    private nonisolated let executor: DedicatedExecutor
    /// Runs on a thread of its own, which may wait for a slow line.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Pictures per second at most: a line takes some hundred kilobytes for one.
    private static let period: Int64 = 100_000_000
    private let scaled: ScaledFrame
    private let maps = CPUMapCounter()
    private var painter: TerminalPicture
    private var size = PixelSize(width: 0, height: 0)
    private var last: Int64 = 0
    private var count = 0
    private var dropped = 0
    private var isOpen = false

    /// Takes the terminal.
    ///
    /// - Parameters:
    ///   - turn: How pictures are turned.
    ///   - environment: Looks up COLORTERM and TERM.
    /// - Throws: `screen` where standard output is no terminal.
    public init(
        turn: PictureTurn = .none, environment: (String) -> String?
    ) throws(PrismError) {
        guard isatty(STDOUT_FILENO) == 1 else {
            throw PrismError(.screen, "standard output is no terminal to draw in")
        }
        executor = try DedicatedExecutor(name: "prism-preview")
        scaled = ScaledFrame(turn: turn)
        painter = TerminalPicture(
            TerminalColors(colorTerm: environment("COLORTERM"), term: environment("TERM")))
    }

    deinit { executor.stop() }

    /// The one that is being drawn.
    public nonisolated var loans: Int { 1 }

    /// Few terminals have more cells.
    public nonisolated var preferredSize: PixelSize? { PixelSize(width: 640, height: 480) }

    /// Nothing is remembered.
    public func buffersChanged() {}

    /// Draws a frame, ten a second at most.
    public func show(_ frame: CameraFrame) throws(PrismError) {
        let now = DedicatedExecutor.now()
        guard now - last >= TerminalPreview.period else {
            dropped += 1
            return
        }
        last = now
        let cells = TerminalPreview.cells
        if !isOpen || cells != size {
            // The other screen, no cursor, empty: xterm's 1049 and 25.
            try write(Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J".utf8))
            isOpen = true
            size = cells
        }
        // A cell holds two pixels, one above the other, which makes them about square. The last line stays free.
        let box = PixelSize(width: cells.width, height: max(1, cells.height - 1) * 2)
        let picture = try scaled.draw(PreviewFrame(frame, maps: maps), within: box)
        let left = (box.width - picture.size.width) / 2
        let top = (box.height - picture.size.height) / 4
        // Synchronised output (mode 2026), where the terminal knows it: no half pictures.
        try write(Array("\u{1B}[?2026h".utf8))
        try write(painter.draw(picture, left: left, top: top))
        try write(Array("\u{1B}[?2026l".utf8))
        count += 1
    }

    /// Columns and lines.
    private static var cells: PixelSize {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 1
        else { return PixelSize(width: 80, height: 24) }
        return PixelSize(width: Int(size.ws_col), height: Int(size.ws_row))
    }

    private func write(_ bytes: [UInt8]) throws(PrismError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes {
                Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
            }
            if written > 0 {
                rest = rest.dropFirst(written)
            } else if errno != EINTR {
                throw .system("draw in the terminal", errno: errno)
            }
        }
    }

    /// A terminal cannot be read.
    public func screenshot() throws(PrismError) -> PixelBuffer {
        throw PrismError(.unsupported, "a terminal cannot be photographed")
    }

    /// What was drawn.
    public func facts() -> PreviewFacts {
        PreviewFacts(
            shown: count, dropped: dropped, summary: "terminal \(size)", copies: maps.count)
    }

    /// Gives the terminal back.
    public func close() {
        if isOpen { try? write(Array("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l".utf8)) }
        isOpen = false
        executor.stop()
    }
}
