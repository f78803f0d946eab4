// SPDX-License-Identifier: MIT
// The mode of a connector that suits a wish.

internal import PrismCore

extension ConnectorSnapshot {
    /// The mode for a wish.
    ///
    /// Without a size it is the screen's own choice; among modes of that size one whose refresh is a multiple of the frame
    /// rate, so that every frame is on the screen equally long. Pictures go before fields.
    ///
    /// - Throws: `screen` where there is no such mode; the message lists those that there are.
    func mode(for wish: ScreenWish) throws(PrismError) -> DisplayMode {
        let own = modes.first(where: \.isPreferred) ?? modes.first
        guard let own else { throw PrismError(.screen, "\(name) has no modes") }
        let size = wish.mode?.size ?? PixelSize(width: own.width, height: own.height)
        var sized = modes.filter { $0.width == size.width && $0.height == size.height }
        if let refresh = wish.mode?.refresh {
            sized = sized.filter { ConnectorSnapshot.isNear($0.refresh, refresh) }
        }
        guard let first = sized.first(where: { !$0.isInterlaced }) ?? sized.first else {
            throw missing(wish.mode)
        }
        let usual = sized.contains(own) ? own : first
        guard wish.mode?.refresh == nil, let rate = wish.frameRate, rate > 0,
            !ConnectorSnapshot.isMultiple(usual.refresh, of: rate)
        else { return usual }
        let even = sized.first {
            !$0.isInterlaced && ConnectorSnapshot.isMultiple($0.refresh, of: rate)
        }
        return even ?? usual
    }

    private func missing(_ wish: ModeWish?) -> PrismError {
        var parts = wish?.size.map(\.description) ?? ""
        if let refresh = wish?.refresh { parts += "@\(refresh)" }
        // A screen may list some dozens, some twice.
        var seen: Set<String> = []
        let names = modes.map(\.description).filter { seen.insert($0).inserted }
        return PrismError(
            .screen, "\(name) has no mode \(parts); it has \(names.joined(separator: " "))")
    }

    /// 59.94 is 60 for whoever writes it.
    private static func isNear(_ refresh: Double, _ wish: Double) -> Bool {
        abs(refresh - wish) < 0.51
    }

    /// Within half a percent: a frame is then shown once too often every 200th time at worst.
    static func isMultiple(_ refresh: Double, of rate: Double) -> Bool {
        let times = (refresh / rate).rounded()
        return times >= 1 && abs(refresh / (times * rate) - 1) < 0.005
    }
}
