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
        let salt = random.bytes(SealingKey.saltCount)
        let key = try SealingKey(password: password, salt: salt, parameters: cost)
        return PasswordSealed(
            salt: salt, cost: cost, sealed: Sealer(key: key, random: random).seal(secret, context: context))
    }

    /// The secret, off the caller’s actor.
    ///
    /// - Throws: `SecretsFault.notAuthentic` for another password, `SecretsFault`.
    @concurrent
    package func open(password: [UInt8], context: [UInt8]) async throws(SecretsFault) -> [UInt8] {
        let key = try SealingKey(password: password, salt: salt, parameters: cost)
        return try Sealer(key: key).open(sealed, context: context)
    }
}
