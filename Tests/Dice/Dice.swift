// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Whether tests try every moment, and ten times as many seeds: with the variable `ATRIUM_THOROUGH`.
package let isThorough = getenv("ATRIUM_THOROUGH") != nil

/// The seeds of a property test; ten times as many if it is to be thorough.
package func seeds(_ count: UInt64) -> ClosedRange<UInt64> { 1...(isThorough ? count * 10 : count) }

/// Random numbers that are the same in every run, so that a test that fails fails again.
///
/// Source: SplitMix64, S. Vigna, 2015.
package struct Dice: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A whole number from 0 up to, but not, `limit`.
    package mutating func roll(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
}
