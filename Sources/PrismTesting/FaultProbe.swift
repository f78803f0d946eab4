// SPDX-License-Identifier: MIT
// Fails one step of the file protocol, or stops the world before it as a kill would.

package import PrismCore

/// Counts file steps and makes one of them fail.
package final class FaultProbe: Sendable {
    /// What happens at the chosen step.
    package enum Fault: Sendable {
        /// This and every later step fails: on the disk it looks as after a kill.
        case kill
        /// Only this step fails, with an errno.
        case fail(Int32)
    }

    private let taken = Lock<[FileStep]>([])
    private let step: Int
    private let fault: Fault

    /// Makes a probe for the step with a number, counted from 0.
    package init(atStep step: Int, _ fault: Fault) {
        self.step = step
        self.fault = fault
    }

    /// A probe that only counts.
    package convenience init() { self.init(atStep: .max, .kill) }

    /// Steps that were asked for so far.
    package var steps: [FileStep] { taken.withLock { $0 } }

    /// What to give to the file layer.
    package var probe: FileProbe {
        FileProbe { (step: FileStep, path: String) throws(PrismError) in
            let number = self.taken.withLock { steps -> Int in
                steps.append(step)
                return steps.count - 1
            }
            switch self.fault {
            case .kill where number >= self.step:
                throw PrismError(.inputOutput, "killed before \(step.rawValue) of \(path)")
            case .fail(let errno) where number == self.step:
                throw PrismError.system("\(step.rawValue) \(path)", errno: errno)
            default: break
            }
        }
    }
}
