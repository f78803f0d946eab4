// SPDX-License-Identifier: MIT
// What became of a screen that is in use, when connectors change; pure.

/// The change between what is known of a screen and a new look at its card.
public enum ScreenChange: Hashable, Sendable {
    /// Nothing that matters here.
    case none
    /// It was unplugged: frames have nowhere to go.
    case gone
    /// It is there again, or its link was lost: the mode is to be set anew.
    case returned
    /// Another screen is there, which does not know the mode.
    case replaced

    /// Compares.
    ///
    /// - Parameters:
    ///   - screen: The screen in use.
    ///   - wasGone: It was unplugged before.
    ///   - card: A new look at its card.
    public init(of screen: ScreenChoice, wasGone: Bool, in card: CardSnapshot) {
        guard let now = card.connectors.first(where: { $0.id == screen.connector.id }),
            now.connection != .disconnected, !now.modes.isEmpty
        else {
            self = wasGone ? .none : .gone
            return
        }
        guard now.modes.contains(where: { $0.isSame(as: screen.mode) }) else {
            self = .replaced
            return
        }
        self = wasGone || now.hasBadLink ? .returned : .none
    }
}

extension DisplayMode {
    /// The same timing; what the screen calls it and prefers does not matter.
    fileprivate func isSame(as other: DisplayMode) -> Bool {
        clock == other.clock && horizontal == other.horizontal && vertical == other.vertical
            && flags == other.flags
    }
}
