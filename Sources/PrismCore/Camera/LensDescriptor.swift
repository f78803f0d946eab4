// SPDX-License-Identifier: MIT
// What a lens shows on a sensor: field of view, 35 mm equivalent, hyperfocal distance.

internal import Glibc

/// A lens on a sensor.
public struct LensDescriptor: Hashable, Sendable {
    /// Focal length in millimetres.
    public var focalLength: Double
    /// F-number; nil where it is not known.
    public var aperture: Double?
    /// Width of the active array in millimetres.
    public var sensorWidth: Double
    /// Height of the active array in millimetres.
    public var sensorHeight: Double

    /// Describes a lens.
    ///
    /// - Parameters:
    ///   - focalLength: In millimetres.
    ///   - aperture: F-number, where it is known.
    ///   - sensorWidth: In millimetres.
    ///   - sensorHeight: In millimetres.
    /// - Throws: `outOfRange` where a figure is not a finite number above 0.
    public init(
        focalLength: Double, aperture: Double? = nil, sensorWidth: Double, sensorHeight: Double
    ) throws(PrismError) {
        for figure in [focalLength, aperture ?? 1, sensorWidth, sensorHeight]
        where !(figure > 0 && figure.isFinite) {
            throw PrismError(.outOfRange, "lens figure \(figure): it must be a number above 0")
        }
        self.focalLength = focalLength
        self.aperture = aperture
        self.sensorWidth = sensorWidth
        self.sensorHeight = sensorHeight
    }

    /// Describes a lens by a camera's properties (UnitCellSize in nanometres, PixelArrayActiveAreas).
    ///
    /// - Parameters:
    ///   - focalLength: In millimetres; no camera tells it, so it comes from the module's profile.
    ///   - aperture: F-number, where it is known.
    ///   - properties: As ``CameraSession/properties()`` gives them.
    public init?(focalLength: Double, aperture: Double?, properties: [String: ControlValue]) {
        guard case .size(let cellWidth, let cellHeight)? = properties["UnitCellSize"],
            let area = LensDescriptor.activeArea(properties)
        else { return nil }
        try? self.init(
            focalLength: focalLength, aperture: aperture,
            sensorWidth: Double(cellWidth) * Double(area.width) / 1e6,
            sensorHeight: Double(cellHeight) * Double(area.height) / 1e6)
    }

    private static func activeArea(_ properties: [String: ControlValue]) -> PixelSize? {
        switch (properties["PixelArrayActiveAreas"], properties["PixelArraySize"]) {
        case (.rectangles(let areas)?, _) where !areas.isEmpty:
            PixelSize(width: areas[0].width, height: areas[0].height)
        case (_, .size(let width, let height)?): PixelSize(width: width, height: height)
        default: nil
        }
    }

    private var diagonal: Double { hypot(sensorWidth, sensorHeight) }

    /// The focal length that shows as much on 36 by 24 mm film, by the diagonals (CIPA DCG-001).
    public var equivalentFocalLength: Double { focalLength * hypot(36, 24) / diagonal }

    /// Angles of view in degrees, for a distant subject and a lens without distortion.
    public var fieldOfView: (horizontal: Double, vertical: Double, diagonal: Double) {
        func angle(_ size: Double) -> Double { 2 * atan(size / (2 * focalLength)) * 180 / .pi }
        return (angle(sensorWidth), angle(sensorHeight), angle(diagonal))
    }

    /// The lens as a digital zoom or a cropping sensor mode shows it.
    ///
    /// - Parameter factor: 1 shows everything, 2 half of the width.
    /// - Returns: The same lens on a smaller sensor.
    public func cropped(by factor: Double) -> LensDescriptor {
        guard factor > 1, factor.isFinite else { return self }
        var copy = self
        copy.sensorWidth = sensorWidth / factor
        copy.sensorHeight = sensorHeight / factor
        return copy
    }

    /// The equivalent focal length, as the nearest of usual ones where one is near.
    ///
    /// - Parameters:
    ///   - usual: What lenses are called, in millimetres.
    ///   - tolerance: Largest difference, as a share of the usual one.
    /// - Returns: One of `usual`, else the equivalent itself.
    public func snapping(
        to usual: [Double] = [13, 16, 20, 24, 28, 35, 50, 70, 85, 105, 135, 200],
        tolerance: Double = 0.06
    ) -> Double {
        let exact = equivalentFocalLength
        func difference(_ length: Double) -> Double { abs(length - exact) / length }
        guard let nearest = usual.filter({ $0 > 0 }).min(by: { difference($0) < difference($1) }),
            difference(nearest) <= tolerance
        else { return exact }
        return nearest
    }

    /// Diameter in millimetres of a blur that still looks like a point: the sensor's diagonal over 1500, the usual
    /// rule for a picture seen whole.
    public var circleOfConfusion: Double { diagonal / 1_500 }

    /// Focused at this distance in metres, everything from half of it to infinity is sharp: f² / (N c) + f.
    public var hyperfocalDistance: Double? {
        aperture.map {
            (focalLength * focalLength / ($0 * circleOfConfusion) + focalLength) / 1_000
        }
    }

    /// The same as a lens position.
    public var hyperfocalDioptres: Double? { hyperfocalDistance.map { 1 / $0 } }
}
