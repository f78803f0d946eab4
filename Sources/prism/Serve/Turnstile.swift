// SPDX-License-Identifier: MIT
// Lets so many in at a time, first come first served: the camera has one place, its buffers have a few.

/// Places that are taken and given back in turn.
actor Turnstile {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Makes so many places.
    init(places: Int) { free = places }

    /// Takes a place as soon as there is one for the caller; give it back by ``leave()``.
    ///
    /// Nobody is let in out of turn, not even who was cancelled: who holds a place ends soon in that case.
    func enter() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Gives a place back, or hands it to who has waited longest.
    func leave() {
        guard !waiting.isEmpty else {
            free += 1
            return
        }
        waiting.removeFirst().resume()
    }
}
