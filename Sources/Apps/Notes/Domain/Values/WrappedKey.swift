// SPDX-License-Identifier: GPL-3.0-or-later

/// The key of an owner’s protected notes, sealed under a key from a password; opaque to the store.
package struct WrappedKey: Hashable, Sendable {
    /// What the password is mixed with; random.
    package let salt: [UInt8]
    /// How many passes the derivation makes.
    package let passes: Int
    /// How many bytes the derivation fills.
    package let memory: Int
    /// The sealed key.
    package let sealed: [UInt8]

    package init(salt: [UInt8], passes: Int, memory: Int, sealed: [UInt8]) {
        self.salt = salt
        self.passes = passes
        self.memory = memory
        self.sealed = sealed
    }
}
