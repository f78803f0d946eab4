// SPDX-License-Identifier: MIT
// A list of profiles, of which a bad one does not hide the others.

import PrismCore

/// The profiles that could be read, and what was wrong with the rest.
struct ProfileList<Profile: Sendable>: Sendable {
    private(set) var profiles: [Profile] = []
    private(set) var errors: [PrismError] = []

    /// Reads each. Blocks.
    init(_ names: [String], read: (String) throws(PrismError) -> Profile) {
        for name in names {
            do throws(PrismError) {
                profiles.append(try read(name))
            } catch {
                errors.append(error)
            }
        }
    }

    /// Ends the list: with the first error, where there is one, and the others on standard error.
    func finish(kind: String) throws(PrismError) {
        for error in errors.dropFirst() {
            Console.write("prism: \(error.description.onOneLine)\n", to: 2)
        }
        if let first = errors.first { throw first }
        guard !profiles.isEmpty else {
            throw PrismError(
                .unsupported, "no profile of any \(kind) was found; PRISM_DATA says where they lie")
        }
    }
}
