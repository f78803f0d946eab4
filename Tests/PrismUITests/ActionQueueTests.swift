// SPDX-License-Identifier: MIT
// Wishes between threads.

import PrismCore
import PrismUI
import Testing

@Suite struct ActionQueueTests {
    @Test func wishesComeOnceAndInTheirOrder() {
        let queue = ActionQueue()
        queue.add([.halfPressed, .shutterPressed])
        queue.add([.screenshot])
        #expect(queue.take() == [.halfPressed, .shutterPressed, .screenshot])
        #expect(queue.take().isEmpty)
    }

    @Test func quitIsHeardAtOnceEvenWhereTheQueueIsFull() {
        let heard = Lock(0)
        let queue = ActionQueue(onQuit: { heard.withLock { $0 += 1 } })
        queue.add(Array(repeating: .screenshot, count: 1_000))
        queue.add([.quit])
        #expect(heard.withLock { $0 } == 1)
        #expect(queue.take().count == 256)
    }
}
