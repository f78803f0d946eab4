// SPDX-License-Identifier: MIT
// The door of the service manager that started this process, where one did: sd_notify's protocol.

internal import CPrismLinux

/// Where a service says that it is ready, and that it lives.
package struct ServiceSocket: Hashable, Sendable {
    private let name: String
    /// Within how many nanoseconds the service has to show that it lives; nil where nobody waits for that.
    package let watchdog: Int64?

    /// The socket that the environment names; nil where no service manager listens.
    ///
    /// - Parameters:
    ///   - environment: NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID, as in sd_notify(3) and
    ///     sd_watchdog_enabled(3).
    ///   - process: This process, for WATCHDOG_PID.
    package init?(_ environment: (String) -> String?, process: Int32) {
        guard let name = environment("NOTIFY_SOCKET"), name.hasPrefix("/") || name.hasPrefix("@")
        else { return nil }
        self.name = name
        let isMeant = environment("WATCHDOG_PID").map { Int32($0) == process } ?? true
        let time = isMeant ? environment("WATCHDOG_USEC").flatMap { Int64($0) } : nil
        watchdog = time.flatMap { $0 > 0 ? $0.multipliedReportingOverflow(by: 1000) : nil }
            .flatMap { $0.overflow ? nil : $0.partialValue }
    }

    /// Sends assignments, one a line; a manager that does not listen is none of the work's business.
    ///
    /// Thread: any; never blocks.
    package func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = prism_linux_datagram_send(name, bytes, bytes.count)
    }
}
