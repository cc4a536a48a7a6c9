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
    ///
    /// - Returns: The wrapped key, and the one that the password gives.
    func wrap(_ key: [UInt8], password: Secret) async throws -> (wrapped: WrappedKey, under: PasswordKey) {
        let under = try await PasswordKey.new(password.bytes, cost: cost)
        let wrapped = PasswordSealed(key, under: under, context: context)
        return (
            WrappedKey(salt: wrapped.salt, passes: cost.passes, memory: cost.memory, sealed: wrapped.sealed), under
        )
    }

    /// The bytes of a wrapped key, and the key that the password gives; off the caller’s actor.
    ///
    /// - Throws: `NotesFault.wrongPassword`, `NotesFault.damagedKey`, `SecretsFault`.
    func unwrap(_ wrapped: WrappedKey, password: Secret) async throws -> (key: [UInt8], under: PasswordKey) {
        let cost = Argon2Parameters(passes: wrapped.passes, memory: wrapped.memory)
        let wrapped = PasswordSealed(salt: wrapped.salt, cost: cost, sealed: wrapped.sealed)
        do throws(SecretsFault) {
            let under = try await wrapped.key(from: password.bytes)
            return (try wrapped.open(with: under, context: context), under)
        } catch .notAuthentic {
            throw NotesFault.wrongPassword
        } catch .notSealed, .saltLength, .excessiveCost {
            throw NotesFault.damagedKey
        }
    }

    private var context: [UInt8] { Array("notes key \(owner.rawValue)".utf8) }
}
