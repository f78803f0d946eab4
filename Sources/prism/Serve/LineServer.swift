// SPDX-License-Identifier: MIT
// Lines in, lines out, for many clients on one thread: a Unix socket, or standard input and output.

internal import Glibc
import PrismCore

/// Reads lines of all clients and writes what is sent to them; a client that does not read is let go.
actor LineServer {
    /// What comes in.
    enum Event: Sendable {
        case opened(Int)
        case line(Int, String)
        /// A line that is too long; the client is let go.
        case tooLong(Int)
        case closed(Int)
    }

    /// Clients at most.
    static let mostClients = 16
    /// Bytes that wait for a client at most.
    private static let mostWaiting = 1 << 20

    private struct Outbox: Sendable {
        var waiting: [Int: [UInt8]] = [:]
        var leaving: Set<Int> = []
        var isStopping = false
    }

    private struct Client {
        let input: Int32
        let output: Int32
        var line: [UInt8] = []
        var isAtEnd = false
    }

    private nonisolated let executor: DedicatedExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private nonisolated let outbox = Lock(Outbox())
    private nonisolated let wakeEnds: [Int32]
    private nonisolated let listener: Int32?
    private nonisolated let deliver: AsyncStream<Event>.Continuation
    /// What comes in, in order; ends with the server.
    nonisolated let events: AsyncStream<Event>
    private var clients: [Int: Client] = [:]
    private var nextClient = 1

    /// Starts the thread.
    ///
    /// - Parameter listener: A listening socket, which is closed in the end; nil serves standard input and output.
    /// - Throws: `noMemory`, or of the system.
    init(listener: Int32?) throws(PrismError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .system("make a pipe", errno: errno) }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        wakeEnds = ends
        self.listener = listener
        (events, deliver) = AsyncStream.makeStream(of: Event.self)
        executor = try DedicatedExecutor(name: "prism-serve")
        if listener == nil {
            clients[0] = Client(input: STDIN_FILENO, output: STDOUT_FILENO)
        }
    }

    deinit {
        wakeEnds.forEach { close($0) }
        executor.stop()
    }

    /// Sends a line to a client. Thread: any; does not wait.
    nonisolated func send(_ text: String, to client: Int) {
        outbox.withLock { box in
            box.waiting[client, default: []] += Array(text.utf8) + [UInt8(ascii: "\n")]
        }
        wake()
    }

    /// Lets a client go once it has got what was sent. Thread: any.
    nonisolated func leave(_ client: Int) {
        outbox.withLock { _ = $0.leaving.insert(client) }
        wake()
    }

    /// Ends the server once everybody has got what was sent. Thread: any.
    nonisolated func stop() {
        outbox.withLock { $0.isStopping = true }
        wake()
    }

    private nonisolated func wake() {
        var byte: UInt8 = 0
        _ = write(wakeEnds[1], &byte, 1)
    }

    /// Serves until ``stop()``, or until standard input ends. Blocks this actor's thread.
    func run() {
        if listener == nil { deliver.yield(.opened(0)) }
        while true {
            flush()
            let box = outbox.withLock { $0 }
            let isIdle = box.waiting.values.allSatisfy(\.isEmpty)
            if isIdle, box.isStopping || (listener == nil && clients.isEmpty) { break }
            wait(box)
        }
        for client in clients.keys.sorted() { drop(client) }
        if let listener { close(listener) }
        deliver.finish()
    }

    private func wait(_ box: Outbox) {
        var polls = [pollfd(fd: wakeEnds[0], events: Int16(POLLIN), revents: 0)]
        let isFull = clients.count >= LineServer.mostClients
        polls.append(
            pollfd(fd: isFull ? -1 : listener ?? -1, events: Int16(POLLIN), revents: 0))
        let ids = clients.keys.sorted()
        for id in ids {
            guard let client = clients[id] else { continue }
            let wantsOut = box.waiting[id]?.isEmpty == false
            polls.append(
                pollfd(
                    fd: client.isAtEnd ? -1 : client.input, events: Int16(POLLIN), revents: 0))
            polls.append(
                pollfd(fd: wantsOut ? client.output : -1, events: Int16(POLLOUT), revents: 0))
        }
        guard poll(&polls, nfds_t(polls.count), -1) > 0 else { return }
        if polls[0].revents != 0 { emptyWake() }
        if polls[1].revents != 0 { accept() }
        for (index, id) in ids.enumerated() where polls[2 + 2 * index].revents != 0 { read(id) }
    }

    private func emptyWake() {
        var buffer = [UInt8](repeating: 0, count: 64)
        while Glibc.read(wakeEnds[0], &buffer, buffer.count) > 0 {}
    }

    private func accept() {
        guard let listener else { return }
        let descriptor = Glibc.accept(listener, nil, nil)
        guard descriptor >= 0 else { return }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        clients[nextClient] = Client(input: descriptor, output: descriptor)
        deliver.yield(.opened(nextClient))
        nextClient += 1
    }

    private func read(_ id: Int) {
        guard let client = clients[id] else { return }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = Glibc.read(client.input, &buffer, buffer.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else { return end(id) }
        for byte in buffer[..<count] where !take(byte, of: id) { return }
    }

    /// Adds a byte to a client's line; false where the client is no more.
    private func take(_ byte: UInt8, of id: Int) -> Bool {
        guard byte == UInt8(ascii: "\n") else {
            clients[id]?.line.append(byte)
            guard clients[id]?.line.count ?? 0 <= ServeRequest.longestLine else {
                clients[id]?.line = []
                clients[id]?.isAtEnd = true
                deliver.yield(.tooLong(id))
                return false
            }
            return true
        }
        let line = String(decoding: clients[id]?.line ?? [], as: UTF8.self)
        clients[id]?.line = []
        if line.contains(where: { !$0.isWhitespace }) { deliver.yield(.line(id, line)) }
        return true
    }

    /// What a client that said its last may still be owed is sent; a pipe's other end goes on reading.
    private func end(_ id: Int) {
        if let line = clients[id]?.line, !line.isEmpty {
            deliver.yield(.line(id, String(decoding: line, as: UTF8.self)))
            clients[id]?.line = []
        }
        clients[id]?.isAtEnd = true
        deliver.yield(.closed(id))
    }

    private func flush() {
        let box = outbox.withLock { $0 }
        for (id, bytes) in box.waiting where !bytes.isEmpty { flush(id, bytes) }
        for id in box.leaving where outbox.withLock({ $0.waiting[id]?.isEmpty ?? true }) {
            drop(id)
        }
    }

    private func flush(_ id: Int, _ bytes: [UInt8]) {
        guard let client = clients[id], bytes.count <= LineServer.mostWaiting else {
            return drop(id)
        }
        let count = write(client.output, bytes, bytes.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        // Nobody reads any more.
        guard count > 0 else { return drop(id) }
        outbox.withLock { _ = $0.waiting[id]?.removeFirst(count) }
    }

    private func drop(_ id: Int) {
        outbox.withLock { box in
            box.waiting[id] = nil
            box.leaving.remove(id)
        }
        guard let client = clients.removeValue(forKey: id) else { return }
        if client.input != STDIN_FILENO { close(client.input) }
        if !client.isAtEnd { deliver.yield(.closed(id)) }
    }
}
