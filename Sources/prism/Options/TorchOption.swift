// SPDX-License-Identifier: MIT
// The board's lamp while a picture is taken.

import PrismCore

enum TorchOption {
    static let torch = Option<Double>(
        "torch", "LEVEL",
        "Lights the board's lamp while the picture is taken, 0 to 1; it is then as it was before.",
        fallback: "the lamp stays as it is", examples: ["1", "0.3"]
    ) { (text: String) throws(PrismError) in try NumberReader.decimal(text, in: 0...1) }

    /// The lamp of this board, lit; nil where no level is asked for.
    ///
    /// - Throws: `unsupported` with the reason where the board has none.
    static func light(_ level: Double?, work: BlockingWork) async throws(PrismError) -> LitTorch? {
        guard let level else { return nil }
        return try await work.run { () throws(PrismError) in
            guard let torch = try BoardCatalog.standard.profile(of: .present)?.torch() else {
                throw PrismError(.unsupported, "a torch is not possible: \(Torch.none.text)")
            }
            return try LitTorch(torch, level: level)
        }
    }
}

/// A lamp that was lit for a while, and how bright it was before.
struct LitTorch: Sendable {
    private let torch: Torch
    private let before: Double

    init(_ torch: Torch, level: Double) throws(PrismError) {
        self.torch = torch
        if case .available(_, let now, _) = torch.level { before = now ?? 0 } else { before = 0 }
        try torch.set(level)
    }

    /// Makes it as bright as it was.
    func restore() { try? torch.set(before) }
}
