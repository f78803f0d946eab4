// SPDX-License-Identifier: MIT
// A process that may have few descriptors or no thread ends with one line, not with a trap or for ever.

import Foundation
import Testing

@Suite struct ScarcityTests {
    private static let commands = [
        "still --immediate --size 320x240 -o a.jpg", "list", "doctor",
        "timelapse --every 20ms --count 2 -t 0 --size 320x240 -o %d.jpg",
    ]

    private func check(_ run: Run) {
        #expect(run.status == 8, "\(run.error)")
        #expect(run.errorLines.count == 1)
        #expect(run.error.hasPrefix("prism: "))
    }

    @Test(arguments: commands)
    func tooFewDescriptorsAreSaidSo(_ words: String) throws {
        for limit in [5, 8] {
            let scratch = try Scratch()
            check(
                try Run(
                    "/bin/sh",
                    ["-c", "ulimit -n \(limit) && exec \"$0\" \(words) --camera mock", Run.prism],
                    directory: scratch.url))
        }
    }

    /// The limit is of a user's processes and not root's, so root becomes somebody else.
    @Test(arguments: [1, 2, 4])
    func tooFewThreadsAreSaidSo(_ limit: Int) throws {
        let scratch = try Scratch()
        let copy = scratch.path("prism")
        try FileManager.default.copyItem(atPath: Run.prism, toPath: copy)
        let words = "list --camera mock"
        let script = "ulimit -u \(limit) && exec '\(copy)' \(words)"
        let asNobody = "--reuid 65534 --regid 65534 --clear-groups"
        let command = geteuid() == 0 ? "exec setpriv \(asNobody) " : "exec "
        check(try Run("/bin/sh", ["-c", command + "bash -c \"\(script)\""]))
    }
}
