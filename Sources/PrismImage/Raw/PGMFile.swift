// SPDX-License-Identifier: MIT
// A mosaic as a 16-bit PGM with its facts in a JSON file of the same name beside it.

internal import FoundationEssentials
internal import Glibc
internal import PrismCore

enum PGMFile {
    /// Reads `NAME.pgm` and `NAME.json`.
    static func read(
        _ path: String, _ descriptor: Int32, mostPixels: Int
    ) throws(PrismError) -> RawImage {
        let header = try header(path, descriptor)
        guard header.width * header.height <= mostPixels else {
            throw PrismError(.outOfRange, "\(path) has more than \(mostPixels) pixels")
        }
        let facts = try sidecar(of: path)
        let count = header.width * header.height
        let samples = try RawSamples(count: count) { (buffer) throws(PrismError) in
            try fill(UnsafeMutableRawBufferPointer(buffer), path, descriptor, header.bytes)
            // The format is big-endian.
            for index in 0..<count { buffer[index] = buffer[index].byteSwapped }
        }
        do throws(PrismError) {
            return try RawImage(
                samples, width: header.width, height: header.height, facts: facts)
        } catch {
            throw PrismError(error.code, "\(path): \(error.message)")
        }
    }

    /// Reads the magic number and three numbers, with comments between them.
    private static func header(
        _ path: String, _ descriptor: Int32
    ) throws(PrismError) -> (width: Int, height: Int, bytes: Int) {
        let room = 512
        let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
            filled = max(0, pread(descriptor, buffer.baseAddress, room, 0))
        }
        var rest = bytes.dropFirst(2)
        var numbers: [Int] = []
        let blanks: Set<UInt8> = [0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20]
        while numbers.count < 3, let byte = rest.first {
            if byte == 0x23 {
                rest = rest.drop { $0 != 0x0A }
            } else if (0x30...0x39).contains(byte) {
                let digits = rest.prefix { (0x30...0x39).contains($0) }
                numbers.append(digits.prefix(6).reduce(0) { $0 * 10 + Int($1 - 0x30) })
                rest = rest.dropFirst(digits.count)
            } else if blanks.contains(byte) {
                rest = rest.dropFirst()
            } else {
                break
            }
        }
        guard numbers.count == 3, numbers[0] > 0, numbers[1] > 0, (256...65535).contains(numbers[2])
        else {
            throw PrismError(.invalidData, "cannot read \(path): expected a 16-bit PGM (P5)")
        }
        // One byte of white space ends the header.
        return (numbers[0], numbers[1], rest.startIndex + 1)
    }

    private static func fill(
        _ buffer: UnsafeMutableRawBufferPointer, _ path: String, _ descriptor: Int32, _ start: Int
    ) throws(PrismError) {
        var done = 0
        while done < buffer.count, let base = buffer.baseAddress {
            let got = pread(descriptor, base + done, buffer.count - done, off_t(start + done))
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw .system("read \(path)", errno: errno) }
            guard got > 0 else {
                throw PrismError(
                    .invalidData,
                    "\(path) ends after \(done) of \(buffer.count) bytes of samples")
            }
            done += got
        }
    }

    private static func sidecar(of path: String) throws(PrismError) -> RawFacts {
        let stem = path.split(separator: ".", omittingEmptySubsequences: false).dropLast()
        let name = stem.joined(separator: ".") + ".json"
        let bytes = try FileReader.read(name, atMost: 1 << 20)
        do {
            return try JSONDecoder().decode(RawSidecar.self, from: Data(bytes)).facts()
        } catch let error as PrismError {
            throw PrismError(error.code, "\(name): \(error.message)")
        } catch {
            throw PrismError(
                .invalidData,
                "\(name): \(RawSidecar.fault(error)); expected an object with order, bits, black and"
                    + " white of the samples")
        }
    }
}
