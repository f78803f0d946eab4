// SPDX-License-Identifier: MIT
// Plays a camera to the capture engine: answers its actions and counts what it keeps.

@testable import PrismCore

/// A simulated run of a plan, 33 ms a frame.
struct EngineDriver {
    private var engine: CaptureEngine
    /// What the engine asked to be set.
    private(set) var set: [ControlSettings] = []
    /// What it gave back, and to what.
    private(set) var restored: [ControlSettings] = []
    private(set) var restoredTo: [ControlSettings] = []
    /// Sequence numbers of the frames it keeps now.
    private(set) var kept: [UInt32] = []
    /// Sequence numbers of each batch that it had consumed.
    private(set) var consumed: [[UInt32]] = []
    private(set) var outcome: CaptureEngine.Outcome?
    /// Most frames kept at one time.
    private(set) var most = 0
    private var sequence: UInt32 = 0
    private var serial: UInt64 = 0
    /// What frames say.
    var metadata = FrameMetadata()
    /// False lets `.consume` wait for ``input(_:)``.
    var consumesAtOnce = true

    init(_ plan: CapturePlan, before: ControlSettings = ControlSettings()) {
        engine = CaptureEngine(plan)
        input(.begin(before))
    }

    mutating func frames(_ count: Int, serial: UInt64? = nil, isSound: Bool = true) {
        for _ in 0..<count where outcome == nil {
            metadata.sequence = sequence
            metadata.timestamp = SensorTime(nanoseconds: Int64(sequence) * 33 * ms)
            let summary = CaptureEngine.FrameSummary(
                metadata: metadata, time: Int64(sequence) * 33 * ms,
                controlSerial: serial ?? self.serial, isSound: isSound)
            input(.frame(summary))
            sequence += 1
        }
    }

    mutating func input(_ input: CaptureEngine.Input) {
        for action in engine.handle(input) {
            switch action {
            case .set(let settings):
                set.append(settings)
                serial += 1
                self.input(.controlsSent(serial))
            case .restore(let touched, let before):
                restored.append(touched)
                restoredTo.append(before)
                serial += 1
                self.input(.controlsSent(serial))
            case .keep:
                kept.append(sequence)
                most = max(most, kept.count)
            case .drop(let place): kept.remove(at: place)
            case .consume:
                consumed.append(kept)
                kept = []
                if consumesAtOnce { self.input(.consumed) }
            case .finish(let outcome): self.outcome = outcome
            }
        }
    }
}
