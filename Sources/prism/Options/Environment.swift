// SPDX-License-Identifier: MIT
// The environment variables that the program reads, with their manual.

internal import Glibc
import PrismCore

enum Environment {
    /// The variables, in the order of the manual.
    static let manual: [(name: String, text: String)] = [
        ("PRISM_CAMERA", "The camera where no --camera is given, in the same form."),
        (
            "PRISM_PLUGIN_PATH",
            "Folders searched first for plug-ins, separated by colons; after them"
                + " ~/.local/share/prism/plugins and /usr/lib/prism."
        ),
        (
            "PRISM_LOG",
            "Writes a log to standard error, or to the journal under systemd: debug, info, notice,"
                + " warning or error."
        ),
        ("PRISM_LOG_PRIVATE", "With any value, the log shows paths and whole error messages."),
        (
            "PRISM_DATA",
            "Folder that holds Tuning and Boards, instead of share/prism beside the program."
        ),
        ("XDG_CONFIG_HOME", "Where prism/Tuning and prism/Boards lie, instead of ~/.config."),
        ("XDG_DATA_HOME", "Where prism/plugins lies, instead of ~/.local/share."),
    ]

    /// The value of a variable, or nil where it is unset.
    static func value(_ name: String) -> String? { EnvironmentVariable.value(name) }

    /// Begins the log where PRISM_LOG asks for one; a word that is no level asks for the default one.
    static func startLog() {
        guard let level = value("PRISM_LOG"), !level.isEmpty else { return }
        PrismLog.minimumLevel = LogLevel(name: level) ?? .notice
        PrismLog.showsPrivate = value("PRISM_LOG_PRIVATE") != nil
        // systemd sets JOURNAL_STREAM where standard error goes to its journal.
        PrismLog.destination = value("JOURNAL_STREAM") == nil ? .standardError : .journal
    }
}
