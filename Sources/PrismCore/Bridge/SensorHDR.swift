// SPDX-License-Identifier: MIT
// The high dynamic range of the sensor itself: a V4L2 control that changes the sensor's modes before libcamera looks.

internal import CPrismLinux
internal import Glibc

/// How a V4L2 control of a sensor is read and written; tests put a sensor of their own here.
package struct SubdeviceAccess: Sendable {
    /// Device nodes and the names of their drivers' entities.
    package var list: @Sendable () -> [(node: String, name: String)]
    /// Reads WIDE_DYNAMIC_RANGE.
    package var read: @Sendable (_ node: String) throws(PrismError) -> Bool
    /// Writes it.
    package var write: @Sendable (_ node: String, _ value: Bool) throws(PrismError) -> Void

    /// Makes a way to sensors.
    package init(
        list: @escaping @Sendable () -> [(node: String, name: String)],
        read: @escaping @Sendable (_ node: String) throws(PrismError) -> Bool,
        write: @escaping @Sendable (_ node: String, _ value: Bool) throws(PrismError) -> Void
    ) {
        self.list = list
        self.read = read
        self.write = write
    }

    /// The kernel's.
    package static let kernel = SubdeviceAccess(
        list: {
            let directory = "/sys/class/video4linux"
            let names = ((try? DirectoryListing.names(in: directory)) ?? []).sorted()
            return names.filter { $0.hasPrefix("v4l-subdev") }.map {
                ("/dev/\($0)", SystemFile.read("\(directory)/\($0)/name") ?? "")
            }
        },
        read: { (node: String) throws(PrismError) -> Bool in
            var value: Int32 = 0
            try onDevice(node) {
                prism_linux_v4l2_get($0, prism_linux_v4l2_wide_dynamic_range(), &value)
            }
            return value != 0
        },
        write: { (node: String, value: Bool) throws(PrismError) in
            try onDevice(node) {
                prism_linux_v4l2_set($0, prism_linux_v4l2_wide_dynamic_range(), value ? 1 : 0)
            }
        })

    private static func onDevice(_ node: String, _ body: (Int32) -> Int32) throws(PrismError) {
        let descriptor = open(node, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("open \(node)", errno: errno) }
        defer { close(descriptor) }
        let result = body(descriptor)
        guard result >= 0 else {
            throw .system("use the dynamic range of \(node)", errno: -result)
        }
    }
}

/// Switches a sensor's own HDR (imx708) on for as long as this object is kept.
///
/// libcamera reads a sensor's modes once, when its manager starts, so the switch comes first and the manager is
/// started anew. The state before is written down, and put back when the object goes, or by the next
/// ``restoreAfterCrash()`` where the process died in between.
public final class SensorHDR: Sendable {
    private let access: SubdeviceAccess
    private let record: HDRRecord
    private let before: [HDRRecord.Entry]

    /// Switches it on.
    ///
    /// - Parameter model: The sensor, for example "imx708".
    /// - Throws: `unsupported` where no such sensor has it; `permission`; `busy` while it streams.
    public convenience init(model: String) throws(PrismError) {
        SensorHDR.restoreAfterCrash()
        try self.init(model: model, access: .kernel, record: HDRRecord.standard())
    }

    package init(
        model: String, access: SubdeviceAccess, record: HDRRecord
    ) throws(PrismError) {
        self.access = access
        self.record = record
        let nodes = access.list().filter { SensorHDR.isSensor($0.name, model) }.map(\.node)
        guard !nodes.isEmpty else {
            throw PrismError(
                .unsupported, "HDR by the sensor is not possible: no \(model) is connected")
        }
        var entries: [HDRRecord.Entry] = []
        for node in nodes {
            entries.append(HDRRecord.Entry(node: node, value: try SensorHDR.value(node, access)))
        }
        before = entries
        // Written down before anything changes: a crash in between restores what is there already.
        try record.save(entries)
        do throws(PrismError) {
            for node in nodes { try access.write(node, true) }
        } catch {
            record.restore(access, evenOfLiving: true)
            throw error
        }
    }

    /// Switches one simulated camera's sensor.
    convenience init(camera id: String) throws(PrismError) {
        let all = SubdeviceAccess.mock
        let one = SubdeviceAccess(
            list: { all.list().filter { $0.node == id }.map { ($0.node, id) } }, read: all.read,
            write: all.write)
        try self.init(model: id, access: one, record: HDRRecord(path: nil))
    }

    deinit { restore() }

    /// Puts the sensor back as it was, and forgets it.
    public func restore() {
        for entry in before { try? access.write(entry.node, entry.value) }
        record.forget()
    }

    /// Puts sensors back that a process left switched when it died.
    ///
    /// - Returns: True where there was something to put back.
    @discardableResult
    public static func restoreAfterCrash() -> Bool {
        HDRRecord.restoreAll(in: HDRRecord.directory, .kernel)
    }

    /// "imx708", and "imx708_wide 10-001a" as the kernel names the wide and infrared ones.
    private static func isSensor(_ name: String, _ model: String) -> Bool {
        name == model || name.hasPrefix("\(model) ") || name.hasPrefix("\(model)_")
    }

