// SPDX-License-Identifier: MIT
// The seam where tests fail a step of the file protocol, or cut it short as a kill would.

/// A step on a file's way to the disk.
package enum FileStep: String, CaseIterable, Sendable {
    case create, write, synchronise, publish, synchroniseDirectory, discard
    case append, synchroniseJournal
}

/// Called before each step.
///
/// Throwing fails the step. A probe that from some step on always throws leaves on the disk what a kill before
/// that step would.
package struct FileProbe: Sendable {
    /// Step and path.
    package let before: @Sendable (FileStep, String) throws(PrismError) -> Void

    /// Makes a probe.
    package init(_ before: @escaping @Sendable (FileStep, String) throws(PrismError) -> Void) {
        self.before = before
    }

    /// Lets everything pass.
    package static let none = FileProbe { (_: FileStep, _: String) throws(PrismError) in }
}
