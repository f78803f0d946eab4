// SPDX-License-Identifier: MIT
// A mode of a connector: size and timing.

/// A screen mode. Timings are in pixels and lines, as DRM's mode structure has them.
public struct DisplayMode: Hashable, Sendable {
    /// Timing along a line or down a picture.
    public struct Axis: Hashable, Sendable {
        /// Pixels or lines that are seen.
        public var active: Int
        /// Where the sync pulse begins.
        public var syncStart: Int
        /// Where it ends.
        public var syncEnd: Int
        /// Pixels or lines in all.
        public var total: Int

        /// Makes a timing.
        public init(active: Int, syncStart: Int, syncEnd: Int, total: Int) {
            self.active = active
            self.syncStart = syncStart
            self.syncEnd = syncEnd
            self.total = total
        }
    }

    /// Pixel clock in kHz.
    public var clock: Int
    /// Along a line.
    public var horizontal: Axis
    /// Down the picture.
    public var vertical: Axis
    /// DRM_MODE_FLAG bits: polarities, interlacing, double scan.
    public var flags: UInt32
    /// DRM_MODE_TYPE bits.
    public var type: UInt32
    /// The driver's name, e.g. "1920x1080" or "720x576i".
    public var name: String

    /// Makes a mode.
    public init(
        clock: Int, horizontal: Axis, vertical: Axis, flags: UInt32 = 0, type: UInt32 = 0,
        name: String
    ) {
        self.clock = clock
        self.horizontal = horizontal
        self.vertical = vertical
        self.flags = flags
        self.type = type
        self.name = name
    }

    /// Width and height in pixels.
    public var width: Int { horizontal.active }
    /// Height in pixels.
    public var height: Int { vertical.active }
    /// The screen's own choice (DRM_MODE_TYPE_PREFERRED).
    public var isPreferred: Bool { type & 1 << 3 != 0 }
    /// Two fields per picture (DRM_MODE_FLAG_INTERLACE).
    public var isInterlaced: Bool { flags & 1 << 4 != 0 }

    /// Pictures per second (of an interlaced mode: fields), 0 where the timing is not stated.
    ///
    /// As the kernel's drm_mode_vrefresh: clock / (htotal · vtotal), twice for interlaced, half for double scan.
    public var refresh: Double {
        let area = horizontal.total * vertical.total
        guard area > 0 else { return 0 }
        let isDoubleScan = flags & 1 << 5 != 0
        return Double(clock) * 1000 / Double(area) * (isInterlaced ? 2 : 1) / (isDoubleScan ? 2 : 1)
    }
}

extension DisplayMode: CustomStringConvertible {
    /// "1920x1080@60", "720x576i@50", "1920x1080@59.94".
    public var description: String {
        let hundredths = Int((refresh * 100).rounded())
        let fraction = hundredths % 100
        let tail = fraction == 0 ? "" : "." + (fraction < 10 ? "0" : "") + "\(fraction)"
        return "\(width)x\(height)\(isInterlaced ? "i" : "")@\(hundredths / 100)\(tail)"
    }
}
