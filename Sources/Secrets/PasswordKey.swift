// SPDX-License-Identifier: GPL-3.0-or-later

/// A key that a password gives, with what it takes to derive it again.
package struct PasswordKey: Sendable {
    /// What the password is mixed with; random.
    package let salt: [UInt8]
    /// What the derivation costs.
    package let cost: Argon2Parameters
    let key: SealingKey

    /// Derives a key, off the caller’s actor.
    ///
    /// Takes the time and the memory of the cost.
    ///
    /// - Throws: `SecretsFault.saltLength`, `.excessiveCost` or `.outOfMemory`.
    @concurrent
    package static func derive(
        _ password: [UInt8], salt: [UInt8], cost: Argon2Parameters
    ) async throws(SecretsFault) -> PasswordKey {
        PasswordKey(
            salt: salt, cost: cost, key: try SealingKey(password: password, salt: salt, parameters: cost))
    }

    /// Derives a key with a new salt, off the caller’s actor.
    ///
    /// - Throws: `SecretsFault.outOfMemory`.
    package static func new(
        _ password: [UInt8], cost: Argon2Parameters, random: any RandomBytes = SodiumRandom()
    ) async throws(SecretsFault) -> PasswordKey {
        try await derive(password, salt: random.bytes(SealingKey.saltCount), cost: cost)
    }

    /// Seals with this key.
    package func sealer(random: any RandomBytes = SodiumRandom()) -> Sealer { Sealer(key: key, random: random) }
}
