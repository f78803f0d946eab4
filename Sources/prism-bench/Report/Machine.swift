// SPDX-License-Identifier: MIT
// Which machine the numbers are of.

import Foundation
internal import Glibc

struct Machine: Sendable {
    /// The board's or the CPU's name.
    let model: String
    /// CPUs that are online.
    let cores: Int

    static let this = Machine(model: readModel(), cores: Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

    /// Tasks that want a CPU, averaged over the last minute: with more than there are cores, times say little.
    static var load: Double {
        var averages = [0.0]
        return getloadavg(&averages, 1) == 1 ? averages[0] : 0
    }

    private static func readModel() -> String {
        if let board = FileManager.default.contents(atPath: "/proc/device-tree/model") {
            return String(decoding: board.prefix { $0 != 0 }, as: UTF8.self)
        }
        let facts = FileManager.default.contents(atPath: "/proc/cpuinfo") ?? Data()
        for line in String(decoding: facts, as: UTF8.self).split(separator: "\n")
        where line.hasPrefix("model name") {
            let value = line.drop { $0 != ":" }.dropFirst()
            return value.trimmingCharacters(in: .whitespaces)
        }
        return "unknown"
    }
}
