// SPDX-License-Identifier: MIT
// Encoders know a descriptor only; whoever knows the path puts it into their errors.

internal import PrismCore

extension PrismError {
    /// The error of writing a file, with the file's path in its message.
    init(_ error: any Error, writing path: String) {
        guard let known = error as? PrismError else {
            self.init(.inputOutput, "cannot write \(path): \(error)")
            return
        }
        let names = known.message.contains(path)
        self.init(
            known.code, names ? known.message : "\(path): \(known.message)", errno: known.errno)
    }
}
