// SPDX-License-Identifier: MIT
// What a handler says of its cameras before anything runs.

import BridgeTestSupport
import CPrismCamera
import Glibc
import Testing

extension HandlerConformance {
    @Suite struct DescriptionTests {
        @Test func camerasAreListedOnceAndTheHandlerHasAName() throws {
            let bench = try Bench()
            let ids = try bench.manager.cameras().map(\.id)
            #expect(ids.contains(bench.id))
            #expect(Set(ids).count == ids.count)
            #expect(ids.allSatisfy { !$0.isEmpty })
            for text in [
                prism_manager_handler_name(bench.manager.handle),
                prism_manager_runtime_version(bench.manager.handle),
                prism_manager_build_version(bench.manager.handle),
            ] {
                #expect(text.map { strlen($0) } ?? 0 > 0)
            }
            try bench.end()
        }

        @Test func aCameraIsOpenedByOneOnlyAndAgainAfterwards() throws {
            let bench = try Bench()
            #expect(throws: Failure(code: -EBUSY)) { try TestSession(bench.manager, bench.id) }
            try bench.session.close()
            try TestSession(bench.manager, bench.id).destroy()
            #expect(throws: Failure(code: -ENODEV)) {
                try TestSession(bench.manager, "no such camera")
            }
            try bench.end()
        }

        @Test func propertiesNameTheModel() throws {
            let bench = try Bench()
            let properties = try bench.session.properties()
            #expect(properties["Model"]?.isEmpty == false)
            try bench.end()
        }

        @Test func controlsHaveNamesTypesAndSensibleLimits() throws {
            let bench = try Bench()
            try bench.configure()
            let controls = try bench.session.controls()
            #expect(!controls.isEmpty)
            #expect(Set(controls.values.map(\.id)).count == controls.count)
            for (name, row) in controls {
                #expect(row.type != PRISM_TYPE_NONE.rawValue, "\(name)")
                #expect(row.direction <= 3, "\(name)")
                if let minimum = row.minimum, let maximum = row.maximum {
                    #expect(minimum <= maximum, "\(name)")
                }
            }
            if let limits = controls["FrameDurationLimits"] {
                #expect(limits.type == PRISM_TYPE_I64.rawValue)
                #expect(limits.fixedCount == 2)
            }
            try bench.end()
        }

        @Test func formatsAreOfferedForTheRolesItHas() throws {
            let bench = try Bench()
            for role in [PRISM_ROLE_STILL, PRISM_ROLE_VIDEO, PRISM_ROLE_VIEWFINDER] {
                let formats = Monitor<[prism_format]>([])
                let count = prism_session_formats(
                    bench.session.handle, role.rawValue,
                    { context, format in
                        guard let context, let format = format?.pointee else { return }
                        Unmanaged<Monitor<[prism_format]>>.fromOpaque(context)
                            .takeUnretainedValue().change { $0.append(format) }
                    }, Unmanaged.passUnretained(formats).toOpaque())
                guard count != -EINVAL else { continue }
                let list = formats.change { $0 }
                #expect(count == Int32(list.count) && count > 0)
                #expect(list.allSatisfy { $0.fourcc != 0 && $0.min_width <= $0.max_width })
            }
            #expect(
                prism_session_formats(bench.session.handle, 99, { _, _ in }, nil) == -EINVAL)
            try bench.end()
        }

        @Test func aConfigurationIsAdjustedAndThenStable() throws {
            let bench = try Bench()
            for role in [PRISM_ROLE_VIEWFINDER, PRISM_ROLE_VIDEO, PRISM_ROLE_STILL] {
                var wish = Bench.wish(role, less: 1)
                let first = prism_session_configure(bench.session.handle, &wish, 0)
                #expect(first == 0 || first == 1)
                let stream = wish.list[0]
                #expect(stream.width > 0 && stream.height > 0)
                #expect(Layout.isCompressed(stream.fourcc) || stream.stride >= stream.width)
                #expect(wish.buffer_count >= 1)
                var again = wish
                #expect(prism_session_configure(bench.session.handle, &again, 1) == 0)
                #expect(again.list[0].width == stream.width)
                #expect(again.list[0].height == stream.height)
                #expect(again.list[0].stride == stream.stride)
                #expect(again.list[0].fourcc == stream.fourcc)
                #expect(bench.session.counters.slots == again.buffer_count)
            }
            try bench.end()
        }

        @Test func nonsenseIsRefused() throws {
            let bench = try Bench()
            var none = prism_configuration.wish([])
            #expect(prism_session_configure(bench.session.handle, &none, 1) == -EINVAL)
            #expect(throws: Failure(code: -EINVAL)) { try bench.session.start() }
            var wish = prism_configuration.wish([.wish(prism_role(77))])
            #expect(prism_session_configure(bench.session.handle, &wish, 1) == -EINVAL)
            try bench.end()
        }
    }
}
