// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumSodium
import Synchronization

/// A source of random bytes, injected wherever randomness is needed.
///
/// A conforming type is safe to call from any thread and never fails. `SodiumRandom` is the one for secrets;
/// `SeededRandom` repeats itself, for scripts and tests.
public protocol RandomBytes: Sendable {
    /// The next `count` bytes; `count` is not negative.
    func bytes(_ count: Int) -> [UInt8]
}

/// Random bytes fit for secrets: those of the operating system, through libsodium.
public struct SodiumRandom: RandomBytes, Sendable {
    /// Makes the source; it has no state of its own.
    public init() {}

    /// The next `count` bytes of the system's generator.
    public func bytes(_ count: Int) -> [UInt8] {
        Sodium.start()
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, count)
        return bytes
    }
}

/// Bytes that look random and are the same for the same seed: for scripts and tests.
///
/// An observer of a few of its bytes can compute the rest, so nothing made from it is a secret outside of a test.
/// The generator is SplitMix64 (Steele, Lea, Flood, OOPSLA 2014), each number written with its low byte first.
/// One instance is one sequence; threads that share it share the sequence.
public final class SeededRandom: RandomBytes {
    private let state: Mutex<UInt64>

    /// Starts the sequence of this seed.
    public init(seed: UInt64) {
        state = Mutex(seed)
    }

    /// The next `count` bytes; a part of a number that is not needed is thrown away.
    public func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            let number = next()
            for shift in stride(from: 0, to: UInt64.bitWidth, by: 8) where bytes.count < count {
                bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
            }
        }
        return bytes
    }

    private func next() -> UInt64 {
        state.withLock { state in
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}
