// SPDX-License-Identifier: MIT
// The part of a plan that moves the lens, or says who does.

extension ControlPlan {
    mutating func addFocus(_ settings: ControlSettings) throws(PrismError) {
        if let focus = settings.focus { try add(focus) }
        hint(settings.focusRange, capabilities.focusRange, "AfRange", .focusRange)
        hint(settings.focusSpeed, capabilities.focusSpeed, "AfSpeed", .focusSpeed)
        if let windows = settings.focusWindows { try add(windows) }
    }

    private mutating func add(_ focus: Focus) throws(PrismError) {
        switch focus {
        case .manual(let position): try add(position)
        case .auto: try addMode(1, "a focus that looks for itself")
        case .continuous: try addMode(2, "a continuous focus")
        }
    }

    private mutating func addMode(_ mode: Int64, _ what: String) throws(PrismError) {
        guard let control = controls["AfMode"], control.isInput, control.allows(mode) else {
            let reason = AbsenceReason.missing("AfMode", in: controls)
            throw PrismError(.unsupported, "\(what) is not possible: \(reason.text)")
        }
        write("AfMode", .integer(mode))
    }

    private mutating func add(_ position: LensPosition) throws(PrismError) {
        let range = try capabilities.lensPosition.limits("moving the lens")
        let dioptres: Double?
        switch position {
        case .dioptres(let value): dioptres = value
        case .infinity: dioptres = max(0, range.lowerBound)
        case .hyperfocal: dioptres = min(max(try hyperfocal(), range.lowerBound), range.upperBound)
        case .current: dioptres = nil
        }
        if let dioptres, !range.contains(dioptres) {
            throw PrismError(
                .outOfRange,
                "lens position \(dioptres) dpt: this camera allows "
                    + "\(range.lowerBound) to \(range.upperBound)")
        }
        // The position counts in the manual mode only, which libcamera applies first in a request.
        if controls.has("AfMode") { write("AfMode", .integer(0)) }
        if let dioptres { write("LensPosition", .number(Float(dioptres))) }
    }

    private func hyperfocal() throws(PrismError) -> Double {
        guard let lens = context.lens, let dioptres = lens.hyperfocalDioptres else {
            throw PrismError(
                .unsupported,
                "the hyperfocal position is not known: no focal length and aperture for this lens")
        }
        return dioptres
    }

    private mutating func add(_ windows: [SensorRectangle]) throws(PrismError) {
        _ = try capabilities.focusWindows.limits("focusing in a window")
        try FocusWindows.check(windows, within: capabilities.sensorArea)
        write("AfMetering", .integer(windows.isEmpty ? 0 : 1))
        if !windows.isEmpty { write("AfWindows", .rectangles(windows)) }
    }
}
