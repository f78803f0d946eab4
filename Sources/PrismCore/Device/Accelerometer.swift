// SPDX-License-Identifier: MIT
// An accelerometer of the kernel's IIO subsystem.

/// An accelerometer below /sys/bus/iio.
package struct Accelerometer: Sendable {
    private let directory: String
    private let scale: Double
    private let matrix: [Double]

    /// The first one there is.
    package init?(root: String) {
        let devices = "\(root)/sys/bus/iio/devices"
        let names = ((try? DirectoryListing.names(in: devices)) ?? []).sorted()
        guard
            let name = names.first(where: {
                SystemFile.integer("\(devices)/\($0)/in_accel_x_raw") != nil
            })
        else { return nil }
        directory = "\(devices)/\(name)"
        scale =
            (SystemFile.read("\(directory)/in_accel_scale")
            ?? SystemFile.read("\(directory)/in_accel_x_scale")).flatMap(Double.init) ?? 1
        matrix = Accelerometer.matrix(directory)
    }

    /// How the chip sits on the board: nine numbers, rows by semicolons (the kernel's mount_matrix).
    private static func matrix(_ directory: String) -> [Double] {
        let text =
            SystemFile.read("\(directory)/in_mount_matrix")
            ?? SystemFile.read("\(directory)/in_accel_mount_matrix") ?? ""
        let numbers = text.split(whereSeparator: { ",; ".contains($0) }).compactMap {
            Double($0)
        }
        return numbers.count == 9 ? numbers : [1, 0, 0, 0, 1, 0, 0, 0, 1]
    }

    /// A reading; nil where the chip does not answer. May block for a conversion.
    package func read() -> Gravity? {
        guard let x = axis("x"), let y = axis("y"), let z = axis("z") else { return nil }
        func row(_ start: Int) -> Double {
            matrix[start] * x + matrix[start + 1] * y + matrix[start + 2] * z
        }
        return Gravity(x: row(0), y: row(3), z: row(6))
    }

    private func axis(_ name: String) -> Double? {
        SystemFile.integer("\(directory)/in_accel_\(name)_raw").map { Double($0) * scale }
    }
}
