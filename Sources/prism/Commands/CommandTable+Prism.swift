// SPDX-License-Identifier: MIT
// All commands of prism, in the order of its help.

extension CommandTable {
    static let prism = CommandTable(
        name: "prism",
        summary: "photographs and time-lapses on Linux boards",
        discussion: [
            "Takes photographs with any camera that libcamera drives, or with a simulated one.",
            "Times have a unit: 250us, 10ms, 0.5s, 1h30m; exposure times may be fractions: 1/50."
                + " Options may come in any order; -- ends them. A value that begins with a dash is"
                + " written --option=VALUE.",
        ],
        commands: all)

    // Group by group: one long sum is too much for the 6.0.3 compiler.
    private static var all: [Command] {
        var all: [Command] = [
            StillCommand.command, PreviewCommand.command, TimelapseCommand.command,
            NightCommand.command,
            FilterCommand.command, ListCommand.command, ControlsCommand.command,
            ConfigureCommand.command, DoctorCommand.command, BoardsCommand.command,
            TuningCommand.command, BridgeBuildCommand.command,
        ]
        all += CalibrateCommand.all
        all += ServeCommand.all
        all += CompatCommand.all
        all += [HelpCommand.command, CompletionCommand.command]
        return all
    }
}
