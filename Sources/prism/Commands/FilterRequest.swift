// SPDX-License-Identifier: MIT
// What files are to be filtered, and into which.

internal import Glibc
import PrismCapture
import PrismCore
import PrismFilters
import PrismImage

/// One run of prism filter.
struct FilterRequest: Equatable, Sendable {
    enum Task: Equatable, Sendable { case list, explain, filter }

    /// One file to read.
    struct Input {
        let path: String
        /// False where the path cannot be opened, for its name in the directory is not UTF-8.
        var isUTF8 = true
    }

    /// One file.
    struct Job: Equatable, Sendable {
        let input: String
        let output: String
        /// As in ``Input``.
        var isUTF8 = true

        /// Why it cannot be tried.
        var refusal: PrismError? {
            isUTF8 ? nil : PrismError(.unsupported, "\(input): its name is not UTF-8; rename it")
        }

        /// That it failed.
        func json(_ error: PrismError) -> JSONValue {
            [
                "event": "failed", "input": .string(input), "code": .string(error.code.rawValue),
                "message": .string(error.description),
            ]
        }

        func text(_ file: FilteredFile) -> String {
            let frames = file.frames == 1 ? "" : ", \(file.frames) frames"
            return "\(output): \(file.size)\(frames), \(ByteCount.text(file.checksum.bytes))\n"
        }

        func json(_ file: FilteredFile) -> JSONValue {
            [
                "event": "saved", "input": .string(input), "file": .string(output),
                "width": .integer(Int64(file.size.width)),
                "height": .integer(Int64(file.size.height)),
                "frames": .integer(Int64(file.frames)), "bytes": .integer(file.checksum.bytes),
            ]
        }
    }

    let task: Task
    let inputs: [String]
    let output: String
    let filters: FilterOptions.Request
    let raw: RawFrameLayout?
    let encoding: PictureOptions.Encoding?
    let quality: Int
    let overwrites: Bool

    /// Reads and checks the options against each other.
    init(_ arguments: Arguments) throws(PrismError) {
        inputs = arguments.operands
        filters = FilterOptions.Request(arguments)
        overwrites = arguments[OutputOptions.overwrite]
        encoding = arguments[PictureOptions.encoding]
        quality = arguments[PictureOptions.quality] ?? 93
        raw = try FilterRequest.raw(arguments)
        output = arguments[FilterCommand.output] ?? ""
        if arguments[FilterOptions.list] {
            task = .list
            return
        }
        task = arguments[FilterOptions.explain] ? .explain : .filter
        guard !inputs.isEmpty else { throw PrismError(.usage, "filter needs IN, or --list") }
        guard task == .explain || !output.isEmpty else {
            throw PrismError(.usage, "filter needs --output PATH")
        }
        guard !isForStandardOutput || raw == nil else {
            throw PrismError(.usage, "-o - is for one picture; raw frames go into a file")
        }
        guard !isForStandardOutput || !arguments[CommonOptions.json] else {
            throw PrismError(.usage, "-o - and --json both want standard output")
        }
        guard filters.chain != nil || filters.lut != nil else {
            throw PrismError(.usage, "filter needs --chain CHAIN or --lut FILE")
        }
        guard raw == nil || (encoding == nil && arguments[PictureOptions.quality] == nil) else {
            throw PrismError(.usage, "raw files stay raw: --encoding and --quality have no meaning")
        }
    }

    var isForStandardOutput: Bool { output == "-" }

    private static func raw(_ arguments: Arguments) throws(PrismError) -> RawFrameLayout? {
        switch (arguments[FilterOptions.pixels], arguments[FilterOptions.size]) {
        case (nil, nil): return nil
        case (let pixels?, let size?):
            return RawFrameLayout(
                format: pixels.format, size: PixelSize(width: size.width, height: size.height))
        case (.some, nil): throw PrismError(.usage, "--pixels needs --size")
        case (nil, .some): throw PrismError(.usage, "--size needs --pixels")
        }
    }

    /// The filters. Reads files.
    func filter() throws(PrismError) -> PictureFilter {
        guard let chain = try filters.makeChain() else {
            throw PrismError(.usage, "filter needs --chain CHAIN or --lut FILE")
        }
        return PictureFilter(chain, collision: overwrites ? .replace : .refuse)
    }

