// SPDX-License-Identifier: MIT
// Programs from the distribution that judge our files, or make files for us to read; tests skip
// where one is missing.

import Foundation
import Testing

/// A program that judges or makes a file.
enum JudgeTool: String {
    case bmptopnm, cjpeg, djpeg, exiftool, pngtopnm, pnmtopng

    /// The Debian package that has it.
    var package: String {
        switch self {
        case .cjpeg, .djpeg: "libjpeg-turbo-progs"
        case .exiftool: "libimage-exiftool-perl"
        case .bmptopnm, .pngtopnm, .pnmtopng: "netpbm"
        }
    }

    /// Where it is installed, if it is.
    var path: String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/\(rawValue)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs it; returns its exit status and what it wrote.
    func run(_ arguments: [String]) throws -> (status: Int32, output: Data, errors: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(path))
        process.arguments = arguments
        let output = try TemporaryFile()
        let errors = try TemporaryFile()
        process.standardOutput = try FileHandle(
            forWritingTo: URL(fileURLWithPath: output.path))
        process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors.path))
        try process.run()
        process.waitUntilExit()
        return (
            process.terminationStatus, Data(try output.bytes()),
            String(decoding: try errors.bytes(), as: UTF8.self)
        )
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test where a program is missing, and says where to get it.
    static func needs(_ tool: JudgeTool) -> Self {
        .enabled(
            if: tool.path != nil, "needs \(tool.rawValue): apt-get install \(tool.package)")
    }
}
