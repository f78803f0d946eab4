// SPDX-License-Identifier: MIT
// Fans one frame out to every subscription; lives inside the camera actor.

/// The subscriptions of one camera.
struct FrameRouter {
    private var queues: [FrameQueue] = []
    /// Subscriptions that get nothing before the first frame of a start was delivered.
    private var deferred: [FrameQueue] = []
    private var isSuspended = true

    /// Buffers that all subscriptions together may hold.
    var loans: Int {
        let waiting = isSuspended ? deferred : []
        return (queues + waiting).reduce(0) { $0 + ($1.isFinished ? 0 : $1.policy.loans) }
    }

    /// Adds a subscription.
    mutating func add(_ policy: FramePolicy, isDeferred: Bool = false) -> FrameSubscription {
        queues.removeAll { $0.isFinished }
        deferred.removeAll { $0.isFinished }
        let queue = FrameQueue(policy)
        if isDeferred { deferred.append(queue) }
        if !isDeferred || !isSuspended { queues.append(queue) }
        return FrameSubscription(queue)
    }

    /// Lets deferred subscriptions wait for the first frame of another start.
    mutating func suspendDeferred() {
        isSuspended = true
        queues.removeAll { queue in deferred.contains { $0 === queue } }
    }

    /// Offers a frame to everyone; subscriptions that have had enough are forgotten.
    ///
    /// With `startsDeferred` the deferred ones join in behind it.
    mutating func deliver(_ frame: CameraFrame, startsDeferred: Bool = false) {
        offer(frame)
        guard startsDeferred, isSuspended else { return }
        isSuspended = false
        queues += deferred.filter { !$0.isFinished }
    }

    private mutating func offer(_ frame: CameraFrame) {
        var index = 0
        while index < queues.count {
            if queues[index].offer(frame) {
                index += 1
            } else {
                queues.remove(at: index)
            }
        }
    }

    /// Ends every subscription.
    mutating func finish(_ error: PrismError?) {
        for queue in queues + deferred { queue.finish(error) }
        queues = []
        deferred = []
    }
}
