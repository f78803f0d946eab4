// SPDX-License-Identifier: MIT
// prism completion: scripts for the shells.

import PrismCore

enum CompletionCommand {
    /// The shells.
    enum Shell: String, CaseIterable {
        case bash, zsh, fish
    }

    static let command = Command(
        name: "completion", summary: "print a completion script for a shell",
        discussion: ["Prints a script on standard output that completes commands and options."],
        operands: .init(
            placeholder: "SHELL", count: 1...1, choices: Shell.allCases.map(\.rawValue)),
        options: [CommonOptions.json.spec, CommonOptions.help.spec],
        examples: [
            .init(
                line: "prism completion bash",
                purpose:
                    "To be sourced, or put into ~/.local/share/bash-completion/completions/prism."),
            .init(
                line: "prism completion zsh", purpose: "To be put into a folder of fpath as _prism."
            ),
            .init(
                line: "prism completion fish",
                purpose: "To be put into ~/.config/fish/completions/prism.fish."),
        ],
        run: run)

    private static func run(_ invocation: Invocation) async throws {
        let shell = Shell(rawValue: invocation.arguments.operands.first ?? "") ?? .bash
        let script =
            switch shell {
            case .bash: invocation.table.bashCompletion
            case .zsh: invocation.table.zshCompletion
            case .fish: invocation.table.fishCompletion
            }
        await invocation.console.show(
            script, ["shell": .string(shell.rawValue), "script": .string(script)])
    }
}
