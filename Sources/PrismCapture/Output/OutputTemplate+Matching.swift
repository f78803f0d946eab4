// SPDX-License-Identifier: MIT
// Reads the index back from a path, so that a run can be picked up from the files it left.

extension OutputTemplate {
    /// The index of a path that this template made; nil for any other path.
    public func index(of path: String) -> Int? {
        let bytes = Array(path.utf8)
        // Only the index varies in length, so what the others leave is its length.
        let indexLength = bytes.count - fixedLength
        guard hasIndex, indexLength > 0, indexLength <= 18 else { return nil }
        var position = 0
        var index: Int?
        for piece in pieces {
            let length = length(of: piece, indexLength: indexLength)
            guard position + length <= bytes.count else { return nil }
            let part = bytes[position..<position + length]
            position += length
            switch piece {
            case .text(let text):
                guard part.elementsEqual(text.utf8) else { return nil }
            case .date:
                guard number(part) != nil else { return nil }
            case .index(let width):
                index = canonical(part, width)
                if index == nil { return nil }
            }
        }
        return index
    }

    private var fixedLength: Int {
        pieces.reduce(0) { $0 + length(of: $1, indexLength: 0) }
    }

    private func length(of piece: Piece, indexLength: Int) -> Int {
        switch piece {
        case .text(let text): text.utf8.count
        case .date(let field): field.width
        case .index: indexLength
        }
    }

    private func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }

    /// A number written as ``path(index:date:)`` would.
    private func canonical(_ digits: ArraySlice<UInt8>, _ width: Int) -> Int? {
        guard digits.count >= width, let value = number(digits) else { return nil }
        return digits.count > width && digits.first == 0x30 ? nil : value
    }
}
