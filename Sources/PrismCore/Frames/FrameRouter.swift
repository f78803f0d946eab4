// SPDX-License-Identifier: MIT
// Fans one frame out to every subscription; lives inside the camera actor.

/// The subscriptions of one camera.
struct FrameRouter {
    private var queues: [FrameQueue] = []

    /// Buffers that all subscriptions together may hold.
    var loans: Int { queues.reduce(0) { $0 + ($1.isFinished ? 0 : $1.policy.loans) } }

    /// Adds a subscription.
    mutating func add(_ policy: FramePolicy) -> FrameSubscription {
        queues.removeAll { $0.isFinished }
        let queue = FrameQueue(policy)
        queues.append(queue)
        return FrameSubscription(queue)
    }

    /// Offers a frame to everyone; subscriptions that have had enough are forgotten.
    mutating func deliver(_ frame: CameraFrame) {
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
        for queue in queues { queue.finish(error) }
        queues = []
    }
}
