// SPDX-License-Identifier: MIT
// What a command gets to do its work with.

/// One run of one command.
struct Invocation: Sendable {
    let table: CommandTable
    let arguments: Arguments
    let console: Console
    let work: BlockingWork
}
