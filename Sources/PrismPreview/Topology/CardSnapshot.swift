// SPDX-License-Identifier: MIT
// A card and all that it has, as values: what selection, layout and restoring work on.

internal import PrismCore

/// One look at a display card.
public struct CardSnapshot: Hashable, Sendable {
    /// Device node, e.g. "/dev/dri/card1".
    public var path: String
    /// The kernel driver's name, e.g. "vc4".
    public var driver: String
    /// Pictures of our own memory can be made.
    public var hasDumbBuffers: Bool
    /// Buffers of other devices can be shown.
    public var canImport: Bool
    /// Framebuffers may name a modifier.
    public var hasModifiers: Bool
    /// Connectors, writeback ones too.
    public var connectors: [ConnectorSnapshot]
    /// CRTCs; their order is what the bits of `possibleCrtcs` mean.
    public var crtcs: [CrtcSnapshot]
    /// Planes of all kinds.
    public var planes: [PlaneSnapshot]

    /// Makes a snapshot.
    public init(
        path: String, driver: String, hasDumbBuffers: Bool = true, canImport: Bool = true,
        hasModifiers: Bool = true, connectors: [ConnectorSnapshot], crtcs: [CrtcSnapshot],
        planes: [PlaneSnapshot]
    ) {
        self.path = path
        self.driver = driver
        self.hasDumbBuffers = hasDumbBuffers
        self.canImport = canImport
        self.hasModifiers = hasModifiers
        self.connectors = connectors
        self.crtcs = crtcs
        self.planes = planes
    }
}

/// A connector: where a screen is plugged in.
public struct ConnectorSnapshot: Hashable, Sendable {
    /// Whether a screen is there.
    public enum Connection: Hashable, Sendable { case connected, disconnected, unknown }

    /// The object's number.
    public var id: UInt32
    /// As in /sys/class/drm: "HDMI-A-1", "DSI-1", "Composite-1", "SPI-1".
    public var name: String
    /// Whether a screen is there.
    public var connection: Connection
    /// It writes pictures to memory instead of showing them.
    public var isWriteback: Bool
    /// Bit *i*: CRTC *i* of the card can drive it.
    public var possibleCrtcs: UInt32
    /// Modes in the driver's order, the best first.
    public var modes: [DisplayMode]
    /// By name.
    public var properties: DisplayProperties

    /// Makes a connector.
    public init(
        id: UInt32, name: String, connection: Connection = .connected, isWriteback: Bool = false,
        possibleCrtcs: UInt32 = 1, modes: [DisplayMode], properties: DisplayProperties
    ) {
        self.id = id
        self.name = name
        self.connection = connection
        self.isWriteback = isWriteback
        self.possibleCrtcs = possibleCrtcs
        self.modes = modes
        self.properties = properties
    }

    /// A screen can be lit here. Composite outputs cannot tell, so unknown counts where there are modes.
    public var isUsable: Bool { !isWriteback && connection != .disconnected && !modes.isEmpty }

    /// The link was lost and wants a new mode set (property "link-status" is 1, bad).
    public var hasBadLink: Bool { properties["link-status"]?.value == 1 }
}

/// A CRTC: it drives connectors with one mode.
public struct CrtcSnapshot: Hashable, Sendable {
    /// The object's number.
    public var id: UInt32
    /// The present mode.
    public var mode: DisplayMode?
    /// By name.
    public var properties: DisplayProperties

    /// Makes a CRTC.
    public init(id: UInt32, mode: DisplayMode? = nil, properties: DisplayProperties) {
        self.id = id
        self.mode = mode
        self.properties = properties
    }
}

/// A plane: a picture on a CRTC.
public struct PlaneSnapshot: Hashable, Sendable {
    /// What a plane is for; raw values are DRM's.
    public enum Kind: UInt64, Hashable, Sendable {
        /// Lies over or under the primary one, where the hardware has room.
        case overlay = 0
        /// Covers the whole screen; each CRTC has one.
        case primary = 1
        /// Small, for a pointer.
        case cursor = 2
    }

    /// The object's number.
    public var id: UInt32
    /// What it is for.
    public var kind: Kind
    /// Bit *i*: it can be on CRTC *i* of the card.
    public var possibleCrtcs: UInt32
    /// Formats with modifiers.
    public var formats: PlaneFormats
    /// By name.
    public var properties: DisplayProperties

    /// Makes a plane.
    public init(
        id: UInt32, kind: Kind, possibleCrtcs: UInt32 = 1, formats: PlaneFormats,
        properties: DisplayProperties
    ) {
        self.id = id
        self.kind = kind
        self.possibleCrtcs = possibleCrtcs
        self.formats = formats
        self.properties = properties
    }
}

extension CardSnapshot {
    /// Planes that can be on a CRTC, in the card's order.
    public func planes(on crtc: UInt32, _ kind: PlaneSnapshot.Kind) -> [PlaneSnapshot] {
        guard let index = crtcs.firstIndex(where: { $0.id == crtc }), index < 32 else { return [] }
        return planes.filter { $0.kind == kind && $0.possibleCrtcs & 1 << UInt32(index) != 0 }
    }

    /// The writeback connector that can be on a CRTC.
    public func writeback(on crtc: UInt32) -> ConnectorSnapshot? {
        guard let index = crtcs.firstIndex(where: { $0.id == crtc }), index < 32 else { return nil }
        return connectors.first { $0.isWriteback && $0.possibleCrtcs & 1 << UInt32(index) != 0 }
    }
}
