// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Secrets

/// A key that signs, as the store has it: its secret half is sealed under a password.
struct StoredSigningKey: Hashable {
    let verifyingKey: VerifyingKey
    let sealed: PasswordSealed
}

extension StoredSigningKey {
    /// One that was stored; nil for what is none.
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

    /// What is stored.
    var bytes: [UInt8] {
        let members = Members(
            key: Data(verifyingKey.bytes), salt: Data(sealed.salt), passes: sealed.cost.passes,
            memory: sealed.cost.memory, sealed: Data(sealed.sealed))
        // Numbers and bytes: there is nothing that JSON could not say.
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
