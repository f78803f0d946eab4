// SPDX-License-Identifier: MIT
// Frames to files on a thread of its own: segments, times, metadata.

internal import Glibc
import PrismCapture
import PrismCore
import PrismImage

/// Writes the frames of one recording. Segments appear whole or not at all; one long file grows, as a film must.
actor CompatVideoWriter {
    private nonisolated let executor: DedicatedExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let video: CompatVideo
    private let metadata: CompatMetadata.Request?
    private let encoder: ImageEncoder
    private var file: AtomicFile?
    private var descriptor: Int32?
    private var files = 0
    private var segmentStart: Int64 = 0
    private var firstTime: Int64?
    private var written = 0

    init(_ request: CompatRequest) throws(PrismError) {
        guard let video = request.video else {
            throw PrismError(.unsupported, "\(request.app.rawValue) records nothing")
        }
        self.video = video
        metadata = request.metadata
        var format = request.picture.format
        if case .jpeg(var options) = format {
            options.thumbnail = nil
            format = .jpeg(options)
        }
        encoder = ImageEncoder(format: format)
        executor = try DedicatedExecutor(name: "prism-encode")
    }

    deinit { executor.stop() }

    /// Writes one frame.
    func write(_ frame: CameraFrame) throws(PrismError) {
        let time = frame.metadata.timestamp?.nanoseconds ?? KernelClock().read().monotonic
        try openFile(at: time)
        if let descriptor {
            do {
                try encode(frame, to: descriptor)
            } catch let error as PrismError {
                throw error
            } catch {
                throw PrismError(.inputOutput, "cannot write a frame: \(error)")
            }
        }
        try note(frame, time)
        written += 1
    }

    /// Recording goes on after a pause.
    func resume() {
        // A split begins a new file with the next frame.
        if video.splits, written > 0 { segmentStart = .min }
    }

    /// Gives the last file its name and ends what is written beside.
    func finish() throws(PrismError) {
        try closeFile()
        guard written > 0, let metadata, metadata.format == .json else { return }
        try put("\n]\n", to: metadata.path, isFirst: false)
    }

    private func encode(_ frame: CameraFrame, to descriptor: Int32) throws {
        guard video.codec == .raw else {
            try frame.withPixels { view in
                _ = try encoder.encode(view, metadata: nil, to: descriptor)
            }
            return
        }
        let index = (0..<frame.imageCount).first { frame.stream(of: $0).role == .raw }
        guard let index else { throw PrismError(.unsupported, "the camera gave no raw image") }
        try frame.withPixels(of: index) { _ = try PlaneWriter.write($0, to: descriptor) }
    }

    private func openFile(at time: Int64) throws(PrismError) {
        guard let output = video.output else { return }
        let isNew =
            video.splits ? segmentStart == .min : time - segmentStart >= video.segment ?? .max
        guard descriptor == nil || isNew else { return }
        try closeFile()
        segmentStart = time
        if video.isStandardOutput {
            descriptor = STDOUT_FILENO
            return
        }
        let path = output.path(video.wrap > 0 ? files % video.wrap : files)
        files += 1
        guard video.segment == nil else {
            let opened = try AtomicFile(path: path, collision: .replace)
            (file, descriptor) = (opened, opened.fileDescriptor)
            return
        }
        let opened = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard opened >= 0 else { throw .system("open \(path)", errno: errno) }
        descriptor = opened
    }

    private func closeFile() throws(PrismError) {
        defer { (file, descriptor) = (nil, nil) }
        if let file { return try file.publish() }
        if let descriptor, descriptor != STDOUT_FILENO { close(descriptor) }
    }

    /// The frame's time and what it says of itself.
    private func note(_ frame: CameraFrame, _ time: Int64) throws(PrismError) {
        let first = firstTime ?? time
        firstTime = first
        if let path = video.savePTS {
            let microseconds = (time - first) / 1_000
            let rest = String(microseconds % 1_000)
            let zeros = String(repeating: "0", count: 3 - rest.count)
            let line = "\(microseconds / 1_000).\(zeros)\(rest)\n"
            let head = written == 0 ? "# timecode format v2\n" : ""
            try put(head + line, to: path, isFirst: written == 0)
        }
        guard let metadata else { return }
        let text = CompatMetadata.text(frame.allMetadata(), metadata.format)
        guard metadata.format == .json else {
            return try put(text, to: metadata.path, isFirst: written == 0)
        }
        let start = written == 0 ? "[\n" : ",\n"
        try put(start + text.dropLast(), to: metadata.path, isFirst: written == 0)
    }

    private func put(_ text: String, to path: String, isFirst: Bool) throws(PrismError) {
        guard path != "-" else { return Console.write(text, to: STDOUT_FILENO) }
        if isFirst { unlink(path) }
        try LineFile.append(text, to: path)
    }
}
