// SPDX-License-Identifier: GPL-3.0-or-later

/// A source of random bytes, injected wherever randomness is needed.
///
/// A conforming type is safe to call from any thread and never fails. `SodiumRandom` is the one for secrets;
/// `SeededRandom` repeats itself, for scripts and tests.
package protocol RandomBytes: Sendable {
    /// The next `count` bytes; `count` is not negative.
    func bytes(_ count: Int) -> [UInt8]
}
