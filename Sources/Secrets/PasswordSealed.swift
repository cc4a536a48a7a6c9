// SPDX-License-Identifier: GPL-3.0-or-later

/// A secret that is sealed under a key from a password, with what it takes to derive that key again.
package struct PasswordSealed: Hashable, Sendable {
    /// What the password is mixed with; random.
    package let salt: [UInt8]
    /// What the derivation costs.
    package let cost: Argon2Parameters
    /// The sealed secret.
    package let sealed: [UInt8]

    package init(salt: [UInt8], cost: Argon2Parameters, sealed: [UInt8]) {
        self.salt = salt
        self.cost = cost
        self.sealed = sealed
    }

    /// Seals a secret.
    ///
    /// Takes the time and the memory of the cost, off the caller’s actor.
    ///
    /// - Parameter context: Ties the secret to its place.
    /// - Throws: `SecretsFault.outOfMemory`.
    @concurrent
    package static func seal(
        _ secret: [UInt8], password: [UInt8], cost: Argon2Parameters, context: [UInt8],
        random: any RandomBytes = SodiumRandom()
    ) async throws(SecretsFault) -> PasswordSealed {
        let key = try await PasswordKey.new(password, cost: cost, random: random)
        return PasswordSealed(secret, under: key, context: context, random: random)
    }

    /// Seals a secret under a key that is derived already.
    package init(
        _ secret: [UInt8], under key: PasswordKey, context: [UInt8], random: any RandomBytes = SodiumRandom()
    ) {
        self.init(salt: key.salt, cost: key.cost, sealed: key.sealer(random: random).seal(secret, context: context))
    }

    /// The secret, off the caller’s actor.
    ///
    /// - Throws: `SecretsFault.notAuthentic` for another password, `SecretsFault`.
    package func open(password: [UInt8], context: [UInt8]) async throws(SecretsFault) -> [UInt8] {
        try open(with: try await key(from: password), context: context)
    }

    /// The key that a password gives here, the right one or not.
    ///
    /// - Throws: `SecretsFault.saltLength`, `.excessiveCost` or `.outOfMemory`.
    package func key(from password: [UInt8]) async throws(SecretsFault) -> PasswordKey {
        try await PasswordKey.derive(password, salt: salt, cost: cost)
    }

    /// The secret.
    ///
    /// - Throws: `SecretsFault.notAuthentic` for another key, `SecretsFault`.
    package func open(with key: PasswordKey, context: [UInt8]) throws(SecretsFault) -> [UInt8] {
        try key.sealer().open(sealed, context: context)
    }
}
