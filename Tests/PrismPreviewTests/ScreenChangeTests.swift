// SPDX-License-Identifier: MIT
// Screens that are unplugged, plugged in again, and exchanged.

import PrismPreview
import Testing

@Suite struct ScreenChangeTests {
    private let screen: ScreenChoice

    init() throws { screen = try ScreenChoice(from: [Topologies.pi4()], wish: ScreenWish()) }

    private func card(_ change: (inout ConnectorSnapshot) -> Void) -> CardSnapshot {
        var card = screen.card
        for index in card.connectors.indices where card.connectors[index].id == screen.connector.id
        {
            change(&card.connectors[index])
        }
        return card
    }

    @Test func anotherScreensNewsAreNone() {
        #expect(ScreenChange(of: screen, wasGone: false, in: screen.card) == .none)
    }

    @Test func anUnpluggedScreenIsGoneOnce() {
        let card = card {
            $0.connection = .disconnected
            $0.modes = []
        }
        #expect(ScreenChange(of: screen, wasGone: false, in: card) == .gone)
        #expect(ScreenChange(of: screen, wasGone: true, in: card) == .none)
    }

    @Test func theSameScreenReturns() {
        #expect(ScreenChange(of: screen, wasGone: true, in: screen.card) == .returned)
        // Its preferred mode may be another by now.
        let card = card { connector in
            for index in connector.modes.indices { connector.modes[index].type = 0 }
        }
        #expect(ScreenChange(of: screen, wasGone: true, in: card) == .returned)
    }

    @Test func aLostLinkWantsItsModeAgain() {
        let card = card { $0.properties["link-status"]?.value = 1 }
        #expect(ScreenChange(of: screen, wasGone: false, in: card) == .returned)
    }

    @Test func aScreenWithoutTheModeIsAnother() {
        let card = card { $0.modes = [Topologies.panel] }
        #expect(ScreenChange(of: screen, wasGone: true, in: card) == .replaced)
    }

    @Test func aConnectorThatWentAwayIsGone() {
        var card = screen.card
        card.connectors = []
        #expect(ScreenChange(of: screen, wasGone: false, in: card) == .gone)
    }
}