    /// The plan for one file. Reads it.
    func explanation(of job: Job, by chain: FilterChain) throws(PrismError) -> String {
        if let why = job.refusal { throw why }
        let layout = try layout(of: job.input)
        let plan = try chain.explain(
            format: layout.format, size: layout.size, colorSpace: layout.colorSpace)
        return "\(job.input): \(plan)"
    }

    /// The files whose plans are shown; nothing is written. Looks at the disk.
    func explained() throws(PrismError) -> [Job] {
        try files().map { Job(input: $0.path, output: "", isUTF8: $0.isUTF8) }
    }

    private func layout(of input: String) throws(PrismError) -> RawFrameLayout {
        if let raw { return raw }
        let picture = try ImageDecoder().decode(path: input)
        return RawFrameLayout(
            format: .bgr888, size: PixelSize(width: picture.width, height: picture.height))
    }

    /// Filters one file. Blocks.
    func run(_ job: Job, with filter: PictureFilter) throws(PrismError) -> FilteredFile {
        if let why = job.refusal { throw why }
        if let raw { return try filter.filterRaw(job.input, raw, to: job.output) }
        let encoding = try PictureOptions.encoding(encoding, for: job.output)
        let format: ImageFormat =
            switch encoding {
            case .jpg: .jpeg(JPEGOptions(quality: quality))
            case .png: .png(PNGOptions())
            case .bmp: .bmp
            case .rgb: .rgb
            case .yuv420: .yuv420
            }
        let encoder = ImageEncoder(format: format)
        guard !isForStandardOutput else {
            return try filter.filter(job.input, to: STDOUT_FILENO, as: encoder)
        }
        return try filter.filter(job.input, to: job.output, as: encoder)
    }

    /// Which file becomes which. Looks at the disk.
    func jobs() throws(PrismError) -> [Job] {
        let files = try files()
        let isSeveral = inputs.count > 1 || FilterRequest.isDirectory(inputs[0])
        if isForStandardOutput {
            guard !isSeveral else {
                throw PrismError(.usage, "-o - takes one picture; several go into a directory")
            }
            return [Job(input: inputs[0], output: output)]
        }
        guard isSeveral || FilterRequest.isDirectory(output) else {
            return try checked([Job(input: inputs[0], output: output)])
        }
        if !FilterRequest.isDirectory(output), mkdir(output, 0o777) != 0 {
            throw .system("make the directory \(output)", errno: errno)
        }
        return try checked(
            files.map {
                Job(
                    input: $0.path, output: "\(output)/\(outputName($0.path))",
                    isUTF8: $0.isUTF8)
            })
    }

    /// The same name, with the ending of the encoding that is asked for.
    private func outputName(_ input: String) -> String {
        let name = input.split(separator: "/").last.map(String.init) ?? input
        guard let encoding, let dot = name.lastIndex(of: ".") else { return name }
        return name[..<dot] + "." + encoding.endings[0]
    }

    /// Refuses two files of one name, and a file onto itself, before anything is written.
    private func checked(_ jobs: [Job]) throws(PrismError) -> [Job] {
        var seen: [String: String] = [:]
        for job in jobs where job.isUTF8 {
            if let other = seen.updateValue(job.input, forKey: job.output) {
                throw PrismError(.usage, "\(other) and \(job.input) would both be \(job.output)")
            }
            try AtomicFile.check(path: job.output, overwrites: overwrites)
        }
        AtomicFile.removeStale(of: jobs.map(\.output))
        return jobs
    }

    /// The files, with those of directories.
    private func files() throws(PrismError) -> [Input] {
        var files: [Input] = []
        for input in inputs {
            guard FilterRequest.isDirectory(input) else {
                files.append(Input(path: input))
                continue
            }
            let entries = try DirectoryListing.entries(in: input).filter { entry in
                [".jpg", ".jpeg", ".png"].contains { entry.name.lowercased().hasSuffix($0) }
            }
            files += entries.sorted { $0.name < $1.name }
                .map { Input(path: "\(input)/\($0.name)", isUTF8: $0.isUTF8) }
        }
        guard !files.isEmpty else {
            throw PrismError(.usage, "no JPEG or PNG file in \(inputs.joined(separator: ", "))")
        }
        return files
    }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
