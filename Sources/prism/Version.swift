// SPDX-License-Identifier: MIT
// The version of the program, and what it tells of itself.

enum Version {
    static let text = "0.1.0"

    static let json: JSONValue = ["name": "prism", "version": .string(text)]
}
