// SPDX-License-Identifier: MIT
// prism filter: filters on files.

import PrismCapture
import PrismCore
import PrismFilters
import PrismImage

enum FilterCommand {
    static let command = Command(
        name: "filter", summary: "filter pictures and raw frames",
        discussion: [
            "Filters JPEG and PNG files, all such files of directories, or files of raw frames. Neighbouring"
                + " colour filters become one pass over the picture; --explain shows the passes. Files appear"
                + " whole or not at all. EXIF data is not carried over; pictures come out upright.",
            "Several files, or a directory, go into a directory under their own names. Where some cannot"
                + " be filtered, the others are; the exit status is the first error's. With -o - -e FORMAT"
                + " one picture goes to standard output.",
        ],
        operands: .init(placeholder: "IN…", count: 0...10_000),
        options: [
            output.spec, FilterOptions.chain.spec, FilterOptions.lut.spec,
            FilterOptions.list.spec, FilterOptions.explain.spec, FilterOptions.pixels.spec,
            FilterOptions.size.spec, PictureOptions.quality.spec, PictureOptions.encoding.spec,
            FilterOptions.threads.spec, OutputOptions.overwrite.spec, CommonOptions.json.spec,
            CommonOptions.help.spec,
        ],
        examples: [
            .init(
                line: "prism filter a.jpg -o b.jpg --chain 'saturation=1.2,sepia@0.6,vignette=0.8'",
                purpose: "Three filters in one pass."),
            .init(
                line: "prism filter clouds -o graded --lut look.cube",
                purpose: "A look for every picture of a directory."),
            .init(
                line: "prism filter a.yuv -o b.yuv --pixels nv12 --size 640x480 --chain edges",
                purpose: "Raw frames."),
            .init(line: "prism filter --list", purpose: "What there is."),
        ],
        run: run)

    static let output = Option<String>(
        "output", short: "o", "PATH",
        "The file, a directory for several, or -: standard output.",
        examples: ["out.jpg"], completion: .file
    ) { (text: String) throws(PrismError) in
        guard !text.isEmpty else { throw PrismError(.usage, "the path is empty") }
        return text
    }

    private static func run(_ invocation: Invocation) async throws {
        let request = try FilterRequest(invocation.arguments)
        switch request.task {
        case .list: await list(invocation.console)
        case .explain: try await explain(request, invocation)
        case .filter: try await filter(request, invocation)
        }
    }

    private static func list(_ console: Console) async {
        for type in FilterCatalog.all {
            let entry = FilterEntry(type.manual)
            await console.show(entry.text, entry.json)
        }
    }

    private static func explain(
        _ request: FilterRequest, _ invocation: Invocation
    ) async throws(PrismError) {
        let (chain, jobs) = try await invocation.work.run { () throws(PrismError) in
            (try request.filter().chain, try request.explained())
        }
        try await each(jobs, invocation, undone: "explained") { job throws(PrismError) in
            let text = try await invocation.work.run { () throws(PrismError) in
                try request.explanation(of: job, by: chain)
            }
            await invocation.console.show(
                text, ["file": .string(job.input), "plan": .string(text)])
        }
    }

    private static func filter(
        _ request: FilterRequest, _ invocation: Invocation
    ) async throws(PrismError) {
        let (filter, jobs) = try await invocation.work.run { () throws(PrismError) in
            (try request.filter(), try request.jobs())
        }
        try await each(jobs, invocation, undone: "filtered") { job throws(PrismError) in
            let file = try await invocation.work.run { () throws(PrismError) in
                try request.run(job, with: filter)
            }
            guard !request.isForStandardOutput else { return }
            await invocation.console.show(job.text(file), job.json(file))
        }
    }

    /// Does something with each file; one of several that fails is told and keeps nobody from the others.
    private static func each(
        _ jobs: [FilterRequest.Job], _ invocation: Invocation, undone: String,
        _ body: (FilterRequest.Job) async throws(PrismError) -> Void
    ) async throws(PrismError) {
        let console = invocation.console
        var line = ProgressLine(total: jobs.count)
        var failures: [PrismError] = []
        for job in jobs {
            guard !Task.isCancelled else {
                throw PrismError(.cancelled, "\(line.done) of \(jobs.count) files are \(undone)")
            }
            await console.progress(line.text(columns: Console.columns))
            do throws(PrismError) {
                try await body(job)
            } catch {
                guard jobs.count > 1, error.code != .cancelled else { throw error }
                failures.append(error)
                await console.clearProgress()
                Console.write("prism: \(error.description.onOneLine)\n", to: 2)
                await console.event(job.json(error))
            }
            line.done += 1
        }
        guard let first = failures.first else { return }
        throw PrismError(
            first.code, "\(failures.count) of \(jobs.count) files are not \(undone)")
    }
}

/// A filter of the list.
struct FilterEntry: Equatable {
    let text: String
    let json: JSONValue

    init(_ manual: FilterManual) {
        let parameters = manual.parameters.map { parameter in
            "    \(parameter.name): \(parameter.summary)\(parameter.shownRange)\n"
        }
        text =
            "\(manual.name): \(manual.summary)\n  \(manual.formula)\n  (\(manual.source))\n"
            + parameters.joined()
        json = [
            "name": .string(manual.name), "category": .string(manual.category.rawValue),
            "summary": .string(manual.summary), "formula": .string(manual.formula),
            "source": .string(manual.source),
            "parameters": .array(
                manual.parameters.map {
                    ["name": .string($0.name), "summary": .string($0.summary + $0.shownRange)]
                }),
        ]
    }
}

extension FilterParameter {
    /// `, 0 to 2, 1 unless given`.
    var shownRange: String {
        var text = ""
        switch kind {
        case .number(let range), .angle(let range):
            text = ", \(range.lowerBound.shortText) to \(range.upperBound.shortText)"
        case .choice, .points, .cube, .matte: break
        }
        switch fallback {
        case .number(let number)?: text += ", \(number.shortText) unless given"
        case .choice(let word)?: text += ", \(word) unless given"
        case nil: text += ", must be given"
        default: break
        }
        return text
    }
}
