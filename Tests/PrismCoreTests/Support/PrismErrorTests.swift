// SPDX-License-Identifier: MIT
// The one table of errors: exit status, errno and text.

import Glibc
import Testing

@testable import PrismCore

@Suite struct PrismErrorTests {
    @Test(
        arguments: [
            (.usage, 2), (.noCamera, 3), (.busy, 4), (.permission, 5), (.unsupported, 6),
            (.outOfRange, 6), (.diskFull, 7), (.inputOutput, 8), (.noMemory, 8), (.stalled, 9),
            (.unplugged, 10), (.screen, 11), (.invalidData, 12), (.cancelled, 0),
        ] as [(PrismError.Code, Int32)])
    func exitStatusesAreThoseOfTheManual(code: PrismError.Code, status: Int32) {
        #expect(code.exitStatus == status)
        #expect(!code.summary.isEmpty)
    }

    @Test func everyCodeHasAStatusASummaryAndANameOfItsOwn() {
        let codes = PrismError.Code.allCases
        #expect(codes.count == 14)
        #expect(Set(codes.map(\.summary)).count == codes.count)
        #expect(codes.filter { $0.exitStatus == 0 } == [.cancelled])
        #expect(codes.filter(\.isRetryable) == [.busy, .stalled, .unplugged, .noMemory])
    }

    @Test(
        arguments: [
            (EACCES, .permission), (EPERM, .permission), (EROFS, .permission), (EBUSY, .busy),
            (EALREADY, .busy), (ENOSPC, .diskFull), (EDQUOT, .diskFull), (ENODEV, .unplugged),
            (ENOMEM, .noMemory), (EOPNOTSUPP, .unsupported), (ETIMEDOUT, .stalled),
            (ERANGE, .outOfRange), (EIO, .inputOutput), (0, .inputOutput), (9_999, .inputOutput),
        ] as [(Int32, PrismError.Code)])
    func anErrnoBelongsToACode(errno: Int32, code: PrismError.Code) {
        #expect(PrismError.system("do it", errno: errno).code == code)
    }

    @Test func theTextNamesTheCause() {
        let error = PrismError.system("write /data/1.jpg", errno: ENOSPC)
        #expect(error.description == "cannot write /data/1.jpg (No space left on device)")
        #expect(PrismError(.busy, "in use").description == "in use")
        #expect(PrismError.text(of: 9_999) == "error 9999")
    }
}
