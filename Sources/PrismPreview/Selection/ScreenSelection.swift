// SPDX-License-Identifier: MIT
// Which card, connector, CRTC and mode: by what is plugged in, never by a driver's name.

public import PrismCore

/// A screen that was chosen.
public struct ScreenChoice: Hashable, Sendable {
    /// Its card.
    public var card: CardSnapshot
    /// Where it is plugged in.
    public var connector: ConnectorSnapshot
    /// What drives it.
    public var crtc: CrtcSnapshot
    /// The mode to be set.
    public var mode: DisplayMode

    /// Makes a choice.
    public init(
        card: CardSnapshot, connector: ConnectorSnapshot, crtc: CrtcSnapshot, mode: DisplayMode
    ) {
        self.card = card
        self.connector = connector
        self.crtc = crtc
        self.mode = mode
    }

    /// Chooses a screen.
    ///
    /// Among connected screens one that is lit already goes first (it is where the console is), then the order of cards and
    /// connectors. Outputs that cannot tell (composite) count only where nothing is surely connected.
    ///
    /// - Parameters:
    ///   - cards: Every card that could be opened.
    ///   - wish: What is wanted.
    /// - Throws: `screen` where there is none, or not the one that was asked for; the message lists what there is.
    public init(from cards: [CardSnapshot], wish: ScreenWish) throws(PrismError) {
        let all = cards.flatMap { card in card.connectors.map { (card, $0) } }
        let usable = all.filter { $0.1.isUsable }.sorted { left, right in
            ScreenChoice.rank(left.1) < ScreenChoice.rank(right.1)
        }
        let named = usable.filter { wish.connector == nil || ScreenChoice.is($0, wish.connector) }
        guard let (card, connector) = named.first else {
            throw ScreenChoice.nothing(all, wish)
        }
        self.card = card
        self.connector = connector
        crtc = try ScreenChoice.crtc(for: connector, of: card)
        mode = try connector.mode(for: wish)
    }

    /// Every screen that could be chosen, one choice each, as far as the CRTCs suffice.
    public static func all(of cards: [CardSnapshot], frameRate: Double? = nil) -> [ScreenChoice] {
        var choices: [ScreenChoice] = []
        for card in cards {
            var taken: Set<UInt32> = []
            for connector in card.connectors where connector.isUsable {
                guard let crtc = try? crtc(for: connector, of: card, except: taken),
                    let mode = try? connector.mode(for: ScreenWish(frameRate: frameRate))
                else { continue }
                taken.insert(crtc.id)
                choices.append(
                    ScreenChoice(card: card, connector: connector, crtc: crtc, mode: mode))
            }
        }
        return choices
    }

    private static func rank(_ connector: ConnectorSnapshot) -> Int {
        let isLit = connector.properties["CRTC_ID"].map { $0.value != 0 } ?? false
        return (connector.connection == .connected ? 0 : 2) + (isLit ? 0 : 1)
    }

    private static func `is`(_ place: (CardSnapshot, ConnectorSnapshot), _ name: String?) -> Bool {
        let node = place.0.path.split(separator: "/").last.map(String.init) ?? ""
        let wanted = name?.lowercased()
        return wanted == place.1.name.lowercased()
            || wanted == "\(node)-\(place.1.name)".lowercased()
    }

    /// The CRTC that drives the connector now, else one that drives nothing.
    private static func crtc(
        for connector: ConnectorSnapshot, of card: CardSnapshot, except taken: Set<UInt32> = []
    ) throws(PrismError) -> CrtcSnapshot {
        let possible = card.crtcs.enumerated().filter { index, crtc in
            index < 32 && connector.possibleCrtcs & 1 << UInt32(index) != 0
                && !taken.contains(crtc.id)
        }.map(\.element)
        let own = connector.properties["CRTC_ID"]?.value ?? 0
        if let present = possible.first(where: { UInt64($0.id) == own }) { return present }
        let used = Set(card.connectors.compactMap { $0.properties["CRTC_ID"]?.value })
        if let free = possible.first(where: { !used.contains(UInt64($0.id)) }) { return free }
        throw PrismError(
            .screen, "\(connector.name): every CRTC of \(card.path) drives another screen")
    }

    private static func nothing(
        _ all: [(CardSnapshot, ConnectorSnapshot)], _ wish: ScreenWish
    ) -> PrismError {
        let shown = all.filter { !$0.1.isWriteback }
        let list = shown.map { card, connector in
            "\(connector.name) (\(card.driver), \(connector.connection))"
        }
        let there =
            list.isEmpty ? "there are no connectors" : "there is " + list.joined(separator: ", ")
        guard let name = wish.connector else {
            return PrismError(.screen, "no screen is connected; \(there)")
        }
        if shown.contains(where: { ScreenChoice.is($0, name) }) {
            return PrismError(.screen, "no screen is connected to \(name); \(there)")
        }
        return PrismError(.screen, "no connector \(name); \(there)")
    }
}
