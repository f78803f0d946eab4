// SPDX-License-Identifier: MIT
// rpicam-hello, -still and -jpeg: looks at frames until it is time, then writes one.

internal import Glibc
import PrismCapture
import PrismCore

/// One run of a program that takes pictures.
struct CompatStillRun: Sendable {
    private let camera: CompatCamera
    private let request: CompatRequest
    private let input: CompatInput
    private let invocation: Invocation
    private let encoder: PictureEncoder

    /// Frames after which nothing more is expected of a setting: ten at thirty a second.
    private static let patience = 10

    init(
        _ camera: CompatCamera, _ request: CompatRequest, _ input: CompatInput,
        _ invocation: Invocation
    ) {
        self.camera = camera
        self.request = request
        self.input = input
        self.invocation = invocation
        encoder = .prism(
            request.picture, model: camera.session.descriptor.model, chain: nil)
    }

    func run() async throws(PrismError) {
        let frames = try await camera.session.subscribe(.latest)
        defer { frames.cancel() }
        try await camera.session.start(camera.previewSettings)
        var shutter = CompatShutter(request.timing, length: request.length)
        var info = CompatInfoLine(request.infoText)
        var first: FrameMetadata?
        var (seen, taken) = (0, 0)
        loop: while let frame = try await frames.next() {
            if Task.isCancelled { throw PrismError(.cancelled, "called off") }
            seen += 1
            info.show(frame.metadata)
            let (presses, isQuitting) = input.take()
            shutter.press(presses)
            if isQuitting { shutter.quit() }
            let elapsed = camera.elapsed(frame.metadata, first: first ?? frame.metadata)
            first = first ?? frame.metadata
            let isReady = camera.shows(frame) || (frame.isSound && seen > CompatStillRun.patience)
            switch shutter.frame(elapsed: elapsed, isReady: isReady) {
            case .wait: continue
            case .finish: break loop
            case .take(let isLast):
                try await take(frame, taken, frames)
                taken += 1
                if isLast { break loop }
            }
        }
        report(shutter)
    }

    private func take(
        _ frame: CameraFrame, _ count: Int, _ frames: FrameSubscription
    ) async throws(PrismError) {
        var chosen = frame
        if request.focus.focusesOnCapture, camera.capabilities.hasAutoFocus {
            _ = try await camera.session.focus(within: 5_000_000_000)
            if let focused = try await frames.next() { chosen = focused }
        }
        let photo = try await photo(of: chosen)
        let writer = CompatPictureWriter(request, encoder)
        try await invocation.work.run { () throws(PrismError) in try writer.write(photo, count) }
    }

    /// The frame as a photograph; a long exposure only begins now.
    private func photo(of frame: CameraFrame) async throws(PrismError) -> Photo {
        guard !camera.isLong else {
            return try await PhotoCapture(settings: camera.settings).capture(from: camera.session)
        }
        return Photo(
            frame, requested: camera.settings, of: camera.capabilities, at: KernelClock().read())
    }

    private func report(_ shutter: CompatShutter) {
        guard request.verbosity > 0 else { return }
        if shutter.busy > 0 {
            Console.write(
                "busy: \(shutter.busy) presses came while another one waited\n", to: STDERR_FILENO)
        }
        if shutter.skipped > 0 {
            Console.write("late: \(shutter.skipped) shots were skipped\n", to: STDERR_FILENO)
        }
    }
}

/// Writes one picture with all that belongs to it. Blocks.
struct CompatPictureWriter: Sendable {
    private let request: CompatRequest
    private let encoder: PictureEncoder

    init(_ request: CompatRequest, _ encoder: PictureEncoder) {
        self.request = request
        self.encoder = encoder
    }

    func write(_ photo: Photo, _ count: Int) throws(PrismError) {
        guard let naming = request.naming else { return }
        if naming.isStandardOutput {
            try writeToStandardOutput(photo)
        } else {
            let path = path(naming, count, photo.moment.utc)
            let picture = try photo.save(to: path, with: encoder, collision: .replace)
            tell(picture, photo, path)
            if request.writesRaw {
                let raw = try StillRequest.rawPath(beside: path)
                _ = try photo.writeRaw(to: raw, with: encoder, collision: .replace)
            }
            if let latest = request.latest { try LatestLink.point(latest, to: path) }
        }
        try writeMetadata(of: photo.frame, count)
    }

    /// Two pictures of one second would have the same name.
    private func path(_ naming: CompatNaming, _ count: Int, _ utc: Int64) -> String {
        let path = naming.path(count, at: utc)
        guard naming.isDated, count > 0 else { return path }
        var copy = 0
        while access(CompatNaming.numbered(path, copy), F_OK) == 0 { copy += 1 }
        return CompatNaming.numbered(path, copy)
    }

    private func writeToStandardOutput(_ photo: Photo) throws(PrismError) {
        do {
            _ = try photo.write(to: STDOUT_FILENO, with: encoder)
        } catch let error as PrismError {
            throw error
        } catch {
            throw PrismError(.inputOutput, "cannot write the picture: \(error)")
        }
    }

    private func tell(_ picture: EncodedPicture, _ photo: Photo, _ path: String) {
        guard request.verbosity > 0 else { return }
        for flaw in photo.limitedBy + picture.flaws where flaw.isAlarming {
            Console.write("\(path.onOneLine): \(flaw.text)\n", to: STDERR_FILENO)
        }
        if request.verbosity > 1 {
            Console.write("\(path.onOneLine): \(picture.size)\n", to: STDERR_FILENO)
        }
    }

    private func writeMetadata(of frame: CameraFrame, _ count: Int) throws(PrismError) {
        guard let wish = request.metadata else { return }
        let text = CompatMetadata.text(frame.allMetadata(), wish.format)
        guard wish.path != "-" else { return Console.write(text, to: STDOUT_FILENO) }
        let path = wish.pattern.path(count)
        guard wish.format == .jsonl, count > 0 else {
            let file = try AtomicFile(path: path, collision: .replace)
            try file.write(Array(text.utf8))
            return try file.publish()
        }
        try LineFile.append(text, to: path)
    }
}

extension LimitCode {
    /// Whether a picture with it is of no use, so that people should know without asking.
    var isAlarming: Bool {
        switch self {
        case .frameFlagged, .metadataImplausible, .pictureBlack, .pictureUniform: true
        default: false
        }
    }
}

/// A link that leads to the newest file, changed in one step. Blocks.
enum LatestLink {
    static func point(_ link: String, to path: String) throws(PrismError) {
        let temporary = link + ".new-\(getpid())"
        unlink(temporary)
        guard symlink(path, temporary) == 0 else {
            throw .system("make the link \(link)", errno: errno)
        }
        guard rename(temporary, link) == 0 else {
            let cause = errno
            unlink(temporary)
            throw .system("make the link \(link)", errno: cause)
        }
    }
}

/// Lines added to a file. Blocks.
enum LineFile {
    static func append(_ text: String, to path: String) throws(PrismError) {
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .system("open \(path)", errno: errno) }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
            throw .system("write \(path)", errno: errno)
        }
    }
}
