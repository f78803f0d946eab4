// SPDX-License-Identifier: MIT
// Whatever a person can press or touch: the terminal, devices, a button on the header; and the horizon.

import PrismCapture
import PrismCore
import PrismPreview
import PrismUI

/// All inputs of a preview.
struct ScreenInput {
    let queue: ActionQueue
    private let devices: InputDevices?
    private let button: HeaderButton?
    private let keyboard: Keyboard?
    private let level: LevelSensor?
    private let seat: Seat?

    /// Opens those that there are; what cannot be had is said in one line each, and the preview goes on.
    ///
    /// - Parameters:
    ///   - plan: What is wanted.
    ///   - shutter: Where a finger presses it.
    ///   - isOnScreen: The preview is on this machine's own screen.
    ///   - seat: Who opens devices; nil opens them directly.
    ///   - onQuit: Called at once, on the thread of the input that said so.
    /// - Throws: `noMemory` where the process may have no more threads.
    init(
        _ plan: PreviewPlan, shutter: InputReader.Shutter?, isOnScreen: Bool, seat: Seat?,
        onQuit: @escaping @Sendable () -> Void
    ) throws(PrismError) {
        let queue = ActionQueue(onQuit: onQuit)
        self.queue = queue
        self.seat = seat
        let wantsDevices = plan.readsDevices && isOnScreen
        devices = ScreenInput.attempt(wantsDevices) { () throws(PrismError) in
            try InputDevices(
                seat: seat, reader: InputReader(shutter: shutter), queue: queue,
                onDevice: { if plan.showsInfo { ScreenInput.tell($0) } })
        }
        button =
            ScreenInput.attempt(plan.readsDevices) { () throws(PrismError) -> HeaderButton? in
                let board = try BoardCatalog.standard.profile(of: .present)
                guard let wiring = board?.wiring(of: .shutter) else { return nil }
                return try HeaderButton(wiring, queue: queue)
            } ?? nil
        level = plan.showsLevel ? try LevelSensor() : nil
        keyboard = try Keyboard(queue: queue, devicesAreRead: devices != nil)
        let devices = devices
        seat?.onChange { isActive in devices?.setPaused(!isActive) }
    }

    private static func attempt<Input>(
        _ isWanted: Bool, _ open: () throws(PrismError) -> Input
    ) -> Input? {
        guard isWanted else { return nil }
        do throws(PrismError) {
            return try open()
        } catch {
            Report.line(error.description)
            return nil
        }
    }

    private static func tell(_ event: InputEvent) {
        switch event {
        case .added(let name): Report.line("input: \(name)")
        case .removed(let name): Report.line("input: \(name) is gone")
        default: break
        }
    }

    /// The horizon; nil where no accelerometer says it.
    var horizon: LevelIndicator.Reading? { level?.reading }

    /// Gives everything back.
    func close() {
        seat?.onChange(nil)
        devices?.close()
        button?.close()
        level?.close()
        keyboard?.close()
    }
}
