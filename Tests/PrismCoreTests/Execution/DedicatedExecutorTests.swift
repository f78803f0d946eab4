// SPDX-License-Identifier: MIT
// The thread behind an actor: its jobs, its mail, its deadline, and its end.

import Foundation
import Glibc
import Testing

@testable import PrismCore

/// An actor on its own thread.
private actor Counter {
    nonisolated let executor: DedicatedExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private(set) var count = 0
    private(set) var mails = 0
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init() throws { executor = try DedicatedExecutor(name: "prism-test") }

    func listen() {
        executor.onMail(
            { [weak self] in self?.mailCame() }, onDeadline: { [weak self] in self?.timeCame() })
    }

    nonisolated private func mailCame() { assumeIsolated { $0.mails += 1 } }
    nonisolated private func timeCame() { assumeIsolated { $0.wake() } }

    private func wake() {
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    func add() { count += 1 }

    /// Returns once the deadline has come.
    func wait(until time: Int64) async {
        await withCheckedContinuation { continuation in
            waiters.append(continuation)
            executor.setDeadline(time)
        }
    }

    func thread() -> (id: UInt, name: String) {
        let comm = (try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)) ?? ""
        return (UInt(pthread_self()), comm.split(separator: "\n").first.map(String.init) ?? "")
    }

    deinit { executor.stop() }
}

@Suite struct DedicatedExecutorTests {
    @Test func jobsOfManyTasksRunOneAtATimeOnOneThread() async throws {
        let counter = try Counter()
        let threads = await withTaskGroup(of: UInt.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    await counter.add()
                    return await counter.thread().id
                }
            }
            return await group.reduce(into: Set<UInt>()) { $0.insert($1) }
        }
        #expect(await counter.count == 200)
        #expect(threads.count == 1)
        #expect(await counter.thread().name == "prism-test")
    }

    @Test func mailIsReadOnTheActorsThread() async throws {
        let counter = try Counter()
        await counter.listen()
        counter.executor.ring()
        // A job that is enqueued after the ring runs after the mail was read.
        #expect(await counter.mails > 0)
    }

    @Test func aDeadlineComesAndNoEarlierThanAsked() async throws {
        let counter = try Counter()
        await counter.listen()
        let time = DedicatedExecutor.now() + 20 * ms
        await counter.wait(until: time)
        #expect(DedicatedExecutor.now() >= time)
    }

    @Test func aDeadlineOfThePastComesAtOnceAndAnEarlierOneReplacesALater() async throws {
        let counter = try Counter()
        await counter.listen()
        counter.executor.setDeadline(.max - 1)
        await counter.wait(until: 0)
    }

    @Test func jobsAfterTheEndStillRun() async throws {
        let counter = try Counter()
        await counter.add()
        counter.executor.stop()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 { group.addTask { await counter.add() } }
        }
        #expect(await counter.count == 51)
    }

    /// The last job lets its actor go while the thread that enqueued the job is still at it.
    @Test func anExecutorOutlivesTheCallThatEnqueuesItsLastJob() async throws {
        for isOver in [true, false] {
            for _ in 0..<1_000 {
                let counter = try Counter()
                await counter.add()
                if isOver { counter.executor.stop() }
                #expect(await counter.count == 1)
            }
        }
    }

    @Test func theThreadEndsWithItsActor() async throws {
        weak var executor: DedicatedExecutor?
        do {
            let counter = try Counter()
            await counter.listen()
            await counter.add()
            executor = counter.executor
        }
        while executor != nil { sched_yield() }
    }
}

@Suite struct LockTests {
    @Test func manyThreadsCountRight() async {
        let lock = Lock(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<5_000 { lock.withLock { $0 += 1 } } }
            }
        }
        #expect(lock.withLock { $0 } == 40_000)
    }

    @Test func anErrorLeavesTheLockOpen() {
        let lock = Lock(1)
        #expect(throws: PrismError.self) {
            try lock.withLock { _ in throw PrismError(.busy, "in use") }
        }
        #expect(lock.withLock { $0 } == 1)
    }
}
