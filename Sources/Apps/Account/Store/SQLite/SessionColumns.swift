// SPDX-License-Identifier: GPL-3.0-or-later

import AccountDomain
import Foundation
import GRDB
import Session
import Systems

/// The columns of a session, in the order in which `SessionRow` reads them.
enum SessionColumns {
    static let list = """
        account_sessions.id, account_sessions.fingerprint, account_sessions.started_at, \
        account_sessions.last_used_at, account_sessions.expires_at, account_sessions.place, \
        account_sessions.origin
        """
}

extension SessionRow {
    /// The session whose columns start at `offset`.
    init(_ row: Row, at offset: Int = 0) {
        let key = RowKey(rawValue: row[offset])
        let fingerprint: Data? = row[offset + 1]
        self.init(
            number: key.number, user: UserID(rawValue: key.owner), fingerprint: fingerprint.map { Array($0) },
            startedAt: Timestamp(milliseconds: row[offset + 2]), lastUsedAt: Timestamp(milliseconds: row[offset + 3]),
            expiresAt: Timestamp(milliseconds: row[offset + 4]), place: row[offset + 5],
            origin: row[offset + 6])
    }

    /// The key under which it is stored.
    var key: Int64 { RowKey(owner: user.rawValue, number: number).rawValue }
}
