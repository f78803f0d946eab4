// SPDX-License-Identifier: MIT
// Makes descriptions of display cards as drivers give them, for tables of tests.

public import PrismCore
public import PrismPreview

/// Describes a card piece by piece; object and property numbers are given out like the kernel does.
public struct CardMaker {
    private var next: UInt32 = 30
    private var card: CardSnapshot
    private var propertyIDs: [String: UInt32] = [:]

    /// Begins a card.
    public init(_ driver: String, path: String = "/dev/dri/card0", hasModifiers: Bool = true) {
        card = CardSnapshot(
            path: path, driver: driver, hasModifiers: hasModifiers, connectors: [], crtcs: [],
            planes: [])
    }

    /// The card so far.
    public var snapshot: CardSnapshot { card }

    private mutating func number() -> UInt32 {
        defer { next += 1 }
        return next
    }

    /// The kernel has one number per property of a card, whichever objects have it.
    private mutating func property(
        _ name: String, _ kind: DisplayProperty.Kind, _ value: UInt64 = 0, isImmutable: Bool = false
    ) -> DisplayProperty {
        let id = propertyIDs[name] ?? number()
        propertyIDs[name] = id
        return DisplayProperty(id: id, kind: kind, value: value, isImmutable: isImmutable)
    }

    /// Adds a CRTC; its place among them is the bit of `possibleCrtcs`.
    @discardableResult
    public mutating func addCrtc(lit mode: DisplayMode? = nil) -> UInt32 {
        let id = number()
        let properties: DisplayProperties = [
            "ACTIVE": property("ACTIVE", .range(minimum: 0, maximum: 1), mode == nil ? 0 : 1),
            "MODE_ID": property("MODE_ID", .blob, mode == nil ? 0 : 900),
            "GAMMA_LUT": property("GAMMA_LUT", .blob),
            "CTM": property("CTM", .blob),
        ]
        card.crtcs.append(CrtcSnapshot(id: id, mode: mode, properties: properties))
        return id
    }

    /// Adds a connector; `drivenBy` is the CRTC that lights it now.
    @discardableResult
    public mutating func addConnector(
        _ name: String, _ connection: ConnectorSnapshot.Connection = .connected,
        modes: [DisplayMode], crtcs: UInt32 = 1, drivenBy: UInt32 = 0
    ) -> UInt32 {
        let id = number()
        var properties: DisplayProperties = [
            "CRTC_ID": property("CRTC_ID", .object, UInt64(drivenBy)),
            "link-status": property("link-status", .choice(["Good": 0, "Bad": 1])),
        ]
        let isWriteback = name.hasPrefix("Writeback")
        if isWriteback {
            properties["WRITEBACK_FB_ID"] = property("WRITEBACK_FB_ID", .object)
            properties["WRITEBACK_OUT_FENCE_PTR"] = property(
                "WRITEBACK_OUT_FENCE_PTR", .range(minimum: 0, maximum: .max))
        }
        card.connectors.append(
            ConnectorSnapshot(
                id: id, name: name, connection: connection, isWriteback: isWriteback,
                possibleCrtcs: crtcs, modes: modes, properties: properties))
        return id
    }

    /// What a plane of a driver can do beyond showing a picture.
    public struct Abilities: OptionSet, Sendable {
        /// The bits.
        public let rawValue: Int
        /// Makes a set.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// "rotation" with a half turn and both reflections.
        public static let rotation = Abilities(rawValue: 1)
        /// COLOR_ENCODING and COLOR_RANGE.
        public static let color = Abilities(rawValue: 2)
        /// A mutable "zpos".
        public static let depth = Abilities(rawValue: 4)
        /// "alpha" and "pixel blend mode".
        public static let blending = Abilities(rawValue: 8)
        /// "rotation" with quarter turns as well.
        public static let quarters = Abilities(rawValue: 16)
    }

    /// Adds a plane; `framebuffer` is what it shows now.
    @discardableResult
    public mutating func addPlane(
        _ kind: PlaneSnapshot.Kind, formats: [PixelFormat], crtcs: UInt32 = 1,
        _ abilities: Abilities = [], framebuffer: UInt32 = 0, on crtc: UInt32 = 0
    ) -> UInt32 {
        let id = number()
        card.planes.append(
            PlaneSnapshot(
                id: id, kind: kind, possibleCrtcs: crtcs,
                formats: PlaneFormats(Set(formats), statesModifiers: card.hasModifiers),
                properties: properties(kind, abilities, framebuffer, crtc)))
        return id
    }

    private mutating func properties(
        _ kind: PlaneSnapshot.Kind, _ abilities: Abilities, _ framebuffer: UInt32, _ crtc: UInt32
    ) -> DisplayProperties {
        var all: DisplayProperties = [
            "type": property("type", .choice([:]), kind.rawValue, isImmutable: true),
            "FB_ID": property("FB_ID", .object, UInt64(framebuffer)),
            "CRTC_ID": property("CRTC_ID", .object, UInt64(crtc)),
        ]
        for name in ["SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H"] {
            all[name] = property(name, .range(minimum: 0, maximum: .max))
        }
        if abilities.contains(.rotation) || abilities.contains(.quarters) {
            var names: [String: UInt64] = [
                "rotate-0": 0, "rotate-180": 2, "reflect-x": 4, "reflect-y": 5,
            ]
            if abilities.contains(.quarters) { names["rotate-90"] = 1 }
            if abilities.contains(.quarters) { names["rotate-270"] = 3 }
            all["rotation"] = property("rotation", .bits(names), 1)
        }
        if abilities.contains(.color) {
            all["COLOR_ENCODING"] = property(
                "COLOR_ENCODING",
                .choice([
                    "ITU-R BT.601 YCbCr": 0, "ITU-R BT.709 YCbCr": 1, "ITU-R BT.2020 YCbCr": 2,
                ]))
            all["COLOR_RANGE"] = property(
                "COLOR_RANGE", .choice(["YCbCr limited range": 0, "YCbCr full range": 1]))
        }
        if abilities.contains(.depth) {
            all["zpos"] = property("zpos", .range(minimum: 0, maximum: 255))
        }
        if abilities.contains(.blending) {
            all["alpha"] = property("alpha", .range(minimum: 0, maximum: 0xFFFF), 0xFFFF)
            all["pixel blend mode"] = property(
                "pixel blend mode", .choice(["None": 2, "Pre-multiplied": 0, "Coverage": 1]))
        }
        return all
    }
}

extension DisplayMode {
    /// A mode with plain timing of `refresh` pictures per second; blanking is a tenth each way.
    public init(_ width: Int, _ height: Int, at refresh: Double, isPreferred: Bool = false) {
        let across = width + width / 10
        let down = height + height / 10
        self.init(
            clock: Int((Double(across * down) * refresh / 1000).rounded()),
            horizontal: .init(
                active: width, syncStart: width + width / 40, syncEnd: width + width / 20,
                total: across),
            vertical: .init(
                active: height, syncStart: height + height / 40, syncEnd: height + height / 20,
                total: down), type: isPreferred ? 1 << 3 : 0, name: "\(width)x\(height)")
    }
}
