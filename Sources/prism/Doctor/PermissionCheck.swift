// SPDX-License-Identifier: MIT
// May this user use the devices that cameras need, and where not, what exactly mends it?

import PrismCore

enum PermissionCheck {
    static func findings(_ nodes: [DeviceNode]) -> [Finding] {
        let media = nodes.filter { $0.kind == .media }
        let video = nodes.filter { $0.kind == .video }
        let buffers = nodes.filter { $0.kind == .heap || $0.kind == .udmabuf }
        return [
            finding("media devices", media, whenNone: "no /dev/media*: no camera driver is loaded"),
            finding("video devices", video, whenNone: "no /dev/video*: no camera driver is loaded"),
            bufferFinding(buffers),
        ]
    }

    private static func finding(
        _ subject: String, _ nodes: [DeviceNode], whenNone: String
    ) -> Finding {
        guard !nodes.isEmpty else {
            return Finding(subject: subject, verdict: .warn, text: whenNone)
        }
        guard let closed = nodes.first(where: { !$0.isUsable }) else {
            return Finding(subject: subject, verdict: .ok, text: list(nodes))
        }
        return refusal(subject, closed)
    }

    /// One usable source of buffers is enough.
    private static func bufferFinding(_ nodes: [DeviceNode]) -> Finding {
        let subject = "buffer memory"
        let usable = nodes.filter(\.isUsable)
        guard usable.isEmpty else {
            return Finding(subject: subject, verdict: .ok, text: list(usable))
        }
        guard let closed = nodes.first else {
            return Finding(
                subject: subject, verdict: .warn,
                text: "neither /dev/dma_heap nor /dev/udmabuf: some pipelines cannot work",
                remedy: "sudo modprobe udmabuf")
        }
        return refusal(subject, closed)
    }

    private static func refusal(_ subject: String, _ node: DeviceNode) -> Finding {
        Finding(
            subject: subject, verdict: .fail(.permission),
            text:
                "\(node.path) (group \(node.group), mode \(node.octalMode)) is closed to this user",
            remedy: CameraPermissions.remedy(node))
    }

    private static func list(_ nodes: [DeviceNode]) -> String {
        nodes.count <= 4
            ? nodes.map(\.path).joined(separator: ", ")
            : "\(nodes[0].path) and \(nodes.count - 1) more"
    }
}
