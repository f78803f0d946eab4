// SPDX-License-Identifier: MIT
// Claims about a real display driver: each prints one line, and their failures are the exit status.

import Glibc
import PrismCore

/// Counts what holds and what does not.
final class Check {
    private(set) var failures = 0

    func claim(_ holds: Bool, _ text: @autoclosure () -> String) {
        print(holds ? "PASS" : "FAIL", text())
        fflush(nil)
        if !holds { failures += 1 }
    }

    /// Runs a group of claims; an error is a failure that names the group.
    func group(_ name: String, _ body: () async throws -> Void) async {
        do { try await body() } catch { claim(false, "\(name): \(error)") }
    }
}

/// What this process holds.
enum Held {
    /// Open descriptors.
    static var descriptors: Int { ((try? DirectoryListing.names(in: "/proc/self/fd")) ?? []).count }

    /// Resident kilobytes.
    static var memory: Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var pages = (0, 0)
        withUnsafeMutablePointer(to: &pages) { pointer in
            pointer.withMemoryRebound(to: Int.self, capacity: 2) { numbers in
                _ = withVaList([numbers, numbers + 1]) { vfscanf(file, "%ld %ld", $0) }
            }
        }
        return pages.1 * Int(sysconf(Int32(_SC_PAGESIZE))) / 1024
    }
}
