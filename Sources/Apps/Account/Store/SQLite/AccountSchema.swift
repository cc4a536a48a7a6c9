// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
import AtriumSystems

/// The tables of accounts.
///
/// `accounts.id` is the user’s number, AUTOINCREMENT so that SQLite never gives one again. `account_sessions.id` is
/// the user’s number above the session’s own one, so that the sessions of a user are one range of rows; `origin` is the
/// session’s kept login (`--keep`), if it has one, and `apps` are those of a token for scripts. `account_kept` has the
/// small values of a user by kind. `account_audit` only grows. `account_removed` has the users whose accounts are
/// deleted, until all of their data is.
enum AccountSchema {
    static let current = SQLSchema(
        "account",
        sql: """
            CREATE TABLE accounts (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                name TEXT NOT NULL,
                name_key TEXT NOT NULL UNIQUE,
                display_name TEXT NOT NULL DEFAULT '',
                email TEXT NOT NULL DEFAULT '',
                phone TEXT NOT NULL DEFAULT '',
                language TEXT,
                password_hash TEXT NOT NULL,
                created_at INTEGER NOT NULL,
                role TEXT NOT NULL,
                is_disabled INTEGER NOT NULL DEFAULT 0,
                sessions_started INTEGER NOT NULL DEFAULT 0
            ) STRICT;
            CREATE TABLE account_sessions (
                id INTEGER PRIMARY KEY,
                fingerprint BLOB,
                started_at INTEGER NOT NULL,
                last_used_at INTEGER NOT NULL,
                expires_at INTEGER NOT NULL,
                place TEXT NOT NULL,
                origin INTEGER,
                name TEXT NOT NULL,
                apps TEXT
            ) STRICT;
            CREATE UNIQUE INDEX account_sessions_by_fingerprint
                ON account_sessions (fingerprint) WHERE fingerprint IS NOT NULL;
            CREATE TABLE account_kept (
                "user" INTEGER NOT NULL,
                kind TEXT NOT NULL,
                name TEXT NOT NULL,
                value TEXT NOT NULL,
                PRIMARY KEY ("user", kind, name)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE account_attempts (
                bucket INTEGER PRIMARY KEY,
                failures INTEGER NOT NULL,
                last_at INTEGER NOT NULL
            ) STRICT;
            CREATE TABLE account_audit (
                id INTEGER PRIMARY KEY,
                time INTEGER NOT NULL,
                "user" INTEGER,
                event TEXT NOT NULL,
                subject TEXT NOT NULL,
                place TEXT NOT NULL,
                hash BLOB NOT NULL
            ) STRICT;
            CREATE TABLE account_removed (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
            """ + JournalRows.schema(of: AccountRows.journalTable), hasOwners: false, growing: ["account_audit"],
        passing: ["account_sessions", "account_attempts"], memberRows: memberRows, memberStatements: auditEnd)

    /// The rows of one user on a server, whose role may neither make accounts nor change rights.
    private static let memberRows: [SQLSchema.MemberRows] = [
        .init(
            "accounts",
            """
            SELECT, DELETE, UPDATE (name, name_key, display_name, email, phone, language, password_hash, sessions_started)
            """
        ) { "id = \($0)" },
        .init("account_sessions", allRights) { "id >> \(RowKey.ownerShift) = \($0)" },
        .init("account_kept", allRights) { #""user" = \#($0)"# },
        .init(AccountRows.journalTable, allRights) { "owner = \($0)" },
        .init("account_attempts", allRights) { "bucket = -\($0)" },
        .init("account_removed", "SELECT, INSERT, DELETE") { "id = \($0)" },
        // Logins with unknown names are refused in the name of no user.
        .init("account_audit", "SELECT, INSERT") {
            #""user" = \#($0) OR subject = \#($0)::text AND event IN (\#(aboutUsers))"#
        } written: {
            #""user" = \#($0) OR "user" IS NULL AND event = '\#(AuditEvent.refused.rawValue)'"#
        },
    ]

    private static let allRights = "SELECT, INSERT, UPDATE, DELETE"

    private static let aboutUsers = AuditEvent.allCases.filter { $0.isAboutUser }.map { "'\($0.rawValue)'" }
        .joined(separator: ", ")

    /// The number and hash of the last entry of the audit trail, to which each user adds the next.
    private static let auditEnd = [
        """
        CREATE OR REPLACE FUNCTION account_audit_end(OUT id bigint, OUT hash bytea) LANGUAGE sql STABLE SECURITY DEFINER
        BEGIN ATOMIC
            SELECT entry.id, entry.hash FROM account_audit AS entry ORDER BY entry.id DESC LIMIT 1;
        END
        """,
        "REVOKE EXECUTE ON FUNCTION account_audit_end() FROM PUBLIC",
        "GRANT EXECUTE ON FUNCTION account_audit_end() TO atrium_member",
    ]
}
