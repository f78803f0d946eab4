// SPDX-License-Identifier: MIT
// Entry.

@main
struct Program {
    static func main() {}
}
