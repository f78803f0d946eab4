// SPDX-License-Identifier: MIT
// The server's camera: opened once, armed all the time, opened again after it was lost.

import PrismCapture
import PrismCore

/// Carries requests out, one after the other.
actor ServeCamera {
    private let selection: CameraSelection
    private let wait: Int64
    private let work: BlockingWork
    private var access: CameraAccess?
    private var session: CameraSession?
    /// Keeps the sensor's own HDR on as long as the camera is open.
    private var hdr: SensorHDR?
    private var words: [String] = []
    private var size = PixelSize(width: 0, height: 0)
    private var settings = ControlSettings()
    private var shots = 0

    /// Frames in hand at once: a photograph's two and the watchers' two, and two for the camera.
    private static let buffers = 6

    init(_ selection: CameraSelection, wait: Int64, work: BlockingWork) {
        self.selection = selection
        self.wait = wait
        self.work = work
    }

    /// The running camera; opens, configures and starts it where it does not run.
    func camera() async throws(PrismError) -> CameraSession {
        if let session {
            switch await session.state {
            case .running, .recovering: return session
            case .opened, .configured, .failed, .closed: await close()
            }
        }
        return try await open()
    }

    /// Lets the camera go.
    func close() async {
        await session?.close()
        (session, access, hdr) = (nil, nil, nil)
    }

    /// Streams and mode by options of `prism still`; what runs is stopped for it.
    func configure(_ words: [String]) async throws(PrismError) -> JSONValue {
        // Refused before anything is stopped.
        _ = try ServeCamera.still(words, file: "a.jpg")
        let before = self.words
        self.words = words
        await close()
        do throws(PrismError) {
            _ = try await open()
        } catch {
            self.words = before
            throw error
        }
        return ServeReply.object([
            ("width", .integer(Int64(size.width))), ("height", .integer(Int64(size.height))),
        ])
    }

    /// Sets controls by the words of `prism controls`.
    func set(_ controls: [String: String]) async throws(PrismError) -> JSONValue {
        var wishes: [(ControlName, ControlSettings)] = []
        for (name, value) in controls.sorted(by: { $0.key < $1.key }) {
            let control = try ControlReader.name(name)
            wishes.append((control, try ControlReader.read(value, for: control)))
        }
        let wish = try ControlSettings.joined(wishes)
        let ticket = try await camera().set(wish)
        settings = settings.merging(wish)
        let ignored = ticket.ignored.map { JSONValue.string($0.control.rawValue) }
        return ServeReply.object([("ignored", .array(ignored))])
    }

    /// Takes a photograph into a file.
    func shoot(_ file: String, _ words: [String]) async throws(PrismError) -> PictureFacts {
        let start = KernelClock().read().monotonic
        let request = try ServeCamera.still(self.words + words, file: file)
        let chain = try await work.run { () throws(PrismError) in
            try request.checkOutput()
            return try request.filters.makeChain()
        }
        let camera = try await camera()
        let capture = PhotoCapture(settings: request.settings, timing: request.timing)
        let photo = try await capture.capture(from: camera)
        let encoder = request.encoder(model: camera.descriptor.model, chain: chain)
        let picture = try await work.run { () throws(PrismError) in
            try request.write(photo, with: encoder)
        }
        shots += 1
        return PictureFacts(
            file: request.output, raw: request.rawOutput, size: picture.size,
            checksum: picture.checksum, applied: photo.applied,
            limits: photo.limitedBy + picture.flaws, moment: photo.moment.utc,
            elapsed: KernelClock().read().monotonic - start)
    }

    /// What the camera is doing; opens nothing.
    func status() async -> JSONValue {
        let state = await session?.state ?? .closed
        let explanation = await session?.explanation()
        let controls = explanation?.lines.map(\.json) ?? []
        let metadata = await session?.latestMetadata
        return ServeReply.object([
            ("state", .string(state.word)), ("camera", .string("\(selection)")),
            ("width", .integer(Int64(size.width))), ("height", .integer(Int64(size.height))),
            ("shots", .integer(Int64(shots))), ("controls", .array(controls)),
            ("applied", metadata.map { AppliedSettings($0).json } ?? .null),
        ])
    }

    private func open() async throws(PrismError) -> CameraSession {
        let request = try ServeCamera.still(words, file: "a.jpg")
        var needs = CameraNeeds(
            selection: selection, size: request.size, mode: request.mode,
            transform: request.photo.transform, bufferCount: ServeCamera.buffers,
            wantsRaw: words.contains("--raw"))
        needs.wait = wait
        needs.wantsSensorHDR = request.wantsSensorHDR
        let (access, session, hdr) = try await CameraUse.open(needs, work: work)
        do throws(PrismError) {
            size = try await CameraUse.configure(session, needs)
            try await session.start(settings)
        } catch {
            await session.close()
            throw await access.explained(error)
        }
        (self.access, self.session) = (access, session)
        self.hdr = hdr
        return session
    }

    /// A request for a still, read by the one table of options.
    private static func still(
        _ words: [String], file: String
    ) throws(PrismError) -> StillRequest {
        let outcome = try ArgumentReader.read(
            words + ["--output=\(file)", "--camera", "mock"], for: StillCommand.command)
        guard case .run(let arguments) = outcome, arguments.operands.isEmpty else {
            throw PrismError(.usage, "options: help is not one of them")
        }
        let elsewhere = [HookOptions.command.spec, HookOptions.cameraWait.spec]
        if let option = elsewhere.first(where: { arguments.has($0.name) }) {
            throw PrismError(.usage, "options: \(option.name) is not for a server")
        }
        return try StillRequest(arguments)
    }
}
