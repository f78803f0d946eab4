// SPDX-License-Identifier: MIT
// The part of a plan that sets crop, dynamic range and the picture's processing.

extension ControlPlan {
    mutating func addPicture(_ settings: ControlSettings) throws(PrismError) {
        if let zoom = settings.zoom { try add(zoom) }
        if let mode = settings.hdr { try add(mode) }
        try add(settings.brightness, capabilities.brightness, "Brightness", "brightness")
        try add(settings.contrast, capabilities.contrast, "Contrast", "contrast")
        try add(settings.saturation, capabilities.saturation, "Saturation", "saturation")
        try add(settings.sharpness, capabilities.sharpness, "Sharpness", "sharpness")
        try add(settings.gamma, capabilities.gamma, "Gamma", "gamma")
        hint(
            settings.noiseReduction, capabilities.noiseReduction, "NoiseReductionMode",
            .noiseReduction)
    }

    private mutating func add(_ mode: HDRMode) throws(PrismError) {
        // Where nothing merges exposures, "off" is what happens anyway.
        if mode == .off, !controls.has("HdrMode") { return }
        try demand(mode, capabilities.hdr, "HdrMode", "HDR mode")
    }

    private mutating func add(_ zoom: Zoom) throws(PrismError) {
        // Where nothing can be cropped, all of the picture is what comes anyway.
        if zoom.factor == 1, capabilities.zoom.range == nil { return }
        let range = try capabilities.zoom.limits("digital zoom")
        guard range.contains(zoom.factor), (0...1).contains(zoom.centreX),
            (0...1).contains(zoom.centreY), let full = capabilities.fullCrop
        else {
            throw PrismError(
                .outOfRange,
                "zoom \(zoom.factor) at \(zoom.centreX),\(zoom.centreY): this camera allows "
                    + "\(range.lowerBound) to \(range.upperBound), centres 0 to 1")
        }
        guard capabilities.outputCrops.isEmpty else {
            // One crop for both would stretch the output whose shape it has not.
            let crops = capabilities.outputCrops.map { zoom.crop(of: $0) }
            return write("ScalerCrops", .rectangles(crops))
        }
        write("ScalerCrop", .rectangle(zoom.crop(of: full)))
    }
}
