// SPDX-License-Identifier: MIT
// What a signal does: the first one ends the work cleanly, a second one or two seconds end the process.

/// Decides; ``Signals`` carries out.
struct SignalPolicy {
    /// What comes in.
    enum Input: Equatable {
        case signal(Int32)
        /// The time of the last ``Action/cancel(within:)`` is over.
        case timeout
    }

    /// What is to be done.
    enum Action: Equatable {
        /// Call the work off, and wait so long (nanoseconds) for its end.
        case cancel(within: Int64)
        /// End the process now, with this status.
        case exit(status: Int32)
    }

    /// Users count on two seconds; the rest is for ending the process.
    static let patience: Int64 = 1_800_000_000

    /// How long the work may take to end after the first signal.
    var patience = SignalPolicy.patience

    /// The signal that came first.
    private(set) var first: Int32?

    mutating func handle(_ input: Input) -> Action {
        switch (input, first) {
        case (.signal(let number), nil):
            first = number
            return .cancel(within: patience)
        case (.signal(let number), .some): return .exit(status: 128 + number)
        case (.timeout, let number): return .exit(status: 128 + (number ?? 0))
        }
    }
}
