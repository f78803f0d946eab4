// SPDX-License-Identifier: MIT
// A time-lapse from first frame to last: joins the camera, the decisions and the writer.

public import PrismCore

/// What shapes a time-lapse apart from its plan.
public struct TimelapseOptions: Sendable {
    /// What is done about an earlier run in the directory.
    public var start: RunStart
    /// When files are forced onto the disk; nil: ``Durability/automatic(forInterval:)``.
    public var durability: Durability?
    /// Longest wait for the wall clock after a reboot, in nanoseconds.
    public var waitForTime: Int64
    /// Longest wait for metering before the first shot, in nanoseconds of the camera's time.
    public var meteringTime: Int64
    /// Limits of the disk.
    public var housekeeping: Housekeeping
    /// When the run ends at the latest, in nanoseconds since 1970; nil leaves that to the plan.
    public var stopTime: Int64?
    /// Makes a shot of several frames where the light asks for it.
    public var stacksAtNight = false
    /// Where time comes from.
    public var clock: any SystemClock

    /// Makes options; the defaults begin a new run.
    public init(
        start: RunStart = .new, durability: Durability? = nil, waitForTime: Int64 = 60_000_000_000,
        meteringTime: Int64 = 5_000_000_000, housekeeping: Housekeeping = Housekeeping(),
        stopTime: Int64? = nil, clock: any SystemClock = KernelClock()
    ) {
        self.start = start
        self.durability = durability
        self.waitForTime = waitForTime
        self.meteringTime = meteringTime
        self.housekeeping = housekeeping
        self.stopTime = stopTime
        self.clock = clock
    }
}

/// What became of a time-lapse.
public struct TimelapseSummary: Hashable, Sendable {
    /// Pictures of the whole run, earlier sessions included.
    public let done: Int
    /// Indices without a picture.
    public let skipped: Int
    /// Indices where something went wrong.
    public let failed: Int
    /// The first index not decided on.
    public let next: Int
    /// Whether every index of the plan is settled; false where the task was cancelled.
    public let isComplete: Bool
    /// What was found when the run was resumed.
    public let recovery: RecoveryReport
}

/// A time-lapse.
public struct TimelapseRun: Sendable {
    /// Shots that may be under way at once; each holds a frame.
    static let capacity = 2
    /// Buffers that a camera needs for a time-lapse: the shots under way, the frame in hand and the one that
    /// waits, one being filled and one to be filled next.
    public static let bufferCount = capacity + 4

    private(set) var plan: TimelapsePlan
    let options: TimelapseOptions
    let root: String
    let template: OutputTemplate

    /// Makes a time-lapse.
    ///
    /// - Parameters:
    ///   - plan: What is to be done; ``TimelapsePlan/output`` is a template with a place for the index.
    ///   - options: How.
    /// - Throws: ``PrismError`` `usage` where the template is wrong or has no index, or the interval is not
    ///   positive.
    public init(
        _ plan: TimelapsePlan, options: TimelapseOptions = TimelapseOptions()
    ) throws(PrismError) {
        let template = try OutputTemplate(plan.output)
        guard template.hasIndex else {
            throw PrismError(
                .usage,
                "file name '\(plan.output)': a time-lapse needs a place for the index, as %06d")
        }
        guard plan.interval > 0 else {
            throw PrismError(.usage, "the interval of a time-lapse must be more than 0")
        }
        (root, self.template) = template.split
        self.plan = plan
        // The directory may have another name when the run is resumed; what lies in it may not.
        self.plan.output = self.template.source
        self.options = options
    }

    /// Refuses what ``run(camera:settings:encoder:report:)`` would refuse of a new run's place, for calling before
    /// a camera is touched.
    ///
    /// Thread: any, but not the cooperative pool: it reads directories. A run that is resumed knows its next file only
    /// from its journal, so nothing is looked at then.
    ///
    /// - Throws: ``PrismError`` `usage` naming what is in the way, or of the directory.
    public func checkPlace() throws(PrismError) {
        guard case .new = options.start else { return }
        try PreparedRun.check(root, template, at: options.clock.read())
    }

    /// Runs the time-lapse until its last index is settled or the task is cancelled.
    ///
    /// The camera is configured once by the caller, with ``bufferCount`` buffers, and frames flow all the time so
    /// that metering follows the light. A cancelled run ends in order and can be resumed.
    ///
    /// - Parameters:
    ///   - camera: A configured or running camera.
    ///   - settings: What is wanted of exposure, white balance and frame duration.
    ///   - encoder: Format and metadata of the pictures.
    ///   - report: Gets each journal line that settles an index, on the writer's thread.
    ///   - onEvent: Gets what happens to the run apart from its shots. Thread: any.
    ///   - onFrame: Called for each sound frame that came, of which most are no shots; must not block. Thread: any.
    /// - Returns: The sum of the whole run.
    /// - Throws: What ends the camera, or the first error of the disk; everything done before is whole, and
    ///   ``TimelapseEvent/brokenOff(_:)`` has told of it.
    public func run(
        camera: CameraSession, settings: ControlSettings = ControlSettings(),
        encoder: PictureEncoder, report: @escaping @Sendable (JournalRecord) -> Void = { _ in },
        onEvent: @escaping @Sendable (TimelapseEvent) -> Void = { _ in },
        onFrame: @escaping @Sendable () -> Void = {}
    ) async throws(PrismError) -> TimelapseSummary {
        let writer = try ShotWriter(capacity: TimelapseRun.capacity, report: report)
        let opened = try await writer.open(
            options.start, plan: plan, root: root, template: template,
            durability: options.durability ?? .automatic(forInterval: plan.interval),
            housekeeping: options.housekeeping, at: options.clock.read())
        if opened.state.next > 0 { onEvent(.resumed(opened.report)) }
        var driver = TimelapseDriver(
            self, opened.state, writer, camera, settings, encoder, onEvent, onFrame)
        let watch = try watchHealth(camera)
        defer { watch.cancel() }
        let end = await driver.run()
        let totals = writer.totals
        let summary = TimelapseSummary(
            done: opened.state.done + totals.done, skipped: opened.state.skipped + totals.skipped,
            failed: opened.state.failed + totals.failed, next: end.next,
            isComplete: end.isComplete, recovery: opened.report)
        guard let failure = end.failure else { return summary }
        onEvent(.brokenOff(summary))
        throw failure
    }

    /// Keeps the session told of the board and of the room on the run's disk.
    private func watchHealth(_ camera: CameraSession) throws(PrismError) -> Task<Void, Never> {
        let monitor = try HealthMonitor(HealthProbe(disk: root))
        return Task { await camera.watch(monitor) }
    }
}
