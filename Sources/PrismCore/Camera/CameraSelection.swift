// SPDX-License-Identifier: MIT
// Which camera a program is to use, as a person writes it: libcamera:1 or mock:imx708,scene=FILE.

/// A camera asked for by a person.
///
/// The text form is `libcamera[:INDEX|ID|MODEL]`, a bare `INDEX`, or
/// `mock[:SENSOR][,scene=FILE|bars][,clock=real|virtual][,seed=N][,fault=SCRIPT][,ae=legacy]`.
/// Inside `mock:…` a comma or backslash that belongs to a value is written `\,` or `\\`.
public enum CameraSelection: Hashable, Sendable {
    /// A real camera: by index, identifier or model; nil is the first one.
    case libcamera(selector: String?)
    /// A simulated camera.
    case mock(MockCameraOptions)

    /// Reads the text form.
    ///
    /// - Parameter text: For example `libcamera:0` or `mock:imx219,clock=virtual`.
    /// - Throws: ``PrismError`` `usage` saying what was not understood and what is known.
    public init(_ text: String) throws(PrismError) {
        let (kind, rest) = CameraSelection.split(text, at: ":")
        switch kind {
        case "libcamera":
            guard rest != "" else {
                throw PrismError(.usage, "libcamera: has no index, identifier or model after it")
            }
            self = .libcamera(selector: rest)
        case "mock":
            self = .mock(try MockCameraParser.options(rest))
        case let index where !index.isEmpty && rest == nil && index.allSatisfy(\.isASCIIDigit):
            self = .libcamera(selector: index)
        default:
            throw PrismError(
                .usage,
                "unknown camera \"\(text)\"; use libcamera[:INDEX|ID|MODEL] or mock[:SENSOR,…]")
        }
    }

    /// The camera of a program: its option, else the environment's `PRISM_CAMERA`, else libcamera's first.
    ///
    /// The mock is never chosen silently: only one of the two texts can name it.
    ///
    /// - Parameters:
    ///   - option: The value of `--camera`, if given.
    ///   - environment: The value of `PRISM_CAMERA`, if set; empty counts as unset.
    /// - Returns: The camera to use.
    /// - Throws: ``PrismError`` `usage`; it names the variable where that is at fault.
    public static func resolve(
        option: String?, environment: String?
    ) throws(PrismError) -> CameraSelection {
        if let option { return try CameraSelection(option) }
        guard let environment, !environment.isEmpty else { return .libcamera(selector: nil) }
        do {
            return try CameraSelection(environment)
        } catch {
            throw PrismError(error.code, "PRISM_CAMERA: \(error.message)")
        }
    }

    static func split(_ text: String, at separator: Character) -> (String, String?) {
        guard let index = text.firstIndex(of: separator) else { return (text, nil) }
        return (String(text[..<index]), String(text[text.index(after: index)...]))
    }
}

extension CameraSelection: CustomStringConvertible {
    /// The text form; reading it again gives the same selection.
    public var description: String {
        switch self {
        case .libcamera(nil): "libcamera"
        case .libcamera(let selector?): "libcamera:\(selector)"
        case .mock(let options): MockCameraParser.text(options)
        }
    }
}

extension Character {
    var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
