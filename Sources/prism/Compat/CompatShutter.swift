// SPDX-License-Identifier: MIT
// When the other suites take a picture: frames, presses and time in; shots out. No camera, no clock.

/// Decides at each frame. Pure.
struct CompatShutter: Equatable, Sendable {
    /// What to do with a frame.
    enum Action: Equatable, Sendable {
        case wait
        /// Take it; whether that was all.
        case take(isLast: Bool)
        case finish
    }

    private let timing: CompatRequest.Timing
    private let length: Int64?
    private var pressed = 0
    private var isQuitting = false
    /// The next shot of a time-lapse, counted from 1 at one interval after the start.
    private var next: Int64 = 1
    /// Presses that came while a picture was being taken.
    private(set) var busy = 0
    /// Points of a time-lapse that passed without a frame.
    private(set) var skipped: Int64 = 0

    init(_ timing: CompatRequest.Timing, length: Int64?) {
        self.timing = timing
        self.length = length
    }

    /// A key or a signal; one while another waits is counted as busy.
    mutating func press(_ count: Int = 1) {
        guard count > 0 else { return }
        busy += pressed > 0 ? count : count - 1
        pressed = 1
    }

    /// The user wants to end.
    mutating func quit() { isQuitting = true }

    /// Decides on a frame.
    ///
    /// - Parameters:
    ///   - elapsed: Nanoseconds since the first frame.
    ///   - isReady: Whether the frame shows what was set.
    /// - Returns: What to do with it.
    mutating func frame(elapsed: Int64, isReady: Bool) -> Action {
        // What was pressed before the end was wished for is still taken.
        if isQuitting { return pressed > 0 && isReady ? .take(isLast: true) : .finish }
        let isOver = length.map { elapsed >= $0 } ?? false
        switch timing {
        case .immediate: return isReady ? .take(isLast: true) : .wait
        case .atEnd: return isOver && isReady ? .take(isLast: true) : .wait
        case .never: return isOver ? .finish : .wait
        case .onPress:
            guard pressed > 0 else { return isOver ? .finish : .wait }
            guard isReady else { return .wait }
            pressed = 0
            return .take(isLast: false)
        case .every(let interval): return lapse(elapsed, interval, isReady, isOver)
        }
    }

    /// Points of the grid lie at whole intervals, so that nothing adds up.
    private mutating func lapse(
        _ elapsed: Int64, _ interval: Int64, _ isReady: Bool, _ isOver: Bool
    ) -> Action {
        // What is due at the very end still belongs to the run.
        let due = min(elapsed, length ?? .max) / interval
        guard due >= next, isReady else { return isOver ? .finish : .wait }
        skipped += due - next
        next = due + 1
        return .take(isLast: isOver)
    }
}
