// SPDX-License-Identifier: MIT
// Threads that share out the rows of pictures, in strips that are the same each time.

internal import CPrismLinux
internal import Glibc

/// Work that can be done in strips of rows.
package protocol RowWork: AnyObject, Sendable {
    /// Does some rows. Thread: any; `worker` counts from 0 and no two run at once with the same.
    func run(_ rows: Range<Int>, worker: Int)
}

/// Runs row work on the caller's thread and on threads `prism-rows-1` and on.
///
/// Nothing is allocated after the threads have started. Keep this class non-generic: see ``DedicatedExecutor``.
package final class RowPool: Sendable {
    /// Strips that work is cut into, the caller's included.
    package let workers: Int
    private let gate: Gate

    /// Starts the threads.
    ///
    /// - Parameter workers: 1 or more; 0 takes as many as there are processors, 4 at most.
    /// - Throws: ``PrismError`` with the errno where a thread cannot be had.
    package init(workers: Int = 0) throws(PrismError) {
        let processors = min(4, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        self.workers = workers > 0 ? workers : processors
        gate = Gate()
        do throws(PrismError) {
            for worker in 1..<max(1, self.workers) { try RowPool.start(gate, worker) }
        } catch {
            gate.stop()
            throw error
        }
    }

    deinit { gate.stop() }

    /// Does `rows` rows and returns when all are done; callers take turns.
    ///
    /// Strips begin at multiples of `multiple`, for formats whose rows share chroma.
    package func run(_ work: any RowWork, rows: Int, multiple: Int = 1) {
        guard workers > 1, rows >= 2 * multiple else { return work.run(0..<rows, worker: 0) }
        let job = Gate.Job(work: work, rows: rows, multiple: multiple, workers: workers)
        gate.begin(job)
        job.run(worker: 0)
        gate.finish()
    }

    private static func start(_ gate: Gate, _ worker: Int) throws(PrismError) {
        // Balanced in the thread.
        let entry = Unmanaged.passRetained(Entry(gate: gate, worker: worker))
        var handle = pthread_t()
        let result = pthread_create(
            &handle, nil,
            { raw in
                guard let raw else { return nil }
                let entry = Unmanaged<Entry>.fromOpaque(raw).takeRetainedValue()
                prism_linux_name_thread("prism-rows-\(entry.worker)")
                entry.gate.work(as: entry.worker)
                return nil
            }, entry.toOpaque())
        guard result == 0 else {
            entry.release()
            throw .system("start a thread for rows", errno: result)
        }
        pthread_detach(handle)
    }

    private final class Entry: Sendable {
        let gate: Gate
        let worker: Int

        init(gate: Gate, worker: Int) {
            self.gate = gate
            self.worker = worker
        }
    }
}

/// Where the threads wait for work and callers for its end.
///
/// `@unchecked Sendable`: all that changes is reached between lock and unlock.
private final class Gate: @unchecked Sendable {
    struct Job {
        let work: any RowWork
        let rows: Int
        let multiple: Int
        let workers: Int

        func run(worker: Int) {
            let strip = edge(worker)..<edge(worker + 1)
            if !strip.isEmpty { work.run(strip, worker: worker) }
        }

        private func edge(_ worker: Int) -> Int {
            worker == workers ? rows : rows * worker / workers / multiple * multiple
        }
    }

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var job: Job?
    private var round = 0
    private var busy = 0
    private var isStopped = false

    init() {
        mutex.initialize(to: pthread_mutex_t())
        changed.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    func begin(_ next: Job) {
        pthread_mutex_lock(mutex)
        while job != nil { pthread_cond_wait(changed, mutex) }
        job = next
        round += 1
        busy = next.workers - 1
        pthread_cond_broadcast(changed)
        unlock()
    }

    /// Keeps the gate, and the mutex with it, until that is unlocked; see ``Lock``.
    private func unlock() {
        pthread_mutex_unlock(mutex)
        withExtendedLifetime(self) {}
    }

    func finish() {
        pthread_mutex_lock(mutex)
        while busy > 0 { pthread_cond_wait(changed, mutex) }
        job = nil
        pthread_cond_broadcast(changed)
        unlock()
    }

    func stop() {
        pthread_mutex_lock(mutex)
        isStopped = true
        pthread_cond_broadcast(changed)
        unlock()
    }

    /// A thread's life.
    func work(as worker: Int) {
        var seen = 0
        pthread_mutex_lock(mutex)
        while !isStopped {
            guard let current = job, round != seen else {
                pthread_cond_wait(changed, mutex)
                continue
            }
            seen = round
            pthread_mutex_unlock(mutex)
            current.run(worker: worker)
            pthread_mutex_lock(mutex)
            busy -= 1
            if busy == 0 { pthread_cond_broadcast(changed) }
        }
        unlock()
    }
}
