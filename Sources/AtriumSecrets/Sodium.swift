// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumSodium

/// The libsodium library, made ready before its first use.
///
/// Every entry point of this module calls `start()` first; it costs one atomic load after the first time.
enum Sodium {
    /// Makes libsodium ready; safe from any thread, any number of times.
    static func start() {
        // libsodium documents -1 only for a process whose locks are broken. Going on would mean secrets
        // from an unready generator, so this is the one place that stops the program instead.
        precondition(status >= 0, "libsodium could not be initialised")
    }

    /// The result of `sodium_init`: 0 for ready, 1 for ready already, -1 for not usable.
    private static let status = sodium_init()
}

/// A fault of hashing or sealing.
public enum SecretsFault: Error, Hashable, Sendable {
    /// The memory that the Argon2 parameters require, `bytes`, is not available.
    case outOfMemory(bytes: Int)
    /// The bytes to open are too short, or of a format this version does not know.
    case notSealed
    /// The bytes were sealed with another key or context, or were changed since; the two cannot be told apart.
    case notAuthentic
    /// A salt for key derivation has the wrong length; both are in bytes.
    case saltLength(Int, expected: Int)
    /// The cost of a key is beyond what any version asked for, so that deriving it would not end.
    case excessiveCost(Argon2Parameters)
}

extension [UInt8] {
    /// Lends the bytes as the C characters that libsodium's password functions take, never at a null address.
    func withCharacters<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, !bytes.isEmpty else {
                return withUnsafePointer(to: CChar(0), body)
            }
            return start.withMemoryRebound(to: CChar.self, capacity: bytes.count, body)
        }
    }
}

/// Overwrites the bytes with zeros and empties the array, in a way that the optimiser does not remove.
///
/// This reaches the array's own storage only: an array that shares its storage with another is copied first, and the
/// other keeps the secret. Wipe where the bytes came in, before they were handed on, or hand them on as a borrow.
public func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { sodium_memzero($0.baseAddress, $0.count) }
    bytes.removeAll()
}
