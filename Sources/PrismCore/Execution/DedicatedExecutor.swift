// SPDX-License-Identifier: MIT
// A serial executor on one named thread that also answers mail from foreign threads and one deadline.

internal import CPrismLinux
internal import Glibc
internal import Synchronization

/// Runs an actor's jobs on a thread of their own, so that a blocking call there blocks nobody else.
///
/// Besides jobs the thread answers two things: ``ring()`` calls the mail handler (foreign threads put their
/// mail in a place of their own first), and ``setDeadline(_:)`` calls the deadline handler at a time.
/// Keep this class non-generic: in a generic one the thread's entry closure crashes Swift 6.3.1.
package final class DedicatedExecutor: SerialExecutor {
    private struct Inbox {
        var jobs: [UnownedJob] = []
        var deadline: Int64 = .max
        var isStopped = false
        /// The thread has ended; whoever enqueues a job runs it.
        var isOver = false
        var isDraining = false
        /// Calls of ``enqueue(_:)`` that have not returned, and what keeps the executor alive for them.
        var callers = 0
        var keptAlive: DedicatedExecutor?
    }

    /// A class, because a closure that is copied out of the lock costs an allocation each time.
    private final class Handlers: Sendable {
        let mail: @Sendable () -> Void
        let deadline: @Sendable () -> Void

        init(mail: @escaping @Sendable () -> Void, deadline: @escaping @Sendable () -> Void) {
            self.mail = mail
            self.deadline = deadline
        }
    }

    private let inbox = Lock(Inbox())
    private let handlers = Lock<Handlers?>(nil)
    private let wake: Int32
    private let thread = Atomic<UInt>(0)
    /// A descriptor that rings when it can be read, or -1, which poll leaves out.
    private let watched = Atomic<Int32>(-1)

    /// Starts the thread.
    ///
    /// - Parameter name: At most 15 bytes are kept.
    /// - Throws: `noMemory` where the process may have no more descriptors or threads.
    package init(name: String) throws(PrismError) {
        let event = prism_linux_eventfd()
        guard event >= 0 else { throw .system("start thread \(name)", errno: -event) }
        wake = event
        let entry = Unmanaged.passRetained(Entry(executor: self, name: name))  // balanced in run
        var handle = pthread_t()
        let result = pthread_create(
            &handle, nil,
            { raw in
                guard let raw else { return nil }
                let entry = Unmanaged<Entry>.fromOpaque(raw).takeRetainedValue()
                prism_linux_name_thread(entry.name)
                entry.executor.run()
                return nil
            }, entry.toOpaque())
        guard result == 0 else {
            entry.release()
            throw PrismError(.noMemory, "cannot start thread \(name)", errno: result)
        }
        pthread_detach(handle)
    }

    deinit { close(wake) }

    /// Sets what ``ring()`` and a passed deadline call, on the executor's thread.
    ///
    /// Thread: any.
    package func onMail(
        _ mail: @escaping @Sendable () -> Void, onDeadline: @escaping @Sendable () -> Void
    ) {
        handlers.withLock { $0 = Handlers(mail: mail, deadline: onDeadline) }
    }

    /// Wakes the thread to look at its mail.
    ///
    /// Thread: any; never blocks, never allocates.
    package func ring() {
        var one: UInt64 = 1
        _ = write(wake, &one, MemoryLayout<UInt64>.size)
    }

    /// Also calls the mail handler whenever a descriptor can be read, which the handler then must do; nil ends that.
    ///
    /// Thread: any. The descriptor must stay open until it is watched no longer.
    package func watch(_ descriptor: Int32?) {
        watched.store(descriptor ?? -1, ordering: .releasing)
        ring()
    }

    /// Calls the deadline handler once CLOCK_MONOTONIC reaches `nanoseconds`; replaces an earlier deadline.
    ///
    /// Thread: any. From the executor's own thread it costs no wake-up.
    package func setDeadline(_ nanoseconds: Int64?) {
        inbox.withLock { $0.deadline = nanoseconds ?? .max }
        if UInt(pthread_self()) != thread.load(ordering: .acquiring) { ring() }
    }

    /// Ends the thread after the jobs that are there; jobs enqueued later still run, on the caller's thread.
    ///
    /// Thread: any.
    package func stop() {
        inbox.withLock { $0.isStopped = true }
        ring()
    }

    /// The runtime lends the executor without owning it: the job may run, and with it the last reference to
    /// the actor go, before this returns. So it owns itself meanwhile, by a store that no optimiser removes.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isOver = inbox.withLock { inbox -> Bool in
            inbox.jobs.append(job)
            inbox.callers += 1
            inbox.keptAlive = self
            return inbox.isOver
        }
        // A late job (a `state` read after close) must not be lost: its caller would wait for ever.
        if isOver { drain() } else { ring() }
        _ = lastReference()
    }

    /// What kept the executor alive for a call that ends; nil while there are others.
    ///
    /// Not inlined, lest the optimiser drop the reference, and the mutex with it, before the lock is open.
    @inline(never)
    private func lastReference() -> DedicatedExecutor? {
        inbox.withLock { inbox in
            inbox.callers -= 1
            guard inbox.callers == 0 else { return nil }
            defer { inbox.keptAlive = nil }
            return inbox.keptAlive
        }
    }

    /// Runs late jobs, one thread at a time; a job that a job enqueues is run by the same thread.
    private func drain() {
        let isMine = inbox.withLock { inbox -> Bool in
            defer { inbox.isDraining = true }
            return !inbox.isDraining
        }
        guard isMine else { return }
        while true {
            let job = inbox.withLock { inbox -> UnownedJob? in
                guard !inbox.jobs.isEmpty else {
                    inbox.isDraining = false
                    return nil
                }
                return inbox.jobs.removeFirst()
            }
            guard let job else { return }
            job.runSynchronously(on: asUnownedSerialExecutor())
        }
    }

    /// Without this, `assumeIsolated` traps outside a job.
    package func checkIsolated() {
        let isHere = UInt(pthread_self()) == thread.load(ordering: .acquiring)
        precondition(isHere || inbox.withLock { $0.isDraining }, "not on this executor's thread")
    }

    /// CLOCK_MONOTONIC in nanoseconds.
    ///
    /// Thread: any.
    package static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private final class Entry: Sendable {
        let executor: DedicatedExecutor
        let name: String

        init(executor: DedicatedExecutor, name: String) {
            self.executor = executor
            self.name = name
        }
    }

    private func run() {
        thread.store(UInt(pthread_self()), ordering: .releasing)
        var jobs: [UnownedJob] = []
        while true {
            waitForWork()
            handlers.withLock { $0 }?.mail()
            let (isDue, isStopped) = inbox.withLock { inbox -> (Bool, Bool) in
                swap(&inbox.jobs, &jobs)
                let isDue = inbox.deadline <= DedicatedExecutor.now()
                if isDue { inbox.deadline = .max }
                return (isDue, inbox.isStopped)
            }
            if isDue { handlers.withLock { $0 }?.deadline() }
            for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
            jobs.removeAll(keepingCapacity: true)
            if isStopped, finish() { return }
        }
    }

    /// Ends the thread's part unless another job has come.
    private func finish() -> Bool {
        inbox.withLock { $0.isOver = $0.jobs.isEmpty }
        guard inbox.withLock({ $0.isOver }) else { return false }
        handlers.withLock { $0 = nil }
        return true
    }

    private func waitForWork() {
        let (deadline, hasJobs) = inbox.withLock { ($0.deadline, !$0.jobs.isEmpty) }
        var timeout: Int32 = hasJobs ? 0 : -1
        if !hasJobs, deadline != .max {
            let left = max(0, deadline - DedicatedExecutor.now())
            timeout = Int32(clamping: (left + 999_999) / 1_000_000)
        }
        var descriptors = (
            pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
            pollfd(fd: watched.load(ordering: .acquiring), events: Int16(POLLIN), revents: 0)
        )
        // A tuple, because a list would be an allocation each time.
        withUnsafeMutableBytes(of: &descriptors) {
            _ = poll($0.baseAddress?.assumingMemoryBound(to: pollfd.self), 2, timeout)
        }
        var count: UInt64 = 0
        _ = read(wake, &count, MemoryLayout<UInt64>.size)
    }
}
