// SPDX-License-Identifier: MIT
// The cards of this machine, opened, and why one cannot be had.

internal import Glibc
package import PrismCore

/// Every card that shows something, with what stood in the way of the others.
package struct DisplayCards {
    /// A card and its description.
    package struct Card {
        package let device: KMSDevice
        package let snapshot: CardSnapshot
    }

    package let cards: [Card]
    package let refusals: [PrismError]

    /// Opens all of a directory; blocks while connectors are probed.
    package init(directory: String = "/dev/dri", seat: Seat? = nil) {
        let names = (try? DirectoryListing.names(in: directory)) ?? []
        var cards: [Card] = []
        var refusals: [PrismError] = []
        for path in DisplayCards.nodes(names).map({ "\(directory)/\($0)" }) {
            do throws(PrismError) {
                let device = try KMSDevice(path: path, seat: seat)
                cards.append(Card(device: device, snapshot: try device.snapshot()))
            } catch {
                // A card that only computes has nothing to show; that is no refusal.
                if error.code != .unsupported { refusals.append(error) }
            }
        }
        self.cards = cards
        self.refusals = refusals
    }

    /// card0, card1, card10: by number.
    static func nodes(_ names: [String]) -> [String] {
        let numbers = names.compactMap { name -> Int? in
            name.hasPrefix("card") ? Int(name.dropFirst(4)) : nil
        }
        return numbers.sorted().map { "card\($0)" }
    }

    /// Chooses a screen, and opens nothing else.
    ///
    /// - Throws: `permission` where no card may be opened; `screen` where there is none, or not the one asked for.
    package func choose(_ wish: ScreenWish) throws(PrismError) -> (KMSDevice, ScreenChoice) {
        if cards.isEmpty, let refusal = refusals.first {
            let hint = refusal.code == .permission ? "; join the group \"video\"" : ""
            throw PrismError(refusal.code, refusal.message + hint, errno: refusal.errno)
        }
        guard !cards.isEmpty else {
            throw PrismError(.screen, "this machine has no display card (/dev/dri/card*)")
        }
        let choice = try ScreenChoice(from: cards.map(\.snapshot), wish: wish)
        guard let card = cards.first(where: { $0.snapshot.path == choice.card.path }) else {
            throw PrismError(.screen, "\(choice.card.path) went away")
        }
        return (card.device, choice)
    }
}

extension KMSDevice {
    /// Becomes master, or says who is and what to do.
    package func takeMastery(of connector: String) throws(PrismError) {
        if isMaster { return }
        do throws(PrismError) {
            try setMaster(true)
        } catch {
            let (node, path) = (connector, path)
            let holders = DeviceHolders.scan { $0 == path }
            throw DisplayCards.notMaster(node, path, holders, errno: error.errno)
        }
    }
}

extension DisplayCards {
    /// One line: which screen, who has it, what to do.
    static func notMaster(
        _ connector: String, _ path: String, _ holders: DeviceHolders, errno: Int32
    ) -> PrismError {
        PrismError(
            .screen,
            "\(connector) of \(path) is shown by another program: \(holders.summary); end the desktop"
                + " (sudo systemctl isolate multi-user.target), change to a text console (Ctrl+Alt+F2),"
                + " or use --preview-backend terminal", errno: errno)
    }
}
