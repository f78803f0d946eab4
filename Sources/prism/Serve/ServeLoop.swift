// SPDX-License-Identifier: MIT
// Lines to requests, requests to answers, frames to those who watch.

internal import Glibc
import PrismCore

/// Serves until somebody stops it.
struct ServeLoop: Sendable {
    private let server: LineServer
    private let camera: ServeCamera
    private let watchers: ServeWatchers

    init(_ server: LineServer, _ invocation: Invocation) throws(PrismError) {
        self.server = server
        camera = try ServeCamera(
            CommonOptions.camera(of: invocation.arguments),
            wait: HookOptions.cameraWait(of: invocation.arguments), work: invocation.work)
        watchers = ServeWatchers(server)
    }

    /// Runs to the end; a signal ends it in order.
    func run() async throws(PrismError) {
        let serving = Task.detached { [server] in await server.run() }
        do throws(PrismError) {
            try await withTaskCancellationHandlerThrowing {
                () async throws(PrismError) in
                let hello = ServeReply.hello(try await camera.camera().descriptor)
                await serve(hello)
            } onCancel: {
                server.stop()
            }
        } catch {
            server.stop()
            await serving.value
            await camera.close()
            throw error
        }
        await serving.value
        await watchers.stop()
        await camera.close()
    }

    private func serve(_ hello: JSONValue) async {
        let desk = self.desk
        for await event in server.events {
            switch event {
            case .opened(let client): server.send(hello.text, to: client)
            case .line(let client, let line): await desk.take(line, of: client)
            case .tooLong(let client):
                let error = PrismError(
                    .invalidData, "a line has at most \(ServeRequest.longestLine) bytes")
                server.send(ServeReply.failed(.null, error).text, to: client)
                server.leave(client)
            case .closed(let client):
                // Nobody is there to be told of frames; answers may still be read by a pipe's other end.
                await watchers.remove(client)
                await desk.end(client)
            }
        }
        await desk.callOff()
    }

    private var desk: ServeDesk {
        ServeDesk(
            answer: { await answer($0, $1) == .stop },
            part: { client in
                await watchers.remove(client)
                server.leave(client)
            }, stop: { server.stop() })
    }

    /// Answers a line; returns what it asked for, nil where that is not clear.
    private func answer(_ line: String, _ client: Int) async -> ServeRequest.Action? {
        do throws(PrismError) {
            let request = try ServeRequest(line)
            do throws(PrismError) {
                let result = try await carryOut(request.action, client)
                server.send(ServeReply.done(request.id, result).text, to: client)
            } catch {
                server.send(ServeReply.failed(request.id, error).text, to: client)
            }
            // After the answer, so that it still goes out.
            if request.action == .quit { server.leave(client) }
            return request.action
        } catch {
            server.send(ServeReply.failed(ServeRequest.id(of: line), error).text, to: client)
            return nil
        }
    }

    private func carryOut(
        _ action: ServeRequest.Action, _ client: Int
    ) async throws(PrismError) -> JSONValue {
        switch action {
        case .configure(let words):
            let result = try await camera.configure(words)
            try await watchers.follow(camera.camera())
            return result
        case .set(let controls): return try await camera.set(controls)
        case .shoot(let file, let words): return try await camera.shoot(file, words).json
        case .status: return await camera.status()
        case .watch(let interval):
            let session = try await camera.camera()
            await watchers.add(client, every: interval)
            try await watchers.follow(session)
            return .object([])
        case .unwatch:
            await watchers.remove(client)
            return .object([])
        case .quit, .stop: return .object([])
        }
    }

    /// The standard library's handler with a typed error.
    private func withTaskCancellationHandlerThrowing(
        _ body: () async throws(PrismError) -> Void, onCancel: @Sendable () -> Void
    ) async throws(PrismError) {
        do {
            try await withTaskCancellationHandler(operation: body, onCancel: onCancel)
        } catch let error as PrismError {
            throw error
        } catch {
            throw PrismError(.inputOutput, "\(error)")
        }
    }
}

/// Sends frames' metadata to the clients that want them.
actor ServeWatchers {
    private struct Wish {
        let interval: Int64
        var next: Int64 = .min
    }

    private let server: LineServer
    private var wishes: [Int: Wish] = [:]
    private var task: Task<Void, Never>?

    init(_ server: LineServer) { self.server = server }

    /// A client wants a frame every so many nanoseconds.
    func add(_ client: Int, every interval: Int64) { wishes[client] = Wish(interval: interval) }

    func remove(_ client: Int) { wishes[client] = nil }

    func stop() { task?.cancel() }

    /// Watches a camera, where anybody wants to.
    func follow(_ camera: CameraSession) async throws(PrismError) {
        guard !wishes.isEmpty else { return }
        task?.cancel()
        let frames = try await camera.subscribe(.latest)
        task = Task { [weak self] in
            while !Task.isCancelled {
                guard let frame = try? await frames.next() else { break }
                let metadata = frame.metadata
                guard await self?.tell(metadata) == true else { break }
            }
            frames.cancel()
        }
    }

    /// False where nobody wants to know any more.
    private func tell(_ metadata: FrameMetadata) -> Bool {
        let now = metadata.timestamp?.nanoseconds ?? 0
        let line = ServeReply.frame(metadata).text
        for (client, wish) in wishes where now >= wish.next {
            server.send(line, to: client)
            let (next, isOver) = now.addingReportingOverflow(wish.interval)
            wishes[client]?.next = isOver ? .max : next
        }
        return !wishes.isEmpty
    }
}
