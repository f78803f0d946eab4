// SPDX-License-Identifier: MIT
// Properties to be set together, found by name; a missing one that is needed is told, an optional one skipped.

public import PrismCore

/// A commit in the making.
public struct AtomicRequest: Hashable, Sendable {
    /// One property of one object.
    public struct Assignment: Hashable, Sendable {
        /// The object.
        public var object: UInt32
        /// The property's number.
        public var property: UInt32
        /// What it becomes.
        public var value: UInt64

        /// Makes an assignment.
        public init(object: UInt32, property: UInt32, value: UInt64) {
            self.object = object
            self.property = property
            self.value = value
        }
    }

    /// All of them; those of one object stand together.
    public private(set) var assignments: [Assignment] = []
    /// Properties that are needed and not there.
    public private(set) var missing: [String] = []

    /// Makes an empty request.
    public init() {}

    /// Sets a property that must be there.
    public mutating func set(
        _ object: UInt32, _ properties: DisplayProperties, _ name: String, _ value: UInt64
    ) {
        guard let property = properties[name] else { return missing.append(name) }
        assignments.append(Assignment(object: object, property: property.id, value: value))
    }

    /// Sets a property where it is there and can be set.
    public mutating func setOptional(
        _ object: UInt32, _ properties: DisplayProperties, _ name: String, _ value: UInt64?
    ) {
        guard let property = properties[name], !property.isImmutable, let value else { return }
        assignments.append(Assignment(object: object, property: property.id, value: value))
    }

    /// Sets a named value where the property and the value are there.
    public mutating func setOptional(
        _ object: UInt32, _ properties: DisplayProperties, _ name: String, named value: String
    ) {
        setOptional(object, properties, name, properties[name]?.number(of: value))
    }

    /// Gives the last assignment another value.
    mutating func setLast(_ value: UInt64) {
        guard !assignments.isEmpty else { return }
        assignments[assignments.count - 1].value = value
    }

    /// Adds another request's assignments.
    public mutating func append(_ other: AtomicRequest) {
        assignments += other.assignments
        missing += other.missing
    }

    /// Throws where something that is needed is missing.
    public func check() throws(PrismError) {
        guard let name = missing.first else { return }
        throw PrismError(.screen, "the display driver has no property \(name)")
    }
}

extension AtomicRequest {
    /// Lights a connector with a mode.
    public mutating func light(
        _ connector: ConnectorSnapshot, _ crtc: CrtcSnapshot, modeBlob: UInt32
    ) {
        set(connector.id, connector.properties, "CRTC_ID", UInt64(crtc.id))
        // A link that was lost is good once a mode is set anew.
        setOptional(connector.id, connector.properties, "link-status", 0)
        set(crtc.id, crtc.properties, "ACTIVE", 1)
        set(crtc.id, crtc.properties, "MODE_ID", UInt64(modeBlob))
        // Colour tables that another program left are no part of this picture; no blob is the identity.
        for name in ["DEGAMMA_LUT", "CTM", "GAMMA_LUT"] {
            setOptional(crtc.id, crtc.properties, name, 0)
        }
    }

    /// Shows a framebuffer, with every property that the driver keeps from one commit to the next.
    public mutating func show(
        _ layout: PlaneLayout, on plane: PlaneSnapshot, crtc: UInt32, framebuffer: UInt32
    ) {
        let source = layout.placement.source
        let destination = layout.placement.destination
        set(plane.id, plane.properties, "FB_ID", UInt64(framebuffer))
        set(plane.id, plane.properties, "CRTC_ID", UInt64(crtc))
        for (name, value) in [
            ("SRC_X", source.x), ("SRC_Y", source.y), ("SRC_W", source.width),
            ("SRC_H", source.height),
        ] {
            // 16.16 fixed point.
            set(plane.id, plane.properties, name, UInt64(max(0, value)) << 16)
        }
        for (name, value) in [
            ("CRTC_X", destination.x), ("CRTC_Y", destination.y), ("CRTC_W", destination.width),
            ("CRTC_H", destination.height),
        ] {
            set(plane.id, plane.properties, name, UInt64(bitPattern: Int64(value)))
        }
        let turn = plane.rotationValue(for: layout.turn)
        setOptional(plane.id, plane.properties, "rotation", turn)
        setOptional(plane.id, plane.properties, "alpha", 0xFFFF)
        setOptional(plane.id, plane.properties, "pixel blend mode", named: "Pre-multiplied")
        setOptional(plane.id, plane.properties, "zpos", layout.depth.flatMap(plane.zpos(at:)))
        if let names = layout.colorNames {
            setOptional(plane.id, plane.properties, "COLOR_ENCODING", named: names.encoding)
            setOptional(plane.id, plane.properties, "COLOR_RANGE", named: names.range)
        }
    }

    /// Takes a plane off the screen.
    public mutating func hide(_ plane: PlaneSnapshot) {
        set(plane.id, plane.properties, "FB_ID", 0)
        set(plane.id, plane.properties, "CRTC_ID", 0)
    }
}
