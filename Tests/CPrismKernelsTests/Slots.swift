// SPDX-License-Identifier: MIT
// The slots that the kernel check knows, and the paths that this CPU can take.

internal import CKernelCheck
internal import CPrismKernels
internal import Testing

/// A slot of a table, as the check names it: "color.matrix_xrgb".
struct Slot: CustomTestStringConvertible, Sendable {
    let index: Int32
    let name: String

    var testDescription: String { name }

    static let all = (0..<check_count()).map {
        Slot(index: $0, name: String(cString: check_name($0)))
    }

    /// The first difference between this path and the reference, or nil.
    func difference(on path: Path, seed: UInt64) -> String? {
        var message = [CChar](repeating: 0, count: 256)
        let differs = check_run(index, path.flags, seed, &message, message.count)
        return differs == 0
            ? nil
            : message.withUnsafeBufferPointer { buffer in
                buffer.baseAddress.map { String(cString: $0) } ?? ""
            }
    }
}

/// A set of instructions that tables can be filled for.
struct Path: CustomTestStringConvertible, Sendable {
    let name: String
    let flags: UInt32

    var testDescription: String { name }

    /// The reference, and what this CPU has.
    static let available: [Path] = {
        let neon = PRISM_CPU_NEON.rawValue
        let avx2 = PRISM_CPU_AVX2.rawValue
        let avx512 = avx2 | PRISM_CPU_AVX512.rawValue
        let known = [
            Path(name: "c", flags: 0), Path(name: "neon", flags: neon),
            Path(name: "avx2", flags: avx2), Path(name: "avx512", flags: avx512),
        ]
        return known.filter { $0.flags & ~prism_cpu_detect() == 0 }
    }()
}
