// SPDX-License-Identifier: MIT
// After a kill or a power cut: which files are finished without saying so, which indices have none.

internal import PrismCore

/// What is to be settled before an interrupted run goes on.
///
/// Pure: journal and directory listing in.
/// Afterwards each index below ``next`` is settled, so none is lost; and none at or above it was ever used, so
/// none is doubled.
struct JournalRecovery: Hashable, Sendable {
    /// A picture under its final name that the journal does not call done.
    struct Adoption: Hashable, Sendable {
        var index: Int
        var file: String
        /// What the journal says it must be; nil where the line was lost.
        var expected: FileChecksum?
    }

    /// A picture this far beyond the journal's last index is no loss of lines but a foreign file.
    static let plausibleLoss = 1000

    /// Files to examine and adopt.
    private(set) var adoptions: [Adoption] = []
    /// Indices that have no picture and never will.
    private(set) var interrupted: [Range<Int>] = []
    /// The first index of the run's continuation.
    private(set) var next: Int

    /// Compares a journal with the files that are there.
    ///
    /// - Parameters:
    ///   - state: The journal's sum.
    ///   - files: Files under the template's names.
    ///   - isReplacing: The run writes over an older one, so a file is its own only where the journal says
    ///     what it must be.
    /// - Throws: ``PrismError`` `invalidData` naming a file that cannot be of this run.
    init(
        _ state: JournalState, files: [OutputDirectory.Found], isReplacing: Bool = false
    ) throws(PrismError) {
        next = state.next
        var known = state.settled
        for found in files where !known.contains(found.index) {
            if isReplacing, state.open[found.index]?.checksum == nil { continue }
            guard found.index < state.next + JournalRecovery.plausibleLoss else {
                throw PrismError(
                    .invalidData,
                    "\(found.file): far beyond the run's last index \(state.next - 1); move it away"
                )
            }
            // Of two files with one index the one that the journal names wins.
            if let open = state.open[found.index], open.file != found.file { continue }
            guard known.insert(found.index..<found.index + 1) else { continue }
            let expected = state.open[found.index]?.checksum
            adoptions.append(Adoption(index: found.index, file: found.file, expected: expected))
            next = max(next, found.index + 1)
        }
        interrupted = known.gaps(below: next)
    }
}
