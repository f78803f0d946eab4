// SPDX-License-Identifier: MIT
// Filters on the command line.

import PrismCapture
import PrismCore
import PrismFilters
import PrismImage

enum FilterOptions {
    static let chain = Option<String>(
        "chain", "CHAIN",
        "Filters parted by commas: name, name=value or name=value:name=value, and @0.5 behind it for an"
            + " intensity. prism filter --list names them.",
        examples: ["saturation=1.2,sepia@0.6,vignette=0.8"]
    ) { (text: String) throws(PrismError) in
        guard !text.isEmpty else { throw PrismError(.usage, "the chain is empty") }
        // Files are read later, so only what needs none is checked here.
        guard !text.contains("lut"), !text.contains("bokeh") else { return text }
        _ = try ChainText.parse(text)
        return text
    }

    static let lut = Option<String>(
        "lut", "FILE", "A .cube file, looked up behind the chain.", examples: ["look.cube"],
        completion: .file
    ) { (text: String) throws(PrismError) in
        guard !text.isEmpty else { throw PrismError(.usage, "the path is empty") }
        return text
    }

    static let list = Option(flag: "list", "Lists the filters with their parameters.")

    static let explain = Option(
        flag: "explain", "Says how the chain would be carried out, and writes nothing.")

    static let pixels = Option<RawPixels>(
        choice: "pixels", "FORMAT",
        "Layout of raw files, whose size --size gives: one frame behind the other, without padding.",
        fallback: "the files are JPEG or PNG")

    static let size = Option<PictureSize>(
        "size", "WIDTHxHEIGHT", "Size of each frame of raw files.", examples: ["1920x1080"]
    ) { (text: String) throws(PrismError) in try PictureSize(text) }

    static let threads = Option<Int>(
        "threads", "NUMBER", "Threads that share out the rows, from 1 to 16.",
        fallback: "one per processor, 4 at most", examples: ["1"]
    ) { (text: String) throws(PrismError) in try NumberReader.whole(text, in: 1...16) }

    /// For pictures that a camera takes.
    static let chainOptions = [chain.spec, lut.spec]

    /// What a command line asks for; nothing is opened for it.
    struct Request: Equatable, Sendable {
        let chain: String?
        let lut: String?
        let threads: Int

        init(_ arguments: Arguments) {
            chain = arguments[FilterOptions.chain]
            lut = arguments[FilterOptions.lut]
            threads = arguments[FilterOptions.threads] ?? 0
        }

        /// The chain, or nil where none is asked for. Reads files.
        func makeChain() throws(PrismError) -> FilterChain? {
            guard chain != nil || lut != nil else { return nil }
            var steps = try ChainText.parse(chain ?? "", resources: .files)
            if let lut { steps.append(FilterStep(ColorLookup(try ChainResources.files.cube(lut)))) }
            return try FilterChain(steps, options: .init(threads: threads))
        }
    }
}

/// Layouts of raw files.
enum RawPixels: String, CaseIterable, Sendable {
    case nv12, yuv420, xrgb8888, xbgr8888, rgb888, bgr888

    var format: PixelFormat {
        switch self {
        case .nv12: .nv12
        case .yuv420: .yuv420
        case .xrgb8888: .xrgb8888
        case .xbgr8888: .xbgr8888
        case .rgb888: .rgb888
        case .bgr888: .bgr888
        }
    }
}
