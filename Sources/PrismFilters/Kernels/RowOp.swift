// SPDX-License-Identifier: MIT
// Point filters on rows of XRGB8888, ready to run.

internal import CPrismKernels
internal import PrismCore

/// One kernel over rows, in place or from a source.
enum RowOp {
    case matrix(prism_matrix)
    case tables(TableMemory)
    case cube(CubeMemory)
    case grid(GainGrid)
    case gain(RadialGain)

    init(_ step: PointStep, _ geometry: FilterGeometry) throws(PrismError) {
        switch step {
        case .matrix(let matrix): self = .matrix(try prism_matrix(matrix))
        case .tables(let tables): self = .tables(TableMemory(tables))
        case .cube(let cube): self = .cube(CubeMemory(cube))
        case .shade(let shade):
            let grid = GainGrid(shade, geometry.size)
            self = grid.isNear ? .grid(grid) : .gain(RadialGain(shade, geometry.size))
        }
    }

    /// Does the rows.
    func apply(
        _ kernels: KernelSet, _ target: prism_dst, _ source: prism_src, width: Int,
        rows: Range<Int>
    ) {
        let (begin, end) = (Int32(rows.lowerBound), Int32(rows.upperBound))
        let columns = Int32(width)
        switch self {
        case .matrix(var matrix):
            kernels.color.matrix_xrgb?(target, source, columns, begin, end, &matrix)
        case .tables(let tables):
            kernels.tone.lut_xrgb?(target, source, columns, begin, end, tables.rows())
        case .cube(let cube):
            kernels.tone.cube_xrgb?(target, source, columns, begin, end, cube.cube)
        case .grid(let grid):
            kernels.tone.gain_xrgb?(target, source, columns, begin, end, grid.grid)
        case .gain(let gain): gain.apply(target, source, width: width, rows: rows)
        }
    }
}

/// Three tables in memory that stays in its place.
///
/// `@unchecked Sendable`: written once.
final class TableMemory: @unchecked Sendable {
    private let memory: UnsafeMutableRawPointer

    init(_ tables: ChannelTables) {
        memory = .allocate(byteCount: tables.bytes.count, alignment: 64)
        tables.bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            memory.copyMemory(from: base, byteCount: bytes.count)
        }
    }

    deinit { memory.deallocate() }

    /// The tables as C's rows of 256 bytes, a tuple whose type the call gives.
    func rows<Row>() -> UnsafePointer<Row> {
        UnsafeRawPointer(memory).assumingMemoryBound(to: Row.self)
    }
}

/// A cube in memory that stays in its place.
///
/// `@unchecked Sendable`: written once.
final class CubeMemory: @unchecked Sendable {
    let cube: UnsafePointer<prism_cube>
    private let entries: UnsafeMutablePointer<Int16>

    init(_ baked: BakedCube) {
        let size = baked.size
        let count = Int(prism_cube_entries(Int32(size))) * 4
        let entries = UnsafeMutablePointer<Int16>.allocate(capacity: count)
        entries.initialize(repeating: 0, count: count)
        for (index, color) in baked.colors.enumerated() {
            // The kernel's first byte, and its first axis, is blue.
            let (red, green, blue) = (index % size, index / size % size, index / (size * size))
            let at = 4 * (blue + size * (green + size * red))
            let words = (color * 32_640).rounded(.toNearestOrAwayFromZero)
            (entries[at], entries[at + 1], entries[at + 2]) = (
                Int16(words.z), Int16(words.y), Int16(words.x)
            )
        }
        self.entries = entries
        let cube = UnsafeMutablePointer<prism_cube>.allocate(capacity: 1)
        cube.initialize(to: prism_cube(entries: entries, size: Int32(size)))
        self.cube = UnsafePointer(cube)
    }

    deinit {
        entries.deallocate()
        cube.deallocate()
    }
}
