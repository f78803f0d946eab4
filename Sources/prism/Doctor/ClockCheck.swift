// SPDX-License-Identifier: MIT
// Is the wall clock right? Dates of pictures and a resumed time-lapse hang on it.

import PrismCore

enum ClockCheck {
    static func findings(isSynchronised: Bool) -> [Finding] {
        guard !isSynchronised else {
            return [Finding(subject: "clock", verdict: .ok, text: "synchronised")]
        }
        return [
            Finding(
                subject: "clock", verdict: .warn,
                text: "not synchronised: dates of pictures may be wrong",
                remedy: "sudo timedatectl set-ntp true")
        ]
    }
}
