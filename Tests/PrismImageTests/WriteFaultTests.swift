// SPDX-License-Identifier: MIT
// Descriptors that fail, stall or take little at a time.

import Foundation
import Glibc
import PrismCore
import Testing

@testable import PrismImage

@Suite struct WriteFaultTests {
    static let formats: [ImageFormat] = [.jpeg(JPEGOptions(quality: 100)), .png(PNGOptions())]

    static func encode(_ format: ImageFormat, to fd: Int32) throws -> EncodedImageInfo {
        let frame = try TestFrame(.nv12, TestScene(width: 400, height: 300), .sYCC, padding: 0)
        return try frame.withView {
            try ImageEncoder(format: format).encode($0, metadata: nil, to: fd)
        }
    }

    @Test(arguments: formats) func aFullDiskIsReported(format: ImageFormat) throws {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        let error = try thrownError { try Self.encode(format, to: full) }
        #expect(error.code == .diskFull)
        #expect(error.errno == ENOSPC)
    }

    @Test(arguments: formats) func aBrokenPipeIsReported(format: ImageFormat) throws {
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        let error = try thrownError { try Self.encode(format, to: ends[1]) }
        #expect(error.code == .inputOutput)
        #expect(error.errno == EPIPE)
    }

    @Test(arguments: formats, [-1, 1_000_000] as [Int32])
    func aClosedDescriptorIsReported(format: ImageFormat, fd: Int32) throws {
        let error = try thrownError { try Self.encode(format, to: fd) }
        #expect(error.errno == EBADF)
    }

    @Test(arguments: formats, [0, O_NONBLOCK])
    func aSlowPipeGetsEveryByteInSpiteOfSignals(format: ImageFormat, flags: Int32) throws {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in }
        // Without SA_RESTART, so that write(2) returns EINTR.
        sigaction(SIGUSR1, &action, nil)
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        // F_SETPIPE_SZ is behind _GNU_SOURCE; one page makes writes short.
        try #require(fcntl(ends[1], 1031, 4096) >= 0)
        _ = fcntl(ends[1], F_SETFL, flags)
        let reader = Reader(descriptor: ends[0], interrupting: pthread_self())
        reader.start()
        let info = try Self.encode(format, to: ends[1])
        close(ends[1])
        let bytes = reader.wait()
        close(ends[0])
        #expect(bytes.count == info.bytes)
        #expect(Checksum.crc32c(bytes) == info.crc32c)
    }
}

/// Reads little at a time, and sends the writer a signal before each read.
///
/// `@unchecked Sendable`: `bytes` is written by its thread, and read after `done` was signalled.
private final class Reader: @unchecked Sendable {
    private let descriptor: Int32
    private let writer: pthread_t
    private let done = DispatchSemaphore(value: 0)
    private var bytes: [UInt8] = []

    init(descriptor: Int32, interrupting writer: pthread_t) {
        self.descriptor = descriptor
        self.writer = writer
    }

    func start() { Thread { self.run() }.start() }

    func wait() -> [UInt8] {
        done.wait()
        return bytes
    }

    private func run() {
        var part = [UInt8](repeating: 0, count: 1000)
        while true {
            pthread_kill(writer, SIGUSR1)
            let count = read(descriptor, &part, part.count)
            if count <= 0 { break }
            bytes += part[..<count]
        }
        done.signal()
    }
}
