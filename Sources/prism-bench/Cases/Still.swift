// SPDX-License-Identifier: MIT
// From the start of the process to a photograph on disk.

import Foundation
import PrismTesting

extension BenchCase {
    static let still = BenchCase(
        name: "still", summary: "prism still --immediate, process start to end, real-time mock"
    ) {
        guard let program = ChildProcess.sibling("prism") else {
            return .skipped("prism is not built beside prism-bench")
        }
        let directory = try TemporaryDirectory()
        var times: [Double] = []
        for number in 0..<7 {
            let file = directory.file("\(number).jpg")
            let child = try ChildProcess(
                program, ["still", "--immediate", "--camera", "mock:imx708", "-o", file])
            guard child.status == 0, FileManager.default.fileExists(atPath: file) else {
                return .failed("status \(child.status): \(child.errors)")
            }
            times.append(child.seconds)
        }
        let spread = Statistics(times)
        return .figures([
            Figure("process start to end, median", spread.median, "s", target: .atMost(0.6)),
            Figure("longest of \(times.count)", spread.greatest, "s"),
        ])
    }
}
