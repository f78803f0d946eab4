// SPDX-License-Identifier: MIT
// How long a person waits for help, which is what every start of the program costs.

internal import Glibc
import PrismCore

extension BenchCase {
    static let help = BenchCase(
        name: "help", summary: "prism --help, process start to end, median and processor time of 25"
    ) {
        guard let program = ChildProcess.sibling("prism") else {
            return .skipped("prism is not built beside prism-bench")
        }
        var times: [Double] = []
        var work: [Double] = []
        for _ in 0..<25 {
            let child = try ChildProcess(program, ["--help"])
            guard child.status == 0 else { return .failed("status \(child.status)") }
            times.append(child.seconds * 1_000)
            work.append(child.processorSeconds * 1_000)
        }
        return .figures([
            Figure("wall clock, median", Statistics(times).median, "ms", target: .atMost(30)),
            Figure("processor time, median", Statistics(work).median, "ms"),
        ])
    }
}
