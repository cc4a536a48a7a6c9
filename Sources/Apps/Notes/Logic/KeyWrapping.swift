// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Secrets
import Session

/// Wraps a user’s data key under a key from a password, and gets it out again.
///
/// The data key is random and stays the same, so that a new password costs one small row and no note is sealed anew.
struct KeyWrapping {
    let owner: UserID
    let cost: Argon2Parameters

    /// Wraps a key’s bytes.
    ///
    /// Takes the time and the memory of the cost, off the caller’s actor.
    @concurrent
    func wrap(_ key: [UInt8], password: Secret) async throws -> WrappedKey {
        let salt = SodiumRandom().bytes(SealingKey.saltCount)
        let outer = try SealingKey(password: password.bytes, salt: salt, parameters: cost)
        return WrappedKey(
            salt: salt, passes: cost.passes, memory: cost.memory,
            sealed: Sealer(key: outer).seal(key, context: context))
    }

    /// The bytes of a wrapped key, off the caller’s actor.
    ///
    /// - Throws: `NotesFault.wrongPassword`, `SecretsFault`.
    @concurrent
    func unwrap(_ wrapped: WrappedKey, password: Secret) async throws -> [UInt8] {
        let cost = Argon2Parameters(passes: wrapped.passes, memory: wrapped.memory)
        let outer = try SealingKey(password: password.bytes, salt: wrapped.salt, parameters: cost)
        do { return try Sealer(key: outer).open(wrapped.sealed, context: context) } catch .notAuthentic {
            throw NotesFault.wrongPassword
        }
    }

    private var context: [UInt8] { Array("notes key \(owner.rawValue)".utf8) }
}
