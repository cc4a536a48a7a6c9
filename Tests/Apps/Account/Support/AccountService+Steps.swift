// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
import AtriumSession

/// Changes of an account without a second factor.
extension AccountService {
    func changePassword(from old: Secret, to new: Secret, for session: UserSession) async throws -> UserSession {
        try await changePassword(from: IdentityProof(old), to: new, for: session)
    }

    func delete(_ session: UserSession, password: Secret, confirmation: String) async throws {
        try await delete(session, proof: IdentityProof(password), confirmation: confirmation)
    }
}
