// SPDX-License-Identifier: MIT
// Reads journal lines as this program writes them, some fifty times faster than a general JSON decoder.

internal import PrismCore

/// Reads lines in the plain form that ``JournalText/line(_:)`` gives them.
///
/// Whatever it does not know (escapes, blanks, unknown members, a damaged line) it leaves to the decoder, so it
/// decides nothing: what it reads is what the decoder would have read.
struct JournalScanner {
    private let bytes: [UInt8]
    /// Behind what was read: at a line's end after ``line(_:)``.
    private(set) var position = 0
    private var end = 0
    /// The three lines of a shot have the same settings, which are half of each.
    private var last: (text: Range<Int>, applied: AppliedSettings)?

    /// Makes a scanner of a whole journal.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The line at the start of a range of bytes, up to a newline or the range's end; nil where it is not in the
    /// plain form.
    mutating func line(_ range: Range<Int>) -> JournalRecord? {
        (position, end) = (range.lowerBound, range.upperBound)
        var record = JournalRecord(.ended, index: 0)
        var state: JournalRecord.State?
        var index: Int64?
        let isRead = object { scanner, key in
            switch key {
            case "state": put(scanner.text(), &state, JournalRecord.State.init)
            case "index": put(scanner.integer(), &index)
            default: scanner.member(key, of: &record)
            }
        }
        guard isRead, position == end || bytes[position] == 0x0A, let state,
            let index = index.flatMap(Int.init(exactly:))
        else { return nil }
        record.state = state
        record.index = index
        return record
    }

    private mutating func member(_ key: String, of record: inout JournalRecord) -> Bool {
        switch key {
        case "file": put(text(), &record.file)
        case "bytes": put(integer(), &record.bytes)
        case "crc32c": put(text(), &record.crc32c)
        case "due": put(integer(), &record.due)
        case "started": put(integer(), &record.started)
        case "utc": put(integer(), &record.utc)
        case "anchor": put(text(), &record.anchor, AnchorCertainty.init)
        case "health": put(health(), &record.health)
        case "applied": put(applied(), &record.applied)
        case "limitedBy": put(texts(), &record.limitedBy)
        case "through": put(integer(), &record.through, Int.init(exactly:))
        case "reason": put(text(), &record.reason)
        case "bootId": put(text(), &record.bootId)
        case "clockSynchronised": put(truth(), &record.clockSynchronised)
        default: false
        }
    }

    /// Floating-point numbers of a board are left to the decoder: such lines are few.
    private mutating func health() -> JournalHealth? {
        var health = JournalHealth(SystemHealth())
        var (pressure, missed): (String?, Int?)
        let isRead = object { scanner, key in
            switch key {
            case "pressure": put(scanner.text(), &pressure)
            case "throttling":
                put(scanner.integer(), &health.throttling, UInt32.init(exactly:))
            case "contiguousFree": put(scanner.integer(), &health.contiguousFree)
            case "availableMemory": put(scanner.integer(), &health.availableMemory)
            case "freeDisk": put(scanner.integer(), &health.freeDisk)
            case "missedFrames": put(scanner.integer(), &missed, Int.init(exactly:))
            case "interruption": put(scanner.text(), &health.interruption)
            default: false
            }
        }
        guard isRead, let pressure, let missed else { return nil }
        health.pressure = pressure
        health.missedFrames = missed
        return health
    }

    private mutating func applied() -> AppliedSettings? {
        let start = position
        if let last, start + last.text.count <= end,
            bytes[start..<start + last.text.count].elementsEqual(bytes[last.text])
        {
            position += last.text.count
            return last.applied
        }
        var applied = AppliedSettings(FrameMetadata())
        let isRead = object { scanner, key in
            switch key {
            case "exposureTime": put(scanner.integer(), &applied.exposureTime)
            case "frameDuration": put(scanner.integer(), &applied.frameDuration)
            case "analogueGain": put(scanner.number(), &applied.analogueGain)
            case "digitalGain": put(scanner.number(), &applied.digitalGain)
            case "redGain": put(scanner.number(), &applied.redGain)
            case "blueGain": put(scanner.number(), &applied.blueGain)
            case "colourTemperature": put(scanner.number(), &applied.colourTemperature)
            case "lensPosition": put(scanner.number(), &applied.lensPosition)
            case "lux": put(scanner.number(), &applied.lux)
            case "sensorTemperature": put(scanner.number(), &applied.sensorTemperature)
            case "isExposureConverged": put(scanner.truth(), &applied.isExposureConverged)
            default: false
            }
        }
        guard isRead else { return nil }
        last = (start..<position, applied)
        return applied
    }
}

