// SPDX-License-Identifier: MIT
// The owner of a handler's manager: one per handler and process, shared by all who list or open cameras.

internal import CPrismCamera
internal import Glibc

/// A camera that a handler knows.
public struct CameraDescriptor: Hashable, Sendable {
    /// The handler that drives it: "libcamera" or "mock".
    public let handler: String
    /// The handler's own name for it; stable for one connector.
    public let id: String
    /// The sensor's model, for example "imx708".
    public let model: String
}

/// One handler's manager.
///
/// `@unchecked Sendable`: the C handle is thread-safe by its contract and never changes.
package final class BridgeManager: @unchecked Sendable {
    private let handle: OpaquePointer
    /// What this manager was opened from: a plug-in's path, or nil for the mock.
    package let pluginPath: String?

    private static let open = Lock<[String: WeakManager]>([:])
    private struct WeakManager: Sendable { weak var manager: BridgeManager? }

    /// The open manager of this plug-in, or a new one.
    ///
    /// - Throws: `unsupported` where the plug-in does not load, with the loader's own line.
    package static func shared(pluginPath: String?) throws(PrismError) -> BridgeManager {
        let result = open.withLock { table -> Result<BridgeManager, PrismError> in
            if let manager = table[pluginPath ?? ""]?.manager { return .success(manager) }
            do throws(PrismError) {
                let manager = try BridgeManager(pluginPath: pluginPath)
                table[pluginPath ?? ""] = WeakManager(manager: manager)
                return .success(manager)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private init(pluginPath: String?) throws(PrismError) {
        self.pluginPath = pluginPath
        var message = [CChar](repeating: 0, count: 512)
        var out: OpaquePointer?
        var result: Int32 = 0
        // A manager that another thread is just closing answers EALREADY for a moment.
        for _ in 0..<100 {
            result = prism_manager_open(
                pluginPath, hotplugCallback, Unmanaged.passUnretained(relay).toOpaque(), &out,
                &message, message.count)
            guard result == -EALREADY else { break }
            usleep(10_000)
        }
        guard result >= 0, let out else {
            let reason = String(decoding: message.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
            throw BridgeManager.refusal(pluginPath, -result, reason)
        }
        handle = out
    }

    /// A plug-in that cannot be used is what most errors mean; want of descriptors or memory is not its fault.
    private static func refusal(_ path: String?, _ errno: Int32, _ reason: String) -> PrismError {
        let text = reason.isEmpty ? "" : ": \(reason)"
        let code = PrismError.code(of: errno)
        guard let path, code != .noMemory else {
            let name = path ?? "the mock"
            return PrismError(
                code == .noMemory ? code : .unsupported, "cannot open \(name)\(text)", errno: errno)
        }
        // These say that the file is bad; the others, that libcamera did not start.
        let isFile = [ELIBBAD, EPROTO, ENOENT].contains(errno)
        let advice = isFile ? "; prism bridge build makes one that fits" : ""
        return PrismError(
            code == .permission ? code : .unsupported,
            "cannot use the plug-in \(path)\(text)\(advice)", errno: errno)
    }

    private let relay = HotplugRelay()

    deinit { prism_manager_close(handle) }

    /// The handler's name, its library's version as it runs, and as the plug-in was built against.
    package var versions: (handler: String, runtime: String, build: String) {
        (
            String(cString: prism_manager_handler_name(handle)),
            String(cString: prism_manager_runtime_version(handle)),
            String(cString: prism_manager_build_version(handle))
        )
    }

    /// The cameras that are there now.
    package func cameras() throws(PrismError) -> [CameraDescriptor] {
        final class Collector { var items: [(String, String)] = [] }
        let collector = Collector()
        let result = prism_manager_cameras(
            handle,
            { context, id, model in
                guard let context, let id else { return }
                let collector = Unmanaged<Collector>.fromOpaque(context).takeUnretainedValue()
                collector.items.append(
                    (String(cString: id), model.map { String(cString: $0) } ?? ""))
            }, Unmanaged.passUnretained(collector).toOpaque())
        guard result >= 0 else { throw .system("list the cameras", errno: -result) }
        let handler = versions.handler
        return collector.items.map { CameraDescriptor(handler: handler, id: $0.0, model: $0.1) }
    }

    /// Restarts the manager with a changed environment; refused while a camera is open.
    package func restart(environment: [String]) throws(PrismError) {
        let strings = environment.map { strdup($0) }
        defer { for string in strings { free(string) } }
        let pointers = strings.map { UnsafePointer($0) } + [nil]
        let result = pointers.withUnsafeBufferPointer {
            prism_manager_restart(handle, $0.baseAddress)
        }
        guard result >= 0 else { throw .system("restart the camera manager", errno: -result) }
    }

    /// Calls `observer` on the handler's thread whenever a camera comes (true) or goes, until ``forget(_:)``.
    package func observe(_ observer: @escaping @Sendable (String, Bool) -> Void) -> Int {
        relay.observers.withLock { table in
            let key = (table.keys.max() ?? 0) + 1
            table[key] = observer
            return key
        }
    }

    /// Ends an observation.
    package func forget(_ key: Int) { relay.observers.withLock { $0[key] = nil } }

    /// The raw handle for BridgeSession, which keeps this manager alive.
    var raw: OpaquePointer { handle }
}

/// Where the C callback lands; lives longer than the C manager because the manager owns it.
///
/// It never sees the manager: a reference taken in a callback may turn out to be the last one, and a manager must
/// not be closed in a callback.
private final class HotplugRelay: Sendable {
    let observers = Lock<[Int: @Sendable (String, Bool) -> Void]>([:])
}

private let hotplugCallback: prism_hotplug_fn = { context, id, added in
    guard let context, let id else { return }
    let relay = Unmanaged<HotplugRelay>.fromOpaque(context).takeUnretainedValue()
    let name = String(cString: id)
    for observer in relay.observers.withLock({ Array($0.values) }) { observer(name, added != 0) }
}
