// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumPostgreSQL
import AtriumStores
import Foundation

extension PostgreSQLSystem {
    /// Commits a transaction that has written its key.
    ///
    /// - Throws: `PostgreSQLFault.lost` if it was not kept.
    func commit(_ key: UUID, on connection: PostgreSQLConnection) throws {
        do throws(PostgreSQLFault) { try connection.commit() } catch {
            guard error == .unknownOutcome || error == .unconfirmed else { throw error }
            guard try settle(key, on: connection) else { throw PostgreSQLFault.lost }
        }
    }

    /// Writes the key of a transaction; one in a thousand removes old ones.
    static func note(_ key: UUID, on connection: PostgreSQLConnection) throws {
        try connection.send("INSERT INTO atrium_commit (key) VALUES ($1)", [.text(key.uuidString)])
        guard key.uuid.0 == 0, key.uuid.1 < 64 else { return }
        try connection.send("DELETE FROM atrium_commit WHERE at < now() - interval '1 day'")
    }

    /// Whether a transaction was kept whose commit got no answer, or whose wait for the standby was cancelled.
    ///
    /// Inserts the key again. If the transaction is still running, the insert waits for its end; if it was not kept,
    /// the mark of this insert keeps a late commit from succeeding. If the key is there, it is written once more, so
    /// that this commit waits until a standby has both.
    ///
    /// - Throws: `StoreFault.unsure` if the server does not answer for a minute; `.unconfirmed` if this wait for the standby is
    ///   cancelled, too.
    private func settle(_ key: UUID, on connection: PostgreSQLConnection) throws -> Bool {
        let end = ContinuousClock.now + Self.settling
        var (pause, wasKept) = (Duration.milliseconds(50), false)
        while true {
            do {
                try connection.reopen()
                try connection.inTransaction {
                    let result = try connection.rows(
                        """
                        INSERT INTO atrium_commit (key, at) VALUES ($1, 'infinity')
                        ON CONFLICT (key) DO UPDATE SET at = atrium_commit.at RETURNING at < 'infinity'
                        """, [.text(key.uuidString)])
                    wasKept = result.first?.number(0) == 1
                }
                return wasKept
            } catch PostgreSQLFault.unconfirmed {
                guard wasKept else { return false }
                throw StoreFault.unconfirmed(path: place)
            } catch {
                guard ContinuousClock.now + pause < end else { throw StoreFault.unsure(path: place, code: 0) }
                Thread.sleep(forTimeInterval: pause / .seconds(1))
                pause = min(pause * 2, .milliseconds(500))
            }
        }
    }

    private static let settling = Duration.seconds(60)
}
