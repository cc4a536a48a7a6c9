// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumPostgreSQL
import AtriumStores
import Synchronization

extension PostgreSQLSystem {
    /// Checks that the tables of a store are there, or makes them; the second call for the same store costs nothing.
    ///
    /// - Throws: `StoreFault.unprepared` if they are missing; `StoreFault.newer` if a newer version has made them;
    ///   `StoreFault.unfinished` for a copy that is not whole.
    public func prepare(_ schema: SQLSchema) throws {
        guard !prepared.withLock({ $0[schema.name] != nil }) else { return }
        dialect.learn(schema)
        do {
            if makesTables { try lookup.work { try make(schema, on: $0) } }
            let row = try look { database in
                try database.row(
                    """
                    SELECT version, to_regclass(?) IS NOT NULL, \(Self.isMember) FROM atrium_schema WHERE name = ?
                    """, [SystemMove.mark, schema.name]
                ).map { (version: $0.number(0), isUnfinished: $0.number(1) == 1, isForOneUser: $0.number(2) == 1) }
            }
            guard let (found, isUnfinished, isForOneUser) = row else { throw StoreFault.unprepared(path: place) }
            known.withLock { $0.isForOneUser = isForOneUser }
            guard takesCopy || !isUnfinished else { throw try look { try SystemMove.unfinished($0, at: place) } }
            guard found <= schema.version else {
                throw StoreFault.newer(
                    path: place, schema: schema.name, found: String(found), known: String(schema.version))
            }
        } catch {
            let fault = fault(error)
            if case StoreFault.unprepared = fault, try !maySee() { throw StoreFault.denied(path: place) }
            throw fault
        }
        prepared.withLock { $0[schema.name] = schema }
    }

    /// Whether the role may see the tables of the schema: others are as if they were not there.
    private func maySee() throws -> Bool {
        try look { database in
            try Int.fetchOne(
                database,
                """
                SELECT 1 FROM pg_namespace WHERE nspname = ? AND NOT has_schema_privilege(oid, 'USAGE')
                """, [schema]) == nil
        }
    }

    /// Makes missing tables in one transaction; two processes do so one after the other.
    private func make(_ schema: SQLSchema, on connection: PostgreSQLConnection) throws {
        try connection.inTransaction {
            try connection.send("SELECT pg_advisory_xact_lock($1)", [.integer(Self.makingLock)])
            let encoding = try connection.rows("SELECT current_setting('server_encoding')").first?.text(0) ?? ""
            guard encoding == "UTF8" else { throw StoreFault.encoding(path: place, found: encoding) }
            for statement in Self.common(in: self.schema) { try connection.send(statement) }
            let found = try connection.rows(
                "SELECT version FROM atrium_schema WHERE name = $1", [.text(schema.name)])
            guard found.count == 0 else { return }
            for statement in SQLDialect.tables(of: schema) { try connection.send(statement) }
            try admit(to: [schema], on: connection)
            try connection.send(
                "INSERT INTO atrium_schema (name, version) VALUES ($1, $2)",
                [.text(schema.name), .integer(Int64(schema.version))])
        }
    }

    /// “Atrm” in two halves of a number.
    static let makingLock: Int64 = 0x4174_726D_0000_0001

    /// The tables that all stores share.
    private static func common(in schema: String) -> [String] {
        [
            "CREATE SCHEMA IF NOT EXISTS \(schema)",
            """
            CREATE TABLE IF NOT EXISTS atrium_schema (name text PRIMARY KEY, version bigint NOT NULL)
            """,
            """
            CREATE TABLE IF NOT EXISTS atrium_change (
                store text NOT NULL, owner bigint NOT NULL, number bigint NOT NULL, PRIMARY KEY (store, owner))
                WITH (fillfactor = 50)
            """,
            """
            CREATE TABLE IF NOT EXISTS atrium_commit (key uuid PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())
            """,
            """
            CREATE TABLE IF NOT EXISTS atrium_lease (name text PRIMARY KEY, holder text NOT NULL, until timestamptz NOT NULL)
            """,
            // The login roles that do not own the tables; without an owner those of machines that send.
            "CREATE TABLE IF NOT EXISTS atrium_role (role name PRIMARY KEY, owner bigint)",
        ]
    }
}
