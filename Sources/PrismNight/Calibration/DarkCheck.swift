// SPDX-License-Identifier: MIT
// Whether frames that are to be a dark were taken in the dark.

public import PrismCore
public import PrismImage

/// Looks for light where there is to be none.
public enum DarkCheck {
    /// Part of white that the mean of a dark may have: dark current, but no lamp.
    private static let most = 0.05
    /// Brightest middle of an area against the darkest, in parts of white: light that leaks in is not even.
    private static let unevenness = 0.02

    /// Refuses a frame with light in it.
    ///
    /// - Throws: `invalidData` that says how bright it is.
    public static func check(_ image: RawImage) throws(PrismError) {
        let picture = MeteringPicture(image)
        let sorted = picture.grey.sorted()
        let spread = Double(sorted[sorted.count * 95 / 100] - sorted[sorted.count * 5 / 100])
        guard picture.mean < most, spread < unevenness else {
            throw PrismError(
                .invalidData,
                "a dark with light in it (\(NightPlan.text(picture.mean * 100)) % of white):"
                    + " cover the lens")
        }
    }
}
