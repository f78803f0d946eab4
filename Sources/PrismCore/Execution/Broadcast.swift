// SPDX-License-Identifier: MIT
// Values for any number of listeners, each with a bounded buffer that drops its oldest.

/// The continuations of one kind of stream; lives inside an actor.
struct Broadcast<Element: Sendable> {
    private var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
    private var nextKey = 0

    /// A new stream, beginning with `first` where given.
    mutating func stream(first: Element? = nil) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Element.self, bufferingPolicy: .bufferingNewest(64))
        if let first { continuation.yield(first) }
        continuations[nextKey] = continuation
        nextKey += 1
        return stream
    }

    /// Tells everyone; those who have gone are forgotten.
    mutating func yield(_ element: Element) {
        for (key, continuation) in continuations {
            if case .terminated = continuation.yield(element) { continuations[key] = nil }
        }
    }

    /// Ends every stream.
    mutating func finish() {
        for continuation in continuations.values { continuation.finish() }
        continuations = [:]
    }
}
