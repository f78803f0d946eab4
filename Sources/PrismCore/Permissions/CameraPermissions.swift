// SPDX-License-Identifier: MIT
// May this process use cameras, and where not, what exactly mends it? Linux has no prompt to show.

/// The permissions that cameras need, as they are now.
public struct CameraPermissions: Hashable, Sendable {
    /// Nodes that this process may not use and that it needs.
    public let closed: [DeviceNode]

    /// True where nothing that is needed is closed.
    public var isGranted: Bool { closed.isEmpty }

    /// The commands that open what is closed, each once.
    public var remedies: [String] {
        closed.map(CameraPermissions.remedy).reduce(into: []) { list, remedy in
            if !list.contains(remedy) { list.append(remedy) }
        }
    }

    /// The error to throw where something is closed; nil where nothing is.
    public var error: PrismError? {
        guard let node = closed.first else { return nil }
        return PrismError(
            .permission,
            "\(node.path) (group \(node.group), mode \(node.octalMode)) is closed to this user: "
                + CameraPermissions.remedy(node))
    }

    /// Judges nodes: every media and video node is needed, of the sources of buffers one is enough.
    public init(_ nodes: [DeviceNode]) {
        let devices = nodes.filter { $0.kind == .media || $0.kind == .video }
        let buffers = nodes.filter { $0.kind == .heap || $0.kind == .udmabuf }
        let needed = buffers.contains(where: \.isUsable) ? devices : devices + buffers.prefix(1)
        closed = needed.filter { !$0.isUsable }
    }

    /// Looks at this machine. Thread: any, it may block.
    public static func check() -> CameraPermissions { CameraPermissions(DeviceNode.scan()) }

    /// The file that a missing udev rule goes into.
    public static let rules = "/etc/udev/rules.d/60-prism.rules"

    /// Joining the group where that is enough, else the udev rule that gives the node to `video`.
    public static func remedy(_ node: DeviceNode) -> String {
        guard !node.isOpenToGroup else {
            return "sudo usermod -aG \(node.group) $USER, then log in again"
        }
        let rule = "\(match(node)), GROUP=\"video\", MODE=\"0660\""
        return "echo '\(rule)' | sudo tee -a \(rules) && sudo udevadm control --reload"
            + " && sudo udevadm trigger && sudo usermod -aG video $USER, then log in again"
    }

    private static func match(_ node: DeviceNode) -> String {
        switch node.kind {
        case .media:
            node.path.contains("v4l-subdev") ? "SUBSYSTEM==\"video4linux\"" : "SUBSYSTEM==\"media\""
        case .video: "SUBSYSTEM==\"video4linux\""
        case .heap: "SUBSYSTEM==\"dma_heap\""
        case .udmabuf: "KERNEL==\"udmabuf\""
        }
    }
}
