// SPDX-License-Identifier: MIT
// Random texts with a fixed seed, for parsers that must refuse and never crash.

struct RandomText {
    private var state: UInt64
    private let pieces: [String]

    init(seed: UInt64, pieces: [String]) {
        state = seed
        self.pieces = pieces
    }

    mutating func number(below limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }

    mutating func text(upTo count: Int) -> String {
        (0..<number(below: count + 1)).map { _ in pieces[number(below: pieces.count)] }.joined()
    }
}
