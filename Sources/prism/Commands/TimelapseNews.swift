// SPDX-License-Identifier: MIT
// What a user is told during a time-lapse apart from its shots.

import PrismCapture
import PrismCore

extension Console {
    /// Tells of it on standard error, and as a line where JSON is asked for; of a run that was broken off as of one
    /// that was not.
    func tell(_ event: TimelapseEvent) {
        switch event {
        case .cameraLost:
            self.event(["event": "unplugged"])
            warn("the camera was unplugged; waiting for it")
        case .cameraBack:
            self.event(["event": "recovered"])
            warn("the camera is back; the run goes on")
        case .resumed(let report):
            guard let text = report.text else { return }
            self.event(report.json)
            warn(text)
        case .brokenOff(let summary):
            // Where nothing had begun, the error alone says it all.
            guard summary.next > 0 else { return }
            show(summary.text, summary.json)
        }
    }
}

extension RecoveryReport {
    /// How many names are told; the others are counted.
    private static let named = 5

    /// Which pictures are missing or damaged; nil where all are as the journal says.
    var text: String? {
        let parts = [
            RecoveryReport.text(missing, "missing"), RecoveryReport.text(damaged, "damaged"),
        ].compactMap { $0 }
        guard !parts.isEmpty else { return nil }
        return parts.joined(separator: "; ") + " (their time has passed: they are not taken again)"
    }

    private static func text(_ files: [String], _ what: String) -> String? {
        guard !files.isEmpty else { return nil }
        let rest = files.count > named ? ", ..." : ""
        let names = files.prefix(named).joined(separator: ", ") + rest
        return
            "\(files.count) \(files.count == 1 ? "picture is" : "pictures are") \(what): \(names)"
    }

    fileprivate var json: JSONValue {
        [
            "event": "resumed", "missing": .array(missing.map { .string($0) }),
            "damaged": .array(damaged.map { .string($0) }),
        ]
    }
}
