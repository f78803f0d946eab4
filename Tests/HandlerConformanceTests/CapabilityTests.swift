// SPDX-License-Identifier: MIT
// What a handler and its camera have of all that one could have: nothing is demanded, all is written down.

import BridgeTestSupport
import CPrismCamera
import Foundation
import Testing

extension HandlerConformance {
    @Suite struct CapabilityTests {
        /// Goes to the file PRISM_CONFORMANCE_TABLE, from which one table of all handlers is made.
        @Test func whatTheCameraHasCanBeListed() throws {
            let bench = try Bench()
            var rows = try roles(bench)
            try bench.configure()
            rows += try bench.session.controls().keys.sorted().map { "control\t\($0)" }
            rows += try bench.session.properties().keys.sorted().map { "property\t\($0)" }
            try bench.session.start()
            let frame = try #require(try bench.take(3).last)
            try bench.session.stop()
            rows += frame.list.keys.sorted().map { "metadata\t\($0)" }
            try bench.end()
            #expect(Set(rows).count == rows.count)
            #expect(rows.contains { $0.hasPrefix("control\t") })
            let path = ProcessInfo.processInfo.environment["PRISM_CONFORMANCE_TABLE"] ?? ""
            if !path.isEmpty {
                let text = rows.joined(separator: "\n") + "\n"
                try text.write(toFile: path, atomically: true, encoding: .utf8)
            }
        }

        /// Roles that a stream may have, and formats that they give.
        private func roles(_ bench: Bench) throws -> [String] {
            let names = [
                (PRISM_ROLE_STILL, "still"), (PRISM_ROLE_VIDEO, "video"),
                (PRISM_ROLE_VIEWFINDER, "viewfinder"), (PRISM_ROLE_RAW, "raw"),
            ]
            var formats: Set<String> = []
            var rows: [String] = []
            for (role, name) in names {
                let found = offered(bench, role)
                guard !found.isEmpty else { continue }
                rows.append("role\t\(name)")
                if role != PRISM_ROLE_RAW { formats.formUnion(found) }
            }
            return rows + formats.sorted().map { "format\t\($0)" }
        }

        private func offered(_ bench: Bench, _ role: prism_role) -> Set<String> {
            let formats = Monitor<Set<String>>([])
            _ = prism_session_formats(
                bench.session.handle, role.rawValue,
                { context, format in
                    guard let context, let format = format?.pointee else { return }
                    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: format.fourcc >> (8 * $0)) }
                    Unmanaged<Monitor<Set<String>>>.fromOpaque(context).takeUnretainedValue()
                        .change { _ = $0.insert(String(decoding: bytes, as: UTF8.self)) }
                }, Unmanaged.passUnretained(formats).toOpaque())
            return formats.change { $0 }
        }
    }
}
