// SPDX-License-Identifier: MIT
// From the start of the process to a photograph on disk.

import Foundation
internal import Glibc
import PrismTesting

extension BenchCase {
    static let still = BenchCase(
        name: "still", summary: "prism still --immediate, process start to file, real-time mock"
    ) {
        guard let program = ChildProcess.sibling("prism") else {
            return .skipped("prism is not built beside prism-bench")
        }
        let directory = try TemporaryDirectory()
        var toFile: [Double] = []
        var toEnd: [Double] = []
        var work: [Double] = []
        for number in 0..<7 {
            let file = directory.file("\(number).jpg")
            let start = wallClock()
            let child = try ChildProcess(
                program, ["still", "--immediate", "--camera", "mock:imx708", "-o", file])
            guard child.status == 0, let named = changeTime(of: file) else {
                return .failed("status \(child.status): \(child.errors)")
            }
            toFile.append(named - start)
            toEnd.append(child.seconds)
            work.append(child.processorSeconds)
        }
        return .figures([
            Figure("to the file, median", Statistics(toFile).median, "s", target: .atMost(0.6)),
            Figure("to the file, longest of \(toFile.count)", Statistics(toFile).greatest, "s"),
            Figure("to the end of the process, median", Statistics(toEnd).median, "s"),
            Figure("processor time, median", Statistics(work).median, "s"),
        ])
    }

    private static func wallClock() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return seconds(time)
    }

    /// When the file got its name: nothing changes it afterwards. The kernel's clock for files ticks every few
    /// milliseconds.
    private static func changeTime(of path: String) -> Double? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return seconds(status.st_ctim)
    }

    private static func seconds(_ time: timespec) -> Double {
        Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
