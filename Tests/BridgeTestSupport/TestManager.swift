// SPDX-License-Identifier: MIT
// A handler's manager as tests use it.

internal import CPrismCamera

/// An open manager and what it announced. Closed with `close()`.
public final class TestManager: Sendable {
    /// A camera that came or went.
    public struct Announcement: Hashable, Sendable {
        /// The camera's id.
        public let id: String
        /// Came, or went.
        public let added: Bool

        /// Makes one to compare with.
        public init(id: String, added: Bool) {
            self.id = id
            self.added = added
        }
    }

    /// The C handle.
    public nonisolated(unsafe) let handle: OpaquePointer
    /// What was announced so far.
    public let announcements: Monitor<[Announcement]>
    private let isOpen = Monitor(true)

    /// Opens the mock, or a plug-in.
    public init(plugin: String? = nil) throws(Failure) {
        let announcements = Monitor<[Announcement]>([])
        var out: OpaquePointer?
        let result = prism_manager_open(
            plugin,
            { context, id, added in
                guard let context, let id else { return }
                let announcements = Unmanaged<Monitor<[Announcement]>>.fromOpaque(context)
                    .takeUnretainedValue()
                let item = Announcement(id: String(cString: id), added: added != 0)
                announcements.change { $0.append(item) }
            }, Unmanaged.passUnretained(announcements).toOpaque(), &out, nil, 0)
        guard result >= 0, let out else { throw Failure(code: result) }
        handle = out
        self.announcements = announcements
    }

    /// Closes the manager; a second call does nothing.
    ///
    /// - Throws: `-EBUSY` while a session is open.
    public func close() throws(Failure) {
        let result = isOpen.change { isOpen -> Int32 in
            let result = isOpen ? prism_manager_close(handle) : 0
            if result == 0 { isOpen = false }
            return result
        }
        try check(result)
    }

    /// Ids and models of the cameras that are there.
    public func cameras() throws(Failure) -> [(id: String, model: String)] {
        let list = Monitor<[(id: String, model: String)]>([])
        let count = try check(
            prism_manager_cameras(
                handle,
                { context, id, model in
                    guard let context, let id, let model else { return }
                    let list = Unmanaged<Monitor<[(id: String, model: String)]>>
                        .fromOpaque(context).takeUnretainedValue()
                    list.change { $0.append((String(cString: id), String(cString: model))) }
                }, Unmanaged.passUnretained(list).toOpaque()))
        let found = list.change { $0 }
        precondition(found.count == Int(count), "the visitor was not called once per camera")
        return found
    }
}
