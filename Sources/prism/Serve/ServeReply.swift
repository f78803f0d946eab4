// SPDX-License-Identifier: MIT
// What the server says: one answer for each line, and events for those who watch.

import PrismCapture
import PrismCore

enum ServeReply {
    private static let version: (String, JSONValue) = ("v", .integer(ServeRequest.version))

    /// The first line of every connection.
    static func hello(_ camera: CameraDescriptor) -> JSONValue {
        object([
            version, ("event", "hello"), ("program", "prism"), ("version", .string(Version.text)),
            ("model", .string(camera.model)), ("camera", .string(camera.id)),
        ])
    }

    /// A request was done.
    static func done(_ id: JSONValue, _ result: JSONValue = .object([])) -> JSONValue {
        object([version, ("id", id), ("ok", true), ("result", result)])
    }

    /// A request was not done.
    static func failed(_ id: JSONValue, _ error: PrismError) -> JSONValue {
        let cause = object([
            ("code", .string(error.code.rawValue)), ("message", .string(error.description)),
            ("exitStatus", .integer(Int64(error.code.exitStatus))),
            ("retryable", .bool(error.code.isRetryable)),
        ])
        return object([version, ("id", id), ("ok", false), ("error", cause)])
    }

    /// A frame, for those who watch.
    static func frame(_ metadata: FrameMetadata) -> JSONValue {
        object([
            version, ("event", "frame"), ("sequence", .integer(Int64(metadata.sequence))),
            ("time", metadata.timestamp.map { .integer($0.nanoseconds) } ?? .null),
            ("settled", .bool(metadata.hasSettled)),
            ("applied", AppliedSettings(metadata).json),
        ])
    }

    /// The camera's new state, for those who watch.
    static func state(_ state: CameraState) -> JSONValue {
        object([version, ("event", "state"), ("state", .string(state.word))])
    }

    static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(members.map { JSONValue.Member(key: $0.0, value: $0.1) })
    }
}
