import GRDB
import Session
import Systems

extension SQLiteAccountDAO {
    package func attempts(in bucket: Int) throws -> Attempts? {
        try system.read { database in
            try database.row("SELECT failures, last_at FROM account_attempts WHERE bucket = ?", [bucket])
                .map(Attempts.init)
        }
    }

    package func countFailure(
        in bucket: Int, at now: Timestamp, forgetting horizon: Timestamp
    ) async throws -> Attempts {
        try await system.write { database in
            let counted = try database.row(
                """
                INSERT INTO account_attempts (bucket, failures, last_at) VALUES (?, 1, ?)
                ON CONFLICT (bucket) DO UPDATE SET
                    failures = iif(last_at > ?, failures + 1, 1), last_at = excluded.last_at
                RETURNING failures, last_at
                """, [bucket, now.milliseconds, horizon.milliseconds])
            return counted.map(Attempts.init) ?? Attempts(failures: 1, lastAt: now)
        }
    }

    package func restartWait(in bucket: Int, at now: Timestamp) async throws -> Attempts? {
        try await system.write { database in
            try database.row(
                """
                UPDATE account_attempts SET last_at = min(last_at, ?) WHERE bucket = ?
                RETURNING failures, last_at
                """, [now.milliseconds, bucket]
            ).map(Attempts.init)
        }
    }

    package func clearFailures(in bucket: Int) async throws {
        try await system.write { try $0.run("DELETE FROM account_attempts WHERE bucket = ?", [bucket]) }
    }
}

extension Attempts {
    fileprivate init(_ row: Row) {
        self.init(failures: row[0], lastAt: Timestamp(milliseconds: row[1]))
    }
}
