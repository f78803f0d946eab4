// SPDX-License-Identifier: MIT
// Values, names and limits of a camera's controls, as found at run time.

/// A value of a control.
public enum ControlValue: Hashable, Sendable {
    /// A truth value.
    case bool(Bool)
    /// A whole number; enumerated controls use these too.
    case integer(Int64)
    /// A number.
    case number(Float)
    /// Several whole numbers.
    case integers([Int64])
    /// Several numbers.
    case numbers([Float])
    /// Text.
    case text(String)
    /// A rectangle in sensor coordinates.
    case rectangle(SensorRectangle)
    /// Several rectangles in sensor coordinates.
    case rectangles([SensorRectangle])
    /// Width and height.
    case size(width: Int, height: Int)
    /// A point in sensor coordinates.
    case point(x: Int, y: Int)
}

extension ControlValue {
    /// The value as a number, where it is one.
    public var asDouble: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): Double(value)
        case .bool(let value): value ? 1 : 0
        case .integers(let values): values.first.map(Double.init)
        case .numbers(let values): values.first.map(Double.init)
        default: nil
        }
    }
}

/// A control that a camera has, with the limits of its present configuration.
public struct ControlDescription: Hashable, Sendable {
    /// Name as libcamera spells it, for example "ExposureTime".
    public let name: String
    /// Vendor: "libcamera", "rpi", "draft"; empty where the handler does not know.
    public let vendor: String
    /// Smallest value; nil where not known.
    public let minimum: ControlValue?
    /// Largest value; nil where not known.
    public let maximum: ControlValue?
    /// Value at start; nil where not known.
    public let defaultValue: ControlValue?
    /// True where the camera takes it as input (or does not say).
    public let isInput: Bool
    /// The values that the camera allows and their names, where they are few and it names them.
    public let choices: [ControlEnumerator]

    /// Describes a control.
    public init(
        name: String, vendor: String, minimum: ControlValue?, maximum: ControlValue?,
        defaultValue: ControlValue?, isInput: Bool, choices: [ControlEnumerator] = []
    ) {
        self.name = name
        self.vendor = vendor
        self.minimum = minimum
        self.maximum = maximum
        self.defaultValue = defaultValue
        self.isInput = isInput
        self.choices = choices
    }
}

/// One value of a control that has few.
public struct ControlEnumerator: Hashable, Sendable {
    /// What is written.
    public let value: Int64
    /// What libcamera calls it.
    public let name: String

    /// Makes one.
    public init(value: Int64, name: String) {
        self.value = value
        self.name = name
    }
}

/// The controls of one camera in one configuration.
public struct ControlTable: Hashable, Sendable {
    private let controls: [String: ControlDescription]

    /// Makes a table.
    public init(_ controls: [ControlDescription]) {
        self.controls = Dictionary(
            controls.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Every control, sorted by name.
    public var all: [ControlDescription] { controls.values.sorted { $0.name < $1.name } }

    /// The control of this name, where the camera takes it.
    public subscript(name: String) -> ControlDescription? { controls[name] }

    /// Whether the camera takes this control.
    public func has(_ name: String) -> Bool { controls[name]?.isInput == true }
}

/// A control to be written, by name.
public struct ControlWrite: Hashable, Sendable {
    /// The control's name.
    public var name: String
    /// Its vendor; empty for any.
    public var vendor: String
    /// What to write.
    public var value: ControlValue

    /// Makes a write.
    public init(_ name: String, _ value: ControlValue, vendor: String = "") {
        self.name = name
        self.value = value
        self.vendor = vendor
    }
}
