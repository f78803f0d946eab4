// SPDX-License-Identifier: MIT
// The C room's structures as values.

internal import CPrismDisplay
internal import PrismCore

enum CardReader {
    /// Reads a whole card; blocks while connectors are probed.
    static func read(_ display: OpaquePointer, path: String) throws(PrismError) -> CardSnapshot {
        var topology: UnsafeMutablePointer<prism_topology>?
        let result = prism_topology_read(display, &topology)
        guard result == 0, let topology else { throw .system("read \(path)", errno: -result) }
        defer { prism_topology_free(topology) }
        let card = topology.pointee
        return CardSnapshot(
            path: path, driver: name(card.driver), hasDumbBuffers: card.has_dumb != 0,
            canImport: card.has_prime_import != 0, hasModifiers: card.has_modifiers != 0,
            connectors: list(card.connectors, card.connector_count).map(connector),
            crtcs: list(card.crtcs, card.crtc_count).map(crtc),
            planes: list(card.planes, card.plane_count).compactMap(plane))
    }

    private static func list<Element>(
        _ start: UnsafeMutablePointer<Element>?, _ count: UInt32
    ) -> UnsafeBufferPointer<Element> {
        UnsafeBufferPointer(start: start, count: Int(count))
    }

    private static func connector(_ raw: prism_connector) -> ConnectorSnapshot {
        let connection: ConnectorSnapshot.Connection =
            switch raw.connection {
            case 1: .connected
            case 2: .disconnected
            default: .unknown
            }
        return ConnectorSnapshot(
            id: raw.id, name: name(raw.name), connection: connection,
            isWriteback: raw.is_writeback != 0, possibleCrtcs: raw.possible_crtcs,
            modes: list(raw.modes, raw.mode_count).map(mode), properties: properties(raw.properties)
        )
    }

    private static func crtc(_ raw: prism_crtc) -> CrtcSnapshot {
        CrtcSnapshot(
            id: raw.id, mode: raw.has_mode != 0 ? mode(raw.mode) : nil,
            properties: properties(raw.properties))
    }

    private static func plane(_ raw: prism_display_plane) -> PlaneSnapshot? {
        let properties = properties(raw.properties)
        guard let kind = PlaneSnapshot.Kind(rawValue: properties["type"]?.value ?? 0) else {
            return nil
        }
        let pairs = list(raw.formats, raw.format_count).map {
            PixelFormat(fourcc: $0.fourcc, modifier: $0.modifier)
        }
        return PlaneSnapshot(
            id: raw.id, kind: kind, possibleCrtcs: raw.possible_crtcs,
            formats: PlaneFormats(Set(pairs), statesModifiers: raw.states_modifiers != 0),
            properties: properties)
    }

    private static func properties(_ raw: prism_properties) -> DisplayProperties {
        var result: DisplayProperties = [:]
        for property in list(raw.list, raw.count) {
            result[name(property.name)] = DisplayProperty(
                id: property.id, kind: kind(property), value: property.value,
                isImmutable: property.is_immutable != 0)
        }
        return result
    }

    private static func kind(_ raw: prism_property) -> DisplayProperty.Kind {
        var names: [String: UInt64] = [:]
        for value in list(raw.values, raw.value_count) { names[name(value.name)] = value.value }
        switch raw.kind {
        case PRISM_PROPERTY_RANGE.rawValue:
            return .range(minimum: raw.minimum, maximum: raw.maximum)
        case PRISM_PROPERTY_ENUM.rawValue: return .choice(names)
        case PRISM_PROPERTY_BITMASK.rawValue: return .bits(names)
        case PRISM_PROPERTY_OBJECT.rawValue: return .object
        case PRISM_PROPERTY_BLOB.rawValue: return .blob
        default: return .other
        }
    }

    private static func mode(_ raw: prism_mode) -> DisplayMode {
        DisplayMode(
            clock: Int(raw.clock),
            horizontal: .init(
                active: Int(raw.hdisplay), syncStart: Int(raw.hsync_start),
                syncEnd: Int(raw.hsync_end), total: Int(raw.htotal)),
            vertical: .init(
                active: Int(raw.vdisplay), syncStart: Int(raw.vsync_start),
                syncEnd: Int(raw.vsync_end), total: Int(raw.vtotal)),
            flags: raw.flags, type: raw.type, name: name(raw.name))
    }

    /// A mode for the kernel.
    static func raw(_ mode: DisplayMode) -> prism_mode {
        var raw = prism_mode()
        raw.clock = UInt32(clamping: mode.clock)
        raw.hdisplay = UInt16(clamping: mode.horizontal.active)
        raw.hsync_start = UInt16(clamping: mode.horizontal.syncStart)
        raw.hsync_end = UInt16(clamping: mode.horizontal.syncEnd)
        raw.htotal = UInt16(clamping: mode.horizontal.total)
        raw.vdisplay = UInt16(clamping: mode.vertical.active)
        raw.vsync_start = UInt16(clamping: mode.vertical.syncStart)
        raw.vsync_end = UInt16(clamping: mode.vertical.syncEnd)
        raw.vtotal = UInt16(clamping: mode.vertical.total)
        raw.vrefresh = UInt32(clamping: Int(mode.refresh.rounded()))
        raw.flags = mode.flags
        raw.type = mode.type
        withUnsafeMutableBytes(of: &raw.name) { bytes in
            bytes.copyBytes(from: mode.name.utf8.prefix(bytes.count - 1))
        }
        return raw
    }

    /// A C string in an array of fixed size.
    private static func name<Characters>(_ characters: Characters) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
