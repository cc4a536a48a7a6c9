// SPDX-License-Identifier: GPL-3.0-or-later

/// What decides on which side a coin falls.
package protocol CoinToss: Sendable {
    /// Whether it is heads, this time.
    func isHeads() -> Bool
}

/// A coin of which nobody knows how it falls.
package struct FairToss: CoinToss {
    package init() {}
    package func isHeads() -> Bool { Bool.random() }
}

/// A coin that always falls on the same side.
package struct ForcedToss: CoinToss {
    private let side: Bool
    package init(isHeads side: Bool) { self.side = side }
    package func isHeads() -> Bool { side }
}
