// SPDX-License-Identifier: MIT
// Controls and properties across the ABI.

internal import CPrismCamera
internal import Glibc

extension BridgeSession {
    /// The controls with the limits of the present configuration.
    func controls() throws(PrismError) -> ControlTable {
        final class Collector { var items: [ControlDescription] = [] }
        let collector = Collector()
        let result = prism_session_controls(
            raw,
            { context, info in
                guard let context, let info else { return }
                let collector = Unmanaged<Collector>.fromOpaque(context).takeUnretainedValue()
                if let control = ControlDescription(info.pointee) {
                    collector.items.append(control)
                }
            }, Unmanaged.passUnretained(collector).toOpaque())
        guard result >= 0 else { throw .system("read the camera's controls", errno: -result) }
        return ControlTable(collector.items.map(withChoices))
    }

    /// The same with the names of its values; asked for afterwards, for a visitor calls nothing of the bridge.
    private func withChoices(_ control: ControlDescription) -> ControlDescription {
        final class Collector { var items: [ControlEnumerator] = [] }
        guard case .integer? = control.minimum else { return control }
        let collector = Collector()
        let result = prism_session_enumerators(
            raw, control.name,
            { context, value, name in
                guard let context, let name else { return }
                let collector = Unmanaged<Collector>.fromOpaque(context).takeUnretainedValue()
                collector.items.append(
                    ControlEnumerator(value: Int64(value), name: String(cString: name)))
            }, Unmanaged.passUnretained(collector).toOpaque())
        guard result > 0 else { return control }
        return ControlDescription(
            name: control.name, vendor: control.vendor, minimum: control.minimum,
            maximum: control.maximum, defaultValue: control.defaultValue, isInput: control.isInput,
            choices: collector.items)
    }

    /// Static properties, for example Model and PixelArraySize.
    func properties() throws(PrismError) -> [String: ControlValue] {
        final class Collector { var items: [String: ControlValue] = [:] }
        let collector = Collector()
        let result = prism_session_properties(
            raw,
            { context, name, value in
                guard let context, let name, let value else { return }
                let collector = Unmanaged<Collector>.fromOpaque(context).takeUnretainedValue()
                collector.items[String(cString: name)] = ControlValue(value.pointee)
            }, Unmanaged.passUnretained(collector).toOpaque())
        guard result >= 0 else { throw .system("read the camera's properties", errno: -result) }
        return collector.items
    }

    /// Formats and sizes offered for a role.
    func formats(_ role: StreamRole) throws(PrismError) -> [StreamFormat] {
        final class Collector { var items: [StreamFormat] = [] }
        let collector = Collector()
        let result = prism_session_formats(
            raw, role.raw,
            { context, format in
                guard let context, let format else { return }
                let collector = Unmanaged<Collector>.fromOpaque(context).takeUnretainedValue()
                collector.items.append(StreamFormat(format.pointee))
            }, Unmanaged.passUnretained(collector).toOpaque())
        guard result >= 0 else { throw .system("read the camera's formats", errno: -result) }
        return collector.items
    }

    /// Holds controls for the next request; all or none.
    ///
    /// Returns the serial that completions will carry.
    func setControls(_ writes: [ControlWrite]) throws(PrismError) -> UInt64 {
        let packed = writes.map(PackedControl.init)
        var failed = 0
        var serial: UInt64 = 0
        let result = withExtendedLifetime(packed) {
            let requests = packed.map(\.request)
            return requests.withUnsafeBufferPointer {
                prism_session_set_controls(raw, $0.baseAddress, $0.count, &failed, &serial)
            }
        }
        guard result >= 0 else {
            let name = writes.indices.contains(failed) ? writes[failed].name : "a control"
            throw PrismError(
                PrismError.code(of: -result), "the camera refuses control \(name)", errno: -result)
        }
        return noteSerial(serial)
    }
}

extension ControlDescription {
    fileprivate init?(_ info: prism_control_info) {
        guard let name = info.name else { return nil }
        self.init(
            name: String(cString: name), vendor: info.vendor.map { String(cString: $0) } ?? "",
            minimum: ControlValue(info.minimum), maximum: ControlValue(info.maximum),
            defaultValue: ControlValue(info.default_value),
            isInput: info.direction == 0 || info.direction & 1 != 0)
    }
}
