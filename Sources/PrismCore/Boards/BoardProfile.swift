// SPDX-License-Identifier: MIT
// What is known of one board: the data of Boards/*.json5 as values.

/// One board, or a family of boards that differ in nothing that matters here.
public struct BoardProfile: Hashable, Sendable {
    /// The processor.
    public struct Processor: Hashable, Sendable {
        /// What it is called, for example "Cortex-A76".
        public let name: String
        /// Cores.
        public let cores: Int
        /// True where its cores run instructions in order, one after the other.
        public let isInOrder: Bool
        /// First-level data cache of one core in KiB.
        public let firstLevelCache: Int
        /// Second-level cache in KiB.
        public let secondLevelCache: Int
        /// True where all cores share the second level.
        public let sharesSecondLevel: Bool
        /// Third-level cache in KiB; 0 where there is none.
        public let thirdLevelCache: Int
    }

    /// Memory.
    public struct Memory: Hashable, Sendable {
        /// Sizes in MiB that the board is sold with; empty where it may have any.
        public let sizes: [Int]
        /// Usual contiguous memory for cameras and screen in MiB; nil where it has no such pool.
        public let contiguous: Int?
    }

    /// A socket for a camera module.
    public struct CameraPort: Hashable, Sendable {
        /// What the board's print calls it.
        public let name: String
        /// CSI-2 data lanes.
        public let lanes: Int
        /// Contacts of the cable.
        public let contacts: Int
        /// A part of the name that libcamera gives a camera there; nil where it has no part of its own.
        public let path: String?
    }

    /// A video encoder in hardware.
    public struct Encoder: Hashable, Sendable {
        /// "h264", "mjpeg" or "hevc".
        public let codec: String
        /// The kernel's device node.
        public let device: String
        /// The largest picture.
        public let largest: PixelSize
        /// Frames per second at that size.
        public let frameRate: Double
    }

    /// A display connector, as the kernel names it.
    public struct Connector: Hashable, Sendable {
        /// For example "HDMI-A-1" or "DSI-1".
        public let name: String
        /// Formats that its planes scan out without conversion, as fourcc names.
        public let formats: [String]
    }

    /// Lines of a header, by the number of the pin on the board.
    public struct Header: Hashable, Sendable {
        /// The GPIO chip's label in the kernel.
        public let chip: String
        /// Line by pin.
        public let lines: [Int: Int]
    }

    /// A light that a program may switch.
    public struct Light: Hashable, Sendable {
        /// What it is for.
        public enum Use: String, CaseIterable, Hashable, Sendable {
            /// Shows that the system works.
            case activity
            /// Shows that there is power.
            case power
            /// Lights the scene.
            case torch
            /// Tells people that they are filmed.
            case recording
        }

        /// Its folder's name under /sys/class/leds.
        public let name: String
        /// What it is for.
        public let use: Use
    }

    /// A button that somebody wired to the header: between a pin and ground, or with `isPulledUp` false, the supply.
    public struct Button: Hashable, Sendable {
        /// What it is for.
        public enum Use: String, CaseIterable, Hashable, Sendable {
            /// Takes photographs.
            case shutter
        }

        /// What it is for.
        public let use: Use
        /// The pin of its contact.
        public let pin: Int
        /// The pin of a contact that closes half way down; nil where it has one contact.
        public let halfPin: Int?
        /// True where the chip pulls the pin up and the button connects it to ground.
        public let isPulledUp: Bool
    }

    /// How a button is wired, in lines of a GPIO chip.
    public struct ButtonWiring: Hashable, Sendable {
        /// The chip's label in the kernel.
        public let chip: String
        /// The line of the contact.
        public let full: Int
        /// The line of the contact that closes half way down.
        public let half: Int?
        /// True where the chip pulls the lines up and the contacts connect them to ground.
        public let isPulledUp: Bool

        /// Makes a wiring.
        public init(chip: String, full: Int, half: Int? = nil, isPulledUp: Bool = true) {
            self.chip = chip
            self.full = full
            self.half = half
            self.isPulledUp = isPulledUp
        }
    }

    /// Its name in Boards/, for example "raspberry-pi-5".
    public let id: String
    /// What people call it.
    public let name: String
    /// Device-tree `compatible` strings that are this board's.
    public let compatible: [String]
    /// Machine names (`uname -m`) for which it stands where no board's string fits.
    public let machines: [String]
    /// The processor.
    public let processor: Processor
    /// Memory.
    public let memory: Memory
    /// Sockets for camera modules; none where cameras come by USB only.
    public let cameras: [CameraPort]
    /// Video encoders in hardware.
    public let encoders: [Encoder]
    /// Display connectors in the order in which a preview should try them.
    public let connectors: [Connector]
    /// The GPIO header, where there is one.
    public let header: Header?
    /// Buttons on the header; boards come without any.
    public let buttons: [Button]
    /// Lights.
    public let lights: [Light]
    /// Degrees clockwise by which a camera on this board's usual mount is turned: 0, 90, 180 or 270.
    public let mountRotation: Int
    /// Where the figures come from.
    public let sources: [String]
}

extension BoardProfile {
    /// How the first button of a use is wired; nil where the profile has none.
    public func wiring(of use: Button.Use) -> ButtonWiring? {
        guard let header, let button = buttons.first(where: { $0.use == use }),
            let full = header.lines[button.pin]
        else { return nil }
        return ButtonWiring(
            chip: header.chip, full: full, half: button.halfPin.flatMap { header.lines[$0] },
            isPulledUp: button.isPulledUp)
    }
}
