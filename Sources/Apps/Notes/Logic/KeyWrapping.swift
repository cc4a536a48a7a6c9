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
    func wrap(_ key: [UInt8], password: Secret) async throws -> WrappedKey {
        let wrapped = try await PasswordSealed.seal(key, password: password.bytes, cost: cost, context: context)
        return WrappedKey(salt: wrapped.salt, passes: cost.passes, memory: cost.memory, sealed: wrapped.sealed)
    }

    /// The bytes of a wrapped key, off the caller’s actor.
    ///
    /// - Throws: `NotesFault.wrongPassword`, `SecretsFault`.
    func unwrap(_ wrapped: WrappedKey, password: Secret) async throws -> [UInt8] {
        let cost = Argon2Parameters(passes: wrapped.passes, memory: wrapped.memory)
        let wrapped = PasswordSealed(salt: wrapped.salt, cost: cost, sealed: wrapped.sealed)
        do { return try await wrapped.open(password: password.bytes, context: context) } catch .notAuthentic {
            throw NotesFault.wrongPassword
        }
    }

    private var context: [UInt8] { Array("notes key \(owner.rawValue)".utf8) }
}
