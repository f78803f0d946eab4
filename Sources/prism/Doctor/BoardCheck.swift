// SPDX-License-Identifier: MIT
// How hard pressed the board is: heat, power, memory.

import PrismCore

enum BoardCheck {
    static func findings(_ health: SystemHealth) -> [Finding] {
        let pressed = health.findings.filter { $0.pressure > .nominal }
        guard pressed.isEmpty else {
            return pressed.map { finding in
                Finding(
                    subject: "board", verdict: .warn, text: "\(finding.text) (\(finding.pressure))")
            }
        }
        let warmth = health.temperature.map { "\(($0 * 10).rounded() / 10) °C" }
        return [
            Finding(
                subject: "board", verdict: .ok,
                text: warmth.map { "at ease, \($0)" } ?? "at ease, as far as it says")
        ]
    }
}
