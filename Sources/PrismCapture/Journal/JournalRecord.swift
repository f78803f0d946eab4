// SPDX-License-Identifier: MIT
// One line of journal.jsonl: flat, so that line tools can read it.

public import PrismCore

/// One line of a run's journal.
///
/// Times are nanoseconds. A shot goes `intent` → `written` → `done`; each index of a run ends in exactly one of
/// `done`, `skipped` and `failed`.
public struct JournalRecord: Codable, Hashable, Sendable {
    /// What the line says.
    public enum State: String, Codable, Sendable {
        /// Where the grid lies from this index on.
        case anchor
        /// A frame was chosen for an index; its file is being made.
        case intent
        /// The file is whole but has no name yet.
        case written
        /// The file has its name.
        case done
        /// Indices from `index` to `through` have no picture.
        case skipped
        /// The index has no good picture because something went wrong.
        case failed
        /// The process ended in order.
        case ended
    }

    /// What the line says.
    public var state: State
    /// The index it is about.
    public var index: Int
    /// Last index of a range of skipped ones.
    public var through: Int?
    /// When the index was due, on the anchor's clock.
    public var due: Int64?
    /// When the exposure began, on the anchor's clock.
    public var started: Int64?
    /// The same moment (for an anchor: that of `due`) since 1970.
    public var utc: Int64?
    /// Path of the picture, relative to the run's directory.
    public var file: String?
    /// Size of the picture.
    public var bytes: Int64?
    /// CRC-32C of the picture, eight hexadecimal digits.
    public var crc32c: String?
    /// What the frame's metadata says was in force.
    public var applied: AppliedSettings?
    /// Codes of what kept the request from being met.
    public var limitedBy: [String]?
    /// How board and session fared; on the run's first shot, and where it changed.
    public var health: JournalHealth?
    /// How far the times can be believed.
    public var anchor: AnchorCertainty?
    /// The start of the machine that an anchor's `due` counts from.
    public var bootId: String?
    /// Whether an anchor's `utc` is known to be right.
    public var clockSynchronised: Bool?
    /// Why there is no picture, why the run ended, or that a picture was adopted.
    public var reason: String?

    /// Makes a line with nothing but its state and index.
    public init(_ state: State, index: Int) {
        self.state = state
        self.index = index
    }
}

/// How far a shot's place in time can be believed.
public enum AnchorCertainty: String, Codable, Sendable {
    /// The shot lies on the run's grid.
    case certain
    /// After a reboot without a known time the shot was taken off the grid, under the next index.
    case uncertain
    /// The grid lies on a simulated camera's own time.
    case virtual
}

extension JournalRecord {
    /// Size and checksum together, where the line has both.
    public var checksum: FileChecksum? {
        get {
            guard let bytes, let crc32c, let value = UInt32(crc32c, radix: 16) else { return nil }
            return FileChecksum(bytes: bytes, crc32c: value)
        }
        set {
            bytes = newValue?.bytes
            crc32c = newValue.map { checksum in
                let digits = String(checksum.crc32c, radix: 16)
                return String(repeating: "0", count: 8 - digits.utf8.count) + digits
            }
        }
    }

    /// A line about indices without pictures.
    static func skipped(_ range: Range<Int>, _ reason: String) -> JournalRecord {
        var record = JournalRecord(.skipped, index: range.lowerBound)
        if range.count > 1 { record.through = range.upperBound - 1 }
        record.reason = reason
        return record
    }

    /// The indices of a skipped line.
    var range: Range<Int> {
        index..<max(index, through ?? index).saturatingSuccessor
    }
}

extension Int {
    var saturatingSuccessor: Int { self == .max ? self : self + 1 }
}
