// SPDX-License-Identifier: MIT
// The door of systemd's journal.

internal import CPrismLinux

enum JournalSocket {
    /// Sends one entry; false where there is no journal or it did not take it.
    static func send(_ fields: [UInt8]) -> Bool {
        prism_linux_datagram_send("/run/systemd/journal/socket", fields, fields.count) == 0
    }
}
