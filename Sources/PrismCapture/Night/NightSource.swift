// SPDX-License-Identifier: MIT
// From a camera's frame to the mosaic that is stacked: raw where the camera gives it, else its picture made linear.

internal import PrismCore
internal import PrismImage
internal import PrismNight

/// What is known of a camera beside its frames.
struct NightSource: Sendable {
    /// Facts that every frame has: model, lens, date.
    var photo = PhotoMetadata()
    /// The sensor's profile; nil where there is none.
    var profile: SensorProfile?
    /// What is taken off each frame; nil for nothing.
    var dark: DarkFrame?

    /// Lends a frame's mosaic for one call. Without a copy where samples lie as 16-bit words, and no dark is taken off.
    func with<Value>(
        _ frame: CameraFrame, _ body: (RawImage) throws(PrismError) -> Value
    ) throws(PrismError) -> Value {
        let raw = (0..<frame.imageCount).first { frame.stream(of: $0).role == .raw }
        let facts = raw.flatMap { self.facts(of: frame, $0) }
        let outcome: Result<Value, PrismError>
        do {
            outcome = try frame.withPixels(of: facts == nil ? 0 : raw ?? 0) { view in
                do throws(PrismError) {
                    return .success(try lend(view, of: frame, facts, body))
                } catch {
                    return .failure(error)
                }
            }
        } catch {
            throw error as? PrismError
                ?? PrismError(.inputOutput, "cannot read a frame: \(error)")
        }
        return try outcome.get()
    }

    private func lend<Value>(
        _ view: PixelView, of frame: CameraFrame, _ facts: RawFacts?,
        _ body: (RawImage) throws(PrismError) -> Value
    ) throws(PrismError) -> Value {
        guard let facts else {
            return try body(try RawImage(developing: view, photo: photo(of: frame)))
        }
        return try RawImage.borrowing(view, facts: facts) { (image) throws(PrismError) in
            guard let dark else { return try body(image) }
            return try body(try dark.subtracted(from: image))
        }
    }

    private func photo(of frame: CameraFrame) -> PhotoMetadata {
        var photo = self.photo
        photo.exposureTime = frame.metadata.exposureTime
        photo.analogueGain = frame.metadata.analogueGain
        photo.digitalGain = frame.metadata.digitalGain
        photo.lensPosition = frame.metadata.lensPosition
        return photo
    }

    /// As the frame's file would have them; nil where the image cannot be unpacked.
    private func facts(of frame: CameraFrame, _ image: Int) -> RawFacts? {
        let stream = frame.stream(of: image)
        guard let pixels = stream.format, let format = RawFormat(pixels), let size = stream.size
        else { return nil }
        var facts = RawFacts(format, frame: frame.metadata, photo: photo(of: frame))
        if frame.metadata.blackLevels == nil, let profile {
            let level = Float(profile.blackLevel) / Float(1 << (16 - format.bits))
            facts.black = SIMD4(repeating: level)
        }
        facts.noise = profile.map { noise($0, size, Double(frame.metadata.analogueGain ?? 1)) }
        facts.colorMatrix = matrix(of: frame, neutral: facts.asShotNeutral)
        return facts.asStored
    }

    /// The profile's noise with that of rows; modes that bin have less.
    private func noise(_ profile: SensorProfile, _ size: PixelSize, _ gain: Double) -> RawNoise {
        let line = profile.noise.line(gain: gain)
        let row = (profile.flaws?.rowNoise ?? 0) * gain / profile.noise.fullWell
        let mode = profile.modes.first { $0.size == size }
        let binning = max(1, mode?.binning ?? 1)
        return RawNoise(slope: line.a / binning, offset: line.b / binning + row * row)
    }

    /// The camera's own matrix, from its colours to sRGB, as DNG has it the other way round.
    private func matrix(of frame: CameraFrame, neutral: SIMD3<Double>?) -> RawColorMatrix? {
        guard case .numbers(let values)? = frame.allMetadata()["ColourCorrectionMatrix"] else {
            return nil
        }
        return RawColorMatrix(sRGBFromCamera: values.map(Double.init), neutral: neutral)
    }
}
