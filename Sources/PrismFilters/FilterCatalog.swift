// SPDX-License-Identifier: MIT
// All filters that have a name, in the order of lists.

/// The filters that a chain may name.
public enum FilterCatalog {
    /// All of them.
    public static let all: [any CatalogFilter.Type] = [
        Brightness.self, Contrast.self, Saturation.self, HueRotation.self, Grayscale.self,
        Sepia.self, Vignette.self, Exposure.self, Temperature.self, Gamma.self, Curves.self,
        Posterize.self, Invert.self, ChannelMixer.self, ColorLookup.self, PassThrough.self,
        GaussianBlur.self, MotionBlur.self, ZoomBlur.self, Sharpen.self, PortraitBokeh.self,
        Pixellate.self, Comic.self, Pointillize.self, Edges.self,
        Bump.self, Twirl.self, Pinch.self, Vortex.self,
        VisionSimulation.self, Daltonize.self, FocusPeaking.self, Zebra.self,
    ]

    /// The filter of a name, or nil.
    public static func filter(named name: String) -> (any CatalogFilter.Type)? {
        all.first { $0.manual.name == name }
    }

    /// Their names.
    public static var names: [String] { all.map { $0.manual.name } }
}
