// SPDX-License-Identifier: GPL-3.0-or-later

import GRDB
import SMSLogDomain
import Systems

/// Tells at little cost whether a file says more of a message than the store does: of most that are there it does not.
struct MessageComparison {
    /// As `MessageUpdate` and `SendStatus.mayBecome` have it.
    private static let isBehind = """
        SELECT 1 FROM sms_message WHERE id = ?1 AND (is_read < ?2 OR handover = 0 AND status <> ?3
            OR subject IS NULL AND ?4 OR sent IS NULL AND ?5 OR delivered IS NULL AND ?6 OR sim IS NULL AND ?7
            OR centre IS NULL AND ?8 OR network_id IS NULL AND ?9 OR locked < ?10)
        """

    private let statement: BulkStatement

    init(_ database: Database) throws { statement = try BulkStatement(database, sql: Self.isBehind) }

    /// Whether a message may get something from a draft.
    func isBehind(_ key: Int64, _ draft: MessageDraft) throws -> Bool {
        let details = draft.details
        statement.bind(key, at: 1)
        statement.bind(draft.isRead ? 1 : 0, at: 2)
        statement.bind(draft.status.rawValue, at: 3)
        statement.bind(draft.subject == nil ? 0 : 1, at: 4)
        statement.bind(details.sent == nil ? 0 : 1, at: 5)
        statement.bind(details.delivered == nil ? 0 : 1, at: 6)
        statement.bind(details.sim == nil ? 0 : 1, at: 7)
        statement.bind(details.centre == nil ? 0 : 1, at: 8)
        statement.bind(details.networkID == nil ? 0 : 1, at: 9)
        statement.bind(details.isLocked ? 1 : 0, at: 10)
        return try statement.run()
    }
}
