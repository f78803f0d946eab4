// SPDX-License-Identifier: MIT
// The server's camera: opened once, armed all the time, opened again after it was lost.

import PrismCapture
import PrismCore
import PrismFilters

/// Carries requests out. What moves the camera goes one after the other, and a picture lets the camera go before it
/// is encoded; what only looks waits for nobody.
actor ServeCamera {
    private let selection: CameraSelection
    private let wait: Int64
    private let work: BlockingWork
    /// Where pictures are encoded and written: not where the next request is checked.
    private let darkroom: BlockingWork
    /// The camera.
    private let door = Turnstile(places: 1)
    /// Frames that are a photograph, or become one.
    private let photographs = Turnstile(places: ServeCamera.photographsAtOnce)
    private var opened: OpenedCamera?
    private var session: CameraSession? { opened?.session }
    /// Finished frames, the newest of which a photograph without lag is; nil where none was configured.
    private var ring: FrameSubscription?
    private var words: [String] = []
    private var size = PixelSize(width: 0, height: 0)
    private var settings = ControlSettings()
    private var shooting = 0
    private var shots = 0

    private static let photographsAtOnce = 2
    /// Frames in hand at once: a photograph's two and the watchers' two, and two for the camera, one of which the
    /// photograph may be that is being encoded.
    private static let buffers = 6

    init(_ selection: CameraSelection, wait: Int64, work: BlockingWork) throws(PrismError) {
        self.selection = selection
        self.wait = wait
        self.work = work
        darkroom = try BlockingWork()
    }

    /// The running camera; opens, configures and starts it where it does not run.
    func camera() async throws(PrismError) -> CameraSession {
        if let session = await running() { return session }
        return try await alone { () async throws(PrismError) in try await armed() }
    }

    private func running() async -> CameraSession? {
        guard let session else { return nil }
        switch await session.state {
        case .running, .recovering: return session
        case .opened, .configured, .failed, .closed: return nil
        }
    }

    /// The running camera, for whoever has it alone: nobody else is just starting it anew.
    private func armed() async throws(PrismError) -> CameraSession {
        if let session = await running() { return session }
        await close()
        return try await open()
    }

    /// Runs `body` while nobody else moves the camera.
    private func alone<Value: Sendable>(
        _ body: () async throws(PrismError) -> Value
    ) async throws(PrismError) -> Value {
        await door.enter()
        do throws(PrismError) {
            try CameraUse.checkCancellation()
            let value = try await body()
            await door.leave()
            return value
        } catch {
            await door.leave()
            throw error
        }
    }

    /// Lets the camera go.
    func close() async {
        ring?.cancel()
        ring = nil
        await opened?.close()
        opened = nil
    }

    /// Streams and mode by options of `prism still`; what runs is stopped for it.
    func configure(_ words: [String]) async throws(PrismError) -> JSONValue {
        // Refused before anything is stopped.
        _ = try ServeCamera.still(words, file: "a.jpg")
        return try await alone { () async throws(PrismError) in try await rearm(words) }
    }

    private func rearm(_ words: [String]) async throws(PrismError) -> JSONValue {
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
        let ticket = try await alone { () async throws(PrismError) in
            let ticket = try await armed().set(wish)
            settings = settings.merging(wish)
            return ticket
        }
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
        shooting += 1
        await photographs.enter()
        do throws(PrismError) {
            let facts = try await take(request, chain, since: start)
            await photographs.leave()
            shooting -= 1
            shots += 1
            return facts
        } catch {
            await photographs.leave()
            shooting -= 1
            throw error
        }
    }

    private func take(
        _ request: StillRequest, _ chain: FilterChain?, since start: Int64
    ) async throws(PrismError) -> PictureFacts {
        let (photo, model) = try await alone { () async throws(PrismError) -> (Photo, String) in
            let camera = try await armed()
            guard !request.hasNoLag || ring != nil else {
                let line = #"{"do":"configure","options":{"zsl":true}}"#
                throw PrismError(.usage, "options: zsl has to be configured first: \(line)")
            }
            let capture = PhotoCapture(settings: request.settings, timing: request.timing)
            let photo: Photo
            do throws(PrismError) {
                photo = try await capture.capture(from: camera, ring: ring)
            } catch {
                await restore(request.settings, of: camera)
                throw error
            }
            await restore(request.settings, of: camera)
            return (photo, camera.descriptor.model)
        }
        let encoder = request.encoder(model: model, chain: chain)
        let picture = try await darkroom.run { () throws(PrismError) in
            try request.write(photo, with: encoder)
        }
        return PictureFacts(
            request, photo, picture, elapsed: KernelClock().read().monotonic - start)
    }

    /// What one picture was given is not the next one's, which may be another client's.
    private func restore(_ touched: ControlSettings, of camera: CameraSession) async {
        guard !touched.isEmpty else { return }
        _ = try? await camera.restore(touched, to: settings)
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
            ("shots", .integer(Int64(shots))), ("shooting", .integer(Int64(shooting))),
            ("controls", .array(controls)),
            ("applied", metadata.map { AppliedSettings($0).json } ?? .null),
        ])
    }

    private func open() async throws(PrismError) -> CameraSession {
        let request = try ServeCamera.still(words, file: "a.jpg")
        var needs = CameraNeeds(
            selection: selection, size: request.size, mode: request.mode,
            transform: request.photo.transform,
            bufferCount: ServeCamera.buffers + (request.hasNoLag ? FramePolicy.latest.loans : 0),
            wantsRaw: words.contains("--raw"))
        needs.wantsSensorHDR = request.wantsSensorHDR
        needs.wait = wait
        let camera = try await OpenedCamera(needs, work: work)
        do throws(PrismError) {
            size = try await CameraUse.configure(camera.session, needs)
            if request.hasNoLag { ring = try await camera.session.subscribe(.latest) }
            try await camera.session.start(settings)
        } catch {
            await camera.close()
            throw await camera.access.explained(error)
        }
        opened = camera
        return camera.session
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
