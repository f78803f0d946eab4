// SPDX-License-Identifier: MIT
// The clients' lines: each client's are answered in order, and no client waits for another.

/// Gives each client a task of its own.
actor ServeDesk {
    /// Answers one line of a client; true where the line asks for the end of the server.
    typealias Answer = @Sendable (_ line: String, _ client: Int) async -> Bool
    /// Parts with a client that has got all its answers.
    typealias Part = @Sendable (_ client: Int) async -> Void

    private struct Place {
        let lines: AsyncStream<String>.Continuation
        let task: Task<Void, Never>
    }

    private let answer: Answer
    private let part: Part
    private let stop: @Sendable () -> Void
    private var places: [Int: Place] = [:]
    private var isClosing = false

    /// Makes a desk; `stop` is called once, when somebody has asked for the end and all are answered.
    init(answer: @escaping Answer, part: @escaping Part, stop: @escaping @Sendable () -> Void) {
        self.answer = answer
        self.part = part
        self.stop = stop
    }

    /// Takes a line; it is answered after those that the client sent before.
    func take(_ line: String, of client: Int) {
        guard !isClosing else { return }
        place(of: client).lines.yield(line)
    }

    /// A client says no more; it is parted with once its lines are answered.
    func end(_ client: Int) { place(of: client).lines.finish() }

    /// Calls off what is not answered yet, and waits until it is over.
    func callOff() async {
        isClosing = true
        let tasks = endAll()
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    /// Takes nothing more; what was taken is still answered. Does not wait, for it is called by one of the tasks.
    private func close() {
        guard !isClosing else { return }
        isClosing = true
        let tasks = endAll()
        Task { [stop] in
            for task in tasks { await task.value }
            stop()
        }
    }

    private func endAll() -> [Task<Void, Never>] {
        places.values.map { place in
            place.lines.finish()
            return place.task
        }
    }

    private func place(of client: Int) -> Place {
        if let place = places[client] { return place }
        let (stream, lines) = AsyncStream.makeStream(of: String.self)
        let task = Task.detached { [answer, part, weak self] in
            for await line in stream {
                if await answer(line, client) { await self?.close() }
            }
            await part(client)
            await self?.forget(client)
        }
        let place = Place(lines: lines, task: task)
        places[client] = place
        return place
    }

    private func forget(_ client: Int) {
        // Those of a desk that closes are still waited for.
        if !isClosing { places[client] = nil }
    }
}
