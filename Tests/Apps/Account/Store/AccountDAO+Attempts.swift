// SPDX-License-Identifier: GPL-3.0-or-later

import AccountDomain
import AccountStore

extension AccountDAO {
    /// The failures that count against the names of a bucket; nil when there are none.
    func attempts(in bucket: Int) async throws -> Attempts? { try await read { try $0.attempts(in: bucket) } }
}