extension JournalScanner {
    private mutating func take(_ byte: Unicode.Scalar) -> Bool {
        guard position < end, bytes[position] == UInt8(ascii: byte) else { return false }
        position += 1
        return true
    }

    /// Reads an object; `member` reads the value of a key.
    private mutating func object(_ member: (inout JournalScanner, String) -> Bool) -> Bool {
        guard take("{") else { return false }
        if take("}") { return true }
        repeat {
            guard let key = text(), take(":"), member(&self, key) else { return false }
        } while take(",")
        return take("}")
    }

    private mutating func texts() -> [String]? {
        guard take("[") else { return nil }
        var texts: [String] = []
        if take("]") { return texts }
        repeat {
            guard let text = text() else { return nil }
            texts.append(text)
        } while take(",")
        return take("]") ? texts : nil
    }

    /// A string without escapes.
    private mutating func text() -> String? {
        guard take("\"") else { return nil }
        let start = position
        var isPlain = true
        while position < end, bytes[position] != UInt8(ascii: "\"") {
            guard bytes[position] >= 0x20, bytes[position] != UInt8(ascii: "\\") else { return nil }
            isPlain = isPlain && bytes[position] < 0x80
            position += 1
        }
        let part = bytes[start..<position]
        guard take("\"") else { return nil }
        // The check costs more than all the rest, and nearly no name needs it.
        return isPlain
            ? String(decoding: part, as: UTF8.self) : String(validating: part, as: UTF8.self)
    }

    private mutating func truth() -> Bool? {
        let isTrue = position < end && bytes[position] == UInt8(ascii: "t")
        for byte in (isTrue ? "true" : "false").unicodeScalars where !take(byte) { return nil }
        return isTrue
    }

    /// Digits without a leading zero; at most 19, which 64 bits without a sign hold.
    private mutating func digits() -> Bool {
        let start = position
        while position < end, (0x30...0x39).contains(bytes[position]) { position += 1 }
        let count = position - start
        return (1...19).contains(count) && (count == 1 || bytes[start] != 0x30)
    }

    private mutating func skipDigits() -> Bool {
        let start = position
        while position < end, (0x30...0x39).contains(bytes[position]) { position += 1 }
        return position > start
    }

    private mutating func integer() -> Int64? {
        let isNegative = take("-")
        let start = position
        guard digits() else { return nil }
        let size = bytes[start..<position].reduce(UInt64(0)) { $0 * 10 + UInt64($1 - 0x30) }
        return Int64(exactly: size).map { isNegative ? -$0 : $0 }
    }

    /// A number with or without a fraction and an exponent.
    private mutating func number() -> Float? {
        let start = position
        _ = take("-")
        guard digits() else { return nil }
        if take(".") {
            guard skipDigits() else { return nil }
        }
        if take("e") || take("E") {
            _ = take("+") || take("-")
            guard skipDigits() else { return nil }
        }
        let number = Float(String(decoding: bytes[start..<position], as: UTF8.self))
        // What a float cannot hold is an error of the decoder's.
        return number.flatMap { $0.isFinite ? $0 : nil }
    }
}

/// Keeps a member that was read; false where it was not, or is there for the second time.
private func put<Value>(_ value: Value?, _ place: inout Value?) -> Bool {
    guard place == nil, let value else { return false }
    place = value
    return true
}

private func put<Raw, Value>(
    _ raw: Raw?, _ place: inout Value?, _ convert: (Raw) -> Value?
) -> Bool { put(raw.flatMap(convert), &place) }
