// SPDX-License-Identifier: MIT
// One EXIF tag that a user wishes for, written as IFD0.Artist=Jane or EXIF.FNumber=2.8.

public import PrismCore

/// A tag with its value, checked against the standard: right directory, right type.
public struct ExifTag: Hashable, Sendable {
    let field: ExifField

    /// Reads `IFD.Name=value`; the directory may be left out, as each name has only one.
    ///
    /// Directories are IFD0, EXIF and GPS. A rational is a decimal number or a fraction such as 28/10; several
    /// numbers are parted by commas or blanks.
    ///
    /// - Parameter text: The assignment.
    /// - Throws: ``PrismError`` `usage` naming what is wrong and what would be right.
    public init(_ text: String) throws(PrismError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw PrismError(
                .usage, "\"\(text)\": not a tag; write for example IFD0.Artist=Jane")
        }
        let names = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(names[names.count - 1])
        guard let kind = ExifTagKind.all[name] else {
            let hint = Suggestion.hint(for: name, among: ExifTagKind.all.keys.sorted())
            throw PrismError(.usage, "\"\(text)\": unknown tag \(name)\(hint)")
        }
        if names.count == 2, names[0].uppercased() != kind.directory.name {
            throw PrismError(
                .usage, "\"\(text)\": \(name) belongs into \(kind.directory.name)")
        }
        guard let value = kind.value(String(parts[1])) else {
            throw PrismError(.usage, "\"\(text)\": \(name) is \(kind.form.text)")
        }
        field = ExifField(kind.directory, kind.tag, value)
    }
}

extension ExifField.Directory {
    /// What people call it.
    var name: String {
        switch self {
        case .ifd0: "IFD0"
        case .ifd1: "IFD1"
        case .exif: "EXIF"
        case .gps: "GPS"
        }
    }
}
