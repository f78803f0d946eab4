// SPDX-License-Identifier: MIT
// The programs of other camera suites that this one answers for, by the name it is started under.

/// A program that scripts know.
enum CompatApp: String, CaseIterable, Sendable {
    case hello, still, jpeg, vid, raw

    /// What stands before the dash.
    static let families = ["rpicam", "libcamera"]

    /// Every name that `prism compat install` makes.
    static let names = families.flatMap { family in allCases.map { "\(family)-\($0.rawValue)" } }

    /// The program of a path; nil for `prism` itself.
    init?(path: String) {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let parts = name.split(separator: "-", maxSplits: 1).map(String.init)
        guard parts.count == 2, CompatApp.families.contains(parts[0]),
            let app = CompatApp(rawValue: parts[1])
        else { return nil }
        self = app
    }

    /// The group of options that it takes.
    var family: Family {
        switch self {
        case .hello: .hello
        case .still, .jpeg: .still
        case .vid, .raw: .video
        }
    }

    /// Programs with the same options.
    enum Family: CaseIterable, Sendable { case hello, still, video }
}
