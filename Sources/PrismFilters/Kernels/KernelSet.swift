// SPDX-License-Identifier: MIT
// The kernels of this processor, chosen once.

internal import CPrismKernels

/// Every table of kernels.
///
/// `@unchecked Sendable`: the tables are only read once they are filled.
final class KernelSet: @unchecked Sendable {
    /// The fastest that the processor and the mask allow.
    static let shared = KernelSet(flags: prism_cpu_flags())

    let color: prism_color_kernels
    let convert: prism_convert_kernels
    let blur: prism_blur_kernels
    let edges: prism_edges_kernels
    let tone: prism_tone_kernels
    let blend: prism_blend_kernels
    let bokeh: prism_bokeh_kernels
    let streak: prism_streak_kernels
    let warp: prism_warp_kernels

    init(flags: UInt32) {
        var color = prism_color_kernels()
        prism_color_kernels_init(&color, flags)
        self.color = color
        var convert = prism_convert_kernels()
        prism_convert_kernels_init(&convert, flags)
        self.convert = convert
        var blur = prism_blur_kernels()
        prism_blur_kernels_init(&blur, flags)
        self.blur = blur
        var edges = prism_edges_kernels()
        prism_edges_kernels_init(&edges, flags)
        self.edges = edges
        var tone = prism_tone_kernels()
        prism_tone_kernels_init(&tone, flags)
        self.tone = tone
        var blend = prism_blend_kernels()
        prism_blend_kernels_init(&blend, flags)
        self.blend = blend
        var bokeh = prism_bokeh_kernels()
        prism_bokeh_kernels_init(&bokeh, flags)
        self.bokeh = bokeh
        var streak = prism_streak_kernels()
        prism_streak_kernels_init(&streak, flags)
        self.streak = streak
        var warp = prism_warp_kernels()
        prism_warp_kernels_init(&warp, flags)
        self.warp = warp
    }
}