    private static func value(
        _ node: String, _ access: SubdeviceAccess
    ) throws(PrismError) -> Bool {
        do throws(PrismError) {
            return try access.read(node)
        } catch {
            guard error.errno == EINVAL || error.errno == ENOTTY else { throw error }
            throw PrismError(
                .unsupported, "HDR by the sensor is not possible: \(node) has no such switch",
                errno: error.errno)
        }
    }
}

/// What sensors were before they were switched, in a file that outlives the process but not the machine's run.
package struct HDRRecord: Sendable {
    package struct Entry: Hashable, Sendable {
        let node: String
        let value: Bool
    }

    /// Nil for a sensor that ends with its process.
    private let path: String?

    /// Makes a record in a file.
    package init(path: String?) { self.path = path }

    private static let prefix = "prism-sensor-hdr-"
    private static let counter = Lock(0)

    /// The user's run-time directory, which ends with the boot, as the sensor's switch does.
    static var directory: String {
        getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? "/run"
    }

    /// A file of its own for each switch of each process.
    static func standard() -> HDRRecord {
        let number = counter.withLock { number -> Int in
            number += 1
            return number
        }
        return HDRRecord(path: "\(directory)/\(prefix)\(getpid())-\(number)")
    }

    /// Puts back whatever dead processes switched.
    package static func restoreAll(in directory: String, _ access: SubdeviceAccess) -> Bool {
        let names = (try? DirectoryListing.names(in: directory)) ?? []
        var isRestored = false
        for name in names.sorted() where name.hasPrefix(prefix) {
            let record = HDRRecord(path: "\(directory)/\(name)")
            isRestored = record.restore(access) || isRestored
        }
        return isRestored
    }

    func save(_ entries: [Entry]) throws(PrismError) {
        guard let path else { return }
        let owner = "\(getpid()) \(HDRRecord.startTime(of: getpid()))\n"
        let lines = entries.map { "\($0.node) \($0.value ? 1 : 0)\n" }.joined()
        let file = try AtomicFile(path: path, collision: .replace)
        let bytes = Array((owner + lines).utf8)
        guard write(file.fileDescriptor, bytes, bytes.count) == bytes.count else {
            throw .system("write \(path)", errno: errno)
        }
        try file.publish()
    }

    func forget() {
        if let path { unlink(path) }
    }

    /// Puts back what a dead process switched; does nothing while that process lives.
    @discardableResult
    func restore(_ access: SubdeviceAccess, evenOfLiving: Bool = false) -> Bool {
        guard let path, let text = SystemFile.read(path) else { return false }
        let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
        guard let owner = lines.first, owner.count == 2, let process = Int32(owner[0]) else {
            forget()
            return false
        }
        let isAlive = HDRRecord.startTime(of: process) == String(owner[1])
        guard !isAlive || evenOfLiving else { return false }
        for line in lines.dropFirst() where line.count == 2 {
            try? access.write(String(line[0]), line[1] == "1")
        }
        forget()
        return true
    }

    /// Field 22 of /proc/PID/stat: with the number it names a process for good, for numbers are used again.
    private static func startTime(of process: Int32) -> String {
        guard let text = SystemFile.read("/proc/\(process)/stat"),
            let end = text.lastIndex(of: ")")
        else { return "-" }
        let fields = text[end...].split(separator: " ")
        return fields.count > 20 ? String(fields[20]) : "-"
    }
}

extension SubdeviceAccess {
    /// The simulated cameras' switches.
    package static let mock = SubdeviceAccess(
        list: {
            let cameras = try? BridgeManager.shared(pluginPath: nil).cameras()
            return (cameras ?? []).map { ($0.id, $0.model) }
        },
        read: { (node: String) throws(PrismError) -> Bool in
            try MockCamera.sensorHDR(of: node)
        },
        write: { (node: String, value: Bool) throws(PrismError) in
            try MockCamera.setSensorHDR(value, of: node)
        })
}

extension CameraSession {
    /// Opens a camera with its sensor's own HDR switched on, until the session is closed.
    ///
    /// - Parameters:
    ///   - reference: Which one; no camera of its handler may be open in this process.
    ///   - recovery: How hard to try when frames cease.
    /// - Returns: The session, and what keeps the switch on; let go of it after closing the session.
    /// - Throws: What ``SensorHDR/init(model:)`` and opening throw.
    public static func openWithSensorHDR(
        _ reference: CameraReference, recovery: RecoveryPolicy = RecoveryPolicy()
    ) async throws(PrismError) -> (session: CameraSession, hdr: SensorHDR) {
        let manager = try BridgeManager.shared(pluginPath: reference.pluginPath)
        let camera = try reference.resolve(in: manager.cameras())
        let hdr =
            reference.pluginPath == nil
            ? try SensorHDR(camera: camera.id)
            : try SensorHDR(model: String(camera.model.prefix { $0 != "_" }))
        // The manager that lives already has cached the modes without HDR.
        try manager.restart(environment: [])
        return (try await open(reference, recovery: recovery), hdr)
    }
}
