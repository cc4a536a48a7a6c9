// SPDX-License-Identifier: GPL-3.0-or-later

package import AccountDomain
import Files
import GRDB
import Session
import Systems

extension SQLiteAccountDAO {
    package func attempts(in bucket: Int) throws -> Attempts? {
        try system.read { try $0.attempts(in: bucket) }
    }

    package func modifyAttempts(
        in bucket: Int, _ change: @escaping @Sendable (Attempts?) -> Attempts?
    ) async throws -> Attempts? {
        // A write is IMMEDIATE: what it reads, nobody changes before it commits.
        try await system.write { database in
            let earlier = try database.attempts(in: bucket)
            let later = change(earlier)
            guard later != earlier else { return earlier }
            if let later {
                try database.run(
                    "INSERT OR REPLACE INTO account_attempts (bucket, failures, last_at) VALUES (?, ?, ?)",
                    [bucket, later.failures, later.lastAt.milliseconds])
            } else {
                try database.run("DELETE FROM account_attempts WHERE bucket = ?", [bucket])
            }
            return earlier
        }
    }

    package func oneAtATime<Result>(_ check: () async throws -> Result) async rethrows -> Result {
        try await FolderLock(system.folder).held(check)
    }
}

extension Database {
    fileprivate func attempts(in bucket: Int) throws -> Attempts? {
        try row("SELECT failures, last_at FROM account_attempts WHERE bucket = ?", [bucket]).map(Attempts.init)
    }
}

extension Attempts {
    fileprivate init(_ row: Row) {
        self.init(failures: row[0], lastAt: Timestamp(milliseconds: row[1]))
    }
}
