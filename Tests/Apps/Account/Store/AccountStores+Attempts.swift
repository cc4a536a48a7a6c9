// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
import AccountStore
import AtriumStores

extension AccountStores {
    /// The failures that count against the names of a bucket; nil when there are none.
    func attempts(in bucket: Int) async throws -> Attempts? { try await accounts.read { try $0.attempts(in: bucket) } }
}
