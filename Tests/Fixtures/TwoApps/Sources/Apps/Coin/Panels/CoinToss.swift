// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

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

/// A coin that falls as it did before when it begins at the same number.
///
/// A linear congruential generator, by D. Knuth’s numbers (MMIX).
package final class SeededToss: CoinToss {
    private let state: Mutex<UInt64>
    package init(from seed: UInt64) { state = Mutex(seed) }
    package func isHeads() -> Bool {
        state.withLock { state in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 63 == 1
        }
    }
}

/// A coin that always falls on the same side.
package struct ForcedToss: CoinToss {
    private let side: Bool
    package init(isHeads side: Bool) { self.side = side }
    package func isHeads() -> Bool { side }
}
