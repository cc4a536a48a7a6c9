// SPDX-License-Identifier: GPL-3.0-or-later

import AccountDomain
import Session

/// The rows behind `MemoryAccountDAO`, in plain collections.
struct MemoryAccounts: Sendable {
    /// An account, its name’s key, its sessions by number, and its preferences by name.
    struct Entry: Sendable {
        var account: AccountRow
        let nameKey: String
        var sessions: [Int: SessionRow] = [:]
        var sessionsStarted = 0
        var preferences: [String: String] = [:]
    }

    var entries: [UserID: Entry] = [:]
    var users: Int64 = 0
    /// Those whose accounts are gone and whose other data may not be.
    var removed: [DeletedUser] = []
    var attempts: [Int: Attempts] = [:]
}
