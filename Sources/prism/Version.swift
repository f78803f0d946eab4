// SPDX-License-Identifier: MIT
// The version of the program, and what it tells of itself.

enum Version {
    static let text = "0.1.0"

    /// The plug-in ABI that this program speaks.
    static let pipelineABI: Int64 = 1

    static var json: JSONValue {
        ["name": "prism", "version": .string(text), "pipelineABI": .integer(pipelineABI)]
    }
}
