// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSecrets
package import AtriumSession
import AtriumStores
import Foundation

/// The key of one owner that signs exports.
package struct SigningKeys: Sendable {
    let store: any MessageStore
    let owner: UserID
    let random: any RandomBytes
    /// The cost of deriving a key from a password.
    let cost: Argon2Parameters

    /// Whether there is a key.
    package func hasKey() async throws -> Bool { try await store.read { try $0.signingKey() } != nil }

    /// The key with which others check the signatures, on a line; `nil` before there is one.
    package func verifyingKey() async throws -> String? {
        try await store.read { try $0.signingKey() }.flatMap { StoredSigningKey($0) }.map {
            MinisignKey($0.verifyingKey).text
        }
    }

    /// Checks the password of the key.
    ///
    /// - Throws: `SMSLogFault.wrongSigningPassword`, `SMSLogFault.damagedKey`.
    package func check(_ password: Secret) async throws {
        guard let stored = try await store.read({ try $0.signingKey() }) else { return }
        _ = try await opened(stored, password)
    }

    /// The key, made if there is none.
    package func key(_ password: Secret) async throws -> SigningKey {
        if let stored = try await store.read({ try $0.signingKey() }) {
            return try await opened(stored, password)
        }
        var seed = random.bytes(SigningKey.seedCount)
        defer { wipe(&seed) }
        guard let key = SigningKey(seed: seed) else { throw SMSLogFault.damagedKey }
        let sealed = try await PasswordSealed.seal(
            seed, password: password.bytes, cost: cost, context: signingContext, random: random)
        let stored = StoredSigningKey(verifyingKey: key.verifyingKey, sealed: sealed).bytes
        let kept = try await store.write { messages in
            // Another shell may have been faster: one of two keys stays.
            if let other = try messages.signingKey() { return other }
            try messages.setSigningKey(stored)
            return stored
        }
        return kept == stored ? key : try await opened(kept, password)
    }

    private func opened(_ stored: [UInt8], _ password: Secret) async throws -> SigningKey {
        guard let stored = StoredSigningKey(stored) else { throw SMSLogFault.damagedKey }
        var seed: [UInt8]
        do {
            seed = try await stored.sealed.open(password: password.bytes, context: signingContext)
        } catch .notAuthentic {
            throw SMSLogFault.wrongSigningPassword
        }
        defer { wipe(&seed) }
        guard let key = SigningKey(seed: seed) else { throw SMSLogFault.damagedKey }
        return key
    }

    private var signingContext: [UInt8] { Array("sms signing key".utf8) }
}

/// A signing key as the store keeps it: its secret half is sealed under a password.
struct StoredSigningKey: Hashable {
    let verifyingKey: VerifyingKey
    let sealed: PasswordSealed
}

extension StoredSigningKey {
    /// A stored key; `nil` for other bytes.
    init?(_ bytes: [UInt8]) {
        guard let members = try? JSONDecoder().decode(Members.self, from: Data(bytes)),
            let key = VerifyingKey([UInt8](members.key)),
            case let cost = Argon2Parameters(passes: members.passes, memory: members.memory), cost.isBearable
        else { return nil }
        self.init(
            verifyingKey: key,
            sealed: PasswordSealed(
                salt: [UInt8](members.salt), cost: cost, sealed: [UInt8](members.sealed)))
    }

    /// The stored bytes.
    var bytes: [UInt8] {
        let members = Members(
            key: Data(verifyingKey.bytes), salt: Data(sealed.salt), passes: sealed.cost.passes,
            memory: sealed.cost.memory, sealed: Data(sealed.sealed))
        // Numbers and bytes always encode.
        return (try? JSONEncoder().encode(members)).map { [UInt8]($0) } ?? []
    }

    private struct Members: Codable {
        let key: Data
        let salt: Data
        let passes: Int
        let memory: Int
        let sealed: Data
    }
}
