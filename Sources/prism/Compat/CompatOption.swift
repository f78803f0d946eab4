// SPDX-License-Identifier: MIT
// One option of the other suites: how it is written, and what becomes of it in each program.

/// What becomes of an option.
enum CompatVerdict: Equatable, Sendable {
    /// It does what it says.
    case honoured
    /// What it asks for is so in any case.
    case implied(String)
    /// It is taken, does nothing, and one line says so.
    case warned(String)
    /// It ends the program with one line.
    case refused(String)
}

/// One option of the table.
struct CompatOption: Sendable {
    /// How its value is written.
    enum Form: Equatable, Sendable {
        /// None; `=0` and `=1` are understood.
        case flag
        /// A value; where it may be left out, this one holds then.
        case value(implicit: String?)
    }

    let name: String
    let short: Character?
    let form: Form
    /// By program; a program without one does not have the option.
    let verdicts: [CompatApp.Family: CompatVerdict]
    /// What it does, for the help.
    let summary: String
    /// True where it may be given more than once.
    var repeats = false

    /// What becomes of it in a program; nil where the program has no such option.
    func verdict(in app: CompatApp) -> CompatVerdict? { verdicts[app.family] }
}
