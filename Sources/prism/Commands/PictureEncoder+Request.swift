// SPDX-License-Identifier: MIT
// From what a command line asks for to the encoder of its pictures.

import PrismCapture
import PrismCore
import PrismFilters
import PrismImage

extension PictureEncoder {
    /// The encoder of this program's pictures. Reads the sensor's profile from the disk.
    static func prism(
        _ request: PictureRequest, model: String, chain: FilterChain?
    ) -> PictureEncoder {
        var metadata = PhotoMetadata(sensor: model)
        metadata.software = "Prism \(Version.text)"
        metadata.orientation = request.photo.orientation
        metadata.userTags = request.photo.tags
        metadata.position = request.photo.position
        let encoder = ImageEncoder(
            format: request.format, turnsPixels: request.photo.turnsPixels)
        return PictureEncoder(encoder, metadata: metadata, chain: chain)
    }
}

extension PictureRequest {
    /// The format with its options.
    var format: ImageFormat {
        switch encoding {
        case .jpg:
            .jpeg(
                JPEGOptions(
                    quality: quality, restartInterval: photo.restartInterval,
                    thumbnail: photo.thumbnail))
        case .png: .png(PNGOptions())
        case .bmp: .bmp
        case .rgb: .rgb
        case .yuv420: .yuv420
        }
    }
}

extension PhotoMetadata {
    /// What is known of a sensor's module and of the lens that it is sold with; the model alone where nothing is.
    init(sensor model: String) {
        self.init()
        self.model = model
        guard let profile = try? SensorCatalog.standard.profile(of: model) else { return }
        make = profile.maker
        guard !profile.hasInterchangeableLens else { return }
        lensModel = "\(profile.product) \(profile.lens.focalLength)mm f/\(profile.lens.aperture)"
        fNumber = profile.lens.aperture
        focalLength = profile.lens.focalLength
        equivalentFocalLength = profile.equivalentFocalLength
    }
}
