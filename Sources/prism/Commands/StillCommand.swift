// SPDX-License-Identifier: MIT
// prism still: one photograph.

internal import Glibc
import PrismCapture
import PrismCore
import PrismFilters
import PrismImage

enum StillCommand {
    static let command = Command(
        name: "still", summary: "take a photograph",
        discussion: [
            "Takes one photograph as soon as exposure and colours have settled, and writes it with its"
                + " EXIF data. The file appears whole or not at all, and an existing one is kept unless"
                + " --overwrite is given. With -o - -e FORMAT the picture goes to standard"
                + " output."
        ],
        options: options,
        examples: [
            .init(line: "prism still -o photo.jpg", purpose: "A photograph at full size."),
            .init(
                line: "prism still -o night.png --shutter 1/4 --gain 8 --awbgains 1.8,1.5",
                purpose: "With everything held by hand."),
            .init(
                line: "prism still -o photo.jpg --raw",
                purpose: "With photo.dng beside it, for a raw converter."),
            .init(
                line: "prism still -o test.jpg --immediate --camera mock:imx708,scene=tree.jpg",
                purpose: "From a simulated camera that looks at a picture."),
        ],
        run: run)

    // Group by group: the sum of them all is too much for the 6.0.3 compiler.
    private static var options: [OptionSpec] {
        var options: [OptionSpec] = [OutputOptions.file.spec, CommonOptions.camera.spec]
        options += ExposureOptions.all
        options += PictureOptions.all
        options += [ModeOptions.mode.spec] + PhotoOptions.all
        options.append(TorchOption.torch.spec)
        options += FilterOptions.chainOptions
        options += [
            OutputOptions.raw.spec, OutputOptions.immediate.spec, OutputOptions.focusesFirst.spec,
            OutputOptions.zeroLag.spec,
        ]
        options += [OutputOptions.timeout.spec, OutputOptions.overwrite.spec]
        options += HookOptions.still
        options += [CommonOptions.json.spec, CommonOptions.help.spec]
        return options
    }

    private static func run(_ invocation: Invocation) async throws {
        let start = KernelClock().read().monotonic
        let request = try StillRequest(invocation.arguments)
        guard !request.isForStandardOutput || !invocation.console.isJSON else {
            throw PrismError(.usage, "-o - and --json both want standard output")
        }
        let hook = try HookOptions.hook(of: invocation.arguments)
        guard hook == nil || !request.isForStandardOutput else {
            throw PrismError(.usage, "--on-shot needs a file, and -o - has no name")
        }
        let chain = try await invocation.work.run { () throws(PrismError) in
            try request.checkOutput()
            return try request.filters.makeChain()
        }
        let torch = try await TorchOption.light(request.torch, work: invocation.work)
        defer { torch?.restore() }
        let facts = try await CameraUse.with(
            CameraNeeds(
                selection: request.camera, size: request.size, mode: request.mode,
                transform: request.photo.transform, bufferCount: request.buffers,
                wantsSensorHDR: request.wantsSensorHDR,
                wantsRaw: request.rawOutput != nil,
                wait: HookOptions.cameraWait(of: invocation.arguments)),
            in: invocation
        ) { camera throws(PrismError) in
            let capture = PhotoCapture(settings: request.settings, timing: request.timing)
            let ring = request.hasNoLag ? try await camera.session.subscribe(.latest) : nil
            if request.focusesFirst {
                try await camera.session.start(request.settings)
                _ = try await camera.session.focus(within: StillRequest.focusTime)
            }
            let photo = try await capture.capture(from: camera.session, ring: ring)
            let encoder = request.encoder(
                model: camera.session.descriptor.model, chain: chain)
            let picture = try await invocation.work.run { () throws(PrismError) in
                try request.write(photo, with: encoder)
            }
            return PictureFacts(
                request, photo, picture, elapsed: KernelClock().read().monotonic - start)
        }
        guard !request.isForStandardOutput else { return }
        await invocation.console.show(facts.text, facts.json)
        hook?.submit(facts.shot)
        await invocation.tell(await hook?.finish())
    }
}

extension StillRequest {
    /// Longest wait for the focus, in nanoseconds.
    static let focusTime: Int64 = 5_000_000_000

    /// Buffers for one photograph: the frame in hand, the one that waits, and one for the camera. They are the most
    /// of what a still needs of a small board's memory. Focusing looks at frames of its own: the usual number.
    var buffers: Int? { focusesFirst ? nil : 3 }

    var isForStandardOutput: Bool { picture.output == "-" }

    var timing: PhotoTiming { settling.map { .settled(within: $0) } ?? .immediate }

    /// The encoder of this picture.
    func encoder(model: String, chain: FilterChain?) -> PictureEncoder {
        .prism(picture, model: model, chain: chain)
    }

    /// Refuses what cannot be written before the camera is touched.
    func checkOutput() throws(PrismError) {
        guard !isForStandardOutput else { return }
        let directory = AtomicFile.directory(of: picture.output)
        guard Housekeeping(minimumFree: minimumFree).hasRoom(in: directory) else {
            throw PrismError(
                .diskFull, "less than \(ByteCount.text(minimumFree)) are free in \(directory)")
        }
        try AtomicFile.check(path: picture.output, overwrites: overwrites)
        if let rawOutput { try AtomicFile.check(path: rawOutput, overwrites: overwrites) }
        AtomicFile.removeStale(of: [picture.output] + (rawOutput.map { [$0] } ?? []))
    }

    /// Writes the file whole. Blocks.
    func write(_ photo: Photo, with encoder: PictureEncoder) throws(PrismError) -> EncodedPicture {
        do {
            guard !isForStandardOutput else {
                return try encoder.encodeAndCheck(photo.frame, at: photo.moment, to: STDOUT_FILENO)
            }
            let collision = overwrites ? AtomicFile.Collision.replace : .refuse
            let saved = try photo.save(to: picture.output, with: encoder, collision: collision)
            if let rawOutput {
                _ = try photo.writeRaw(to: rawOutput, with: encoder, collision: collision)
            }
            return saved
        } catch let error as PrismError {
            let isNamed = [picture.output, rawOutput ?? picture.output].contains {
                error.message.contains($0)
            }
            guard !isNamed else { throw error }
            throw PrismError(
                error.code, "\(error.message) to \(picture.output)", errno: error.errno)
        } catch {
            throw PrismError(.inputOutput, "cannot write \(picture.output): \(error)")
        }
    }
}
