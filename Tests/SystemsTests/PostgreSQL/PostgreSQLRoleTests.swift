// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumTesting
import Foundation
import Testing

@testable import AtriumPostgreSQL
@testable import AtriumSystems

/// The roles of users and of machines that send, on servers of the tests’ own, since roles are of a whole server; skipped
/// where PostgreSQL is not installed.
@Suite(.enabled(if: PostgreSQLCluster.isInstalled, "PostgreSQL is not installed"))
struct PostgreSQLRoleTests {
    private static let (ana, ben) = (UserID(rawValue: 1), UserID(rawValue: 2))
    private static let schema = SQLSchema(
        "test",
        sql: """
            CREATE TABLE thing (owner INTEGER NOT NULL, id INTEGER NOT NULL, text TEXT, PRIMARY KEY (owner, id));
            CREATE TABLE part (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
            """)
    private static let later = SQLSchema(
        "later", sql: "CREATE TABLE sent (id INTEGER PRIMARY KEY);", isForWorkers: true)

    /// A server whose owner of the tables may make roles, and the roles of two users and of a machine.
    private let server: PostgreSQLCluster
    private let system: PostgreSQLSystem

    init() throws {
        server = try PostgreSQLCluster()
        system = PostgreSQLSystem(server.address, folder: "/nowhere", makesTables: true)
        try system.prepare(Self.schema)
        try administer(
            "ALTER ROLE atrium CREATEROLE", "CREATE ROLE ana_pg LOGIN", "CREATE ROLE ben_pg LOGIN",
            "CREATE ROLE worker_pg LOGIN")
    }

    private func administer(_ statements: String...) throws {
        let connection = try PostgreSQLConnection(server.administration)
        defer { connection.close() }
        for statement in statements { _ = try connection.rows(statement) }
    }

    private func address(of role: String) -> String { server.address.replacing("atrium@", with: role + "@") }

    /// Plain SQL of a role.
    private func connection(as role: String, _ first: Int = 0, _ last: Int = 1 << 20) throws -> PostgreSQLConnection {
        try PostgreSQLConnection(
            address(of: role),
            settings: [("search_path", "atrium"), ("atrium.first", "'\(first)'"), ("atrium.last", "'\(last)'")])
    }

    private func fill() async throws {
        for owner in [Self.ana, Self.ben] {
            try await system.write("test", of: owner) { database in
                for id in 1...3 {
                    try database.execute(
                        sql: "INSERT INTO thing (owner, id, text) VALUES (?, ?, 'before')",
                        arguments: [owner.rawValue, id])
                }
                try database.execute(
                    sql: "INSERT INTO part (id, text) VALUES (?, 'before')", arguments: [owner.rawValue << 40 + 1])
            }
        }
    }

    private func isRefused(_ connection: PostgreSQLConnection, _ sql: String) -> Bool {
        do throws(PostgreSQLFault) {
            _ = try connection.rows(sql)
            return false
        } catch {
            guard case .refused(let state, _) = error else { return false }
            // Without the right to use a schema its tables are not found, from PostgreSQL 18 on also by an open connection.
            return ["42501", "42P01"].contains(state)
        }
    }

    @Test(arguments: [(0, 1 << 20), (1, 1), (2, 2)])
    func `a user's role has that user's rows, whatever the settings`(first: Int, last: Int) async throws {
        defer { server.stop() }
        try await fill()
        try await system.grant(PostgreSQLRole("ana_pg", of: Self.ana))
        try await system.grant(PostgreSQLRole("ben_pg", of: Self.ben))
        let ana = try connection(as: "ana_pg", first, last)
        for table in ["thing WHERE owner <> 1", "part WHERE id >> 40 <> 1"] {
            #expect(try ana.rows("SELECT 1 FROM \(table)").count == 0)
            #expect(try ana.rows("DELETE FROM \(table) RETURNING 1").count == 0)
        }
        #expect(try ana.rows("UPDATE thing SET text = 'after' WHERE owner <> 1 RETURNING 1").count == 0)
        #expect(isRefused(ana, "INSERT INTO thing (owner, id) VALUES (2, 9)"))
        #expect(isRefused(ana, "INSERT INTO part (id, text) VALUES (2::bigint << 40, '')"))
        #expect(isRefused(ana, "UPDATE atrium_role SET owner = 2"))
        #expect(isRefused(ana, "INSERT INTO atrium_role VALUES ('ben_pg', 1)"))
        #expect(isRefused(ana, "TRUNCATE thing"))
        #expect(isRefused(ana, "SELECT * FROM atrium_lease"))
        #expect(try ana.rows("SELECT role FROM atrium_role").rows.map { $0.text(0) } == ["ana_pg"])
        // The policies are asked before the conditions of a statement, which changes the settings in its midst.
        let sly = """
            SELECT owner FROM thing
            WHERE set_config('atrium.first', '2', false) <> '' AND set_config('atrium.last', '2', false) <> ''
            """
        #expect(try connection(as: "ana_pg", 1, 1).rows(sly).rows.allSatisfy { $0.number(0) == 1 })
        #expect(
            try connection(as: "atrium").rows("SELECT 1 FROM thing WHERE owner = 2 AND text = 'before'").count == 3)
    }

    @Test func `a user's role works on that user's rows, and waits for no others`() async throws {
        defer { server.stop() }
        try await fill()
        try await system.grant(PostgreSQLRole("ana_pg", of: Self.ana))
        let ana = PostgreSQLSystem(address(of: "ana_pg"), folder: "/nowhere")
        try ana.prepare(Self.schema)
        #expect(ana.isForOneUser)
        #expect(!system.isForOneUser)
        try await ana.noticeForeignChanges()
        try await ana.write("test", of: Self.ana) { try $0.execute(sql: "UPDATE thing SET text = 'after'") }
        await #expect(throws: StoreFault.denied(path: ana.place)) {
            try await ana.write("test", of: Self.ben) {
                try $0.execute(sql: "INSERT INTO thing (owner, id) VALUES (2, 9)")
            }
        }
        let count = try await system.read(of: PostgreSQLSystem.allOwners) {
            try Int.fetchOne($0.cachedStatement(sql: "SELECT count(*) FROM thing WHERE text = 'after'"))
        }
        #expect(count == 3)
        // Another’s keys of commits are out of reach.
        #expect(
            try connection(as: "ana_pg").rows("DELETE FROM atrium_commit RETURNING role").rows.allSatisfy {
                $0.text(0) == "ana_pg"
            })
    }

    @Test func `a machine's role has what is to be sent, and nothing else`() async throws {
        defer { server.stop() }
        try system.prepare(Self.later)
        try await fill()
        try await system.write("sent", of: Self.ben) {
            try $0.execute(sql: "INSERT INTO sent (id) VALUES (?)", arguments: [Self.ben.rawValue << 40])
        }
        try await system.grant(PostgreSQLRole("worker_pg", of: nil))
        let worker = try connection(as: "worker_pg")
        #expect(try worker.rows("SELECT 1 FROM sent").count == 1)
        #expect(isRefused(worker, "SELECT 1 FROM thing"))
        #expect(isRefused(worker, "INSERT INTO atrium_role VALUES ('worker_pg', 1)"))
        let machine = PostgreSQLSystem(address(of: "worker_pg"), folder: "/nowhere")
        try machine.prepare(Self.later)
        #expect(try await machine.lease("gateway") != nil)
        try await machine.write("sent", of: Self.ana) {
            try $0.execute(sql: "INSERT INTO sent (id) VALUES (?)", arguments: [Self.ana.rawValue << 40])
        }
        // A member of the group by another database of the server has nothing here.
        try administer("CREATE ROLE stranger LOGIN", "GRANT atrium_worker, atrium_member TO stranger")
        let stranger = try connection(as: "stranger")
        for table in ["sent", "thing", "atrium_role", "atrium_lease", "atrium_change WHERE owner > 0"] {
            #expect(try stranger.rows("SELECT 1 FROM \(table)").count == 0)
        }
    }

    @Test func `rights are given again, to tables of later, and taken away`() async throws {
        defer { server.stop() }
        try await fill()
        for _ in 1...2 { try await system.grant(PostgreSQLRole("ana_pg", of: Self.ana)) }
        try system.prepare(Self.later)
        #expect(try connection(as: "ana_pg").rows("SELECT 1 FROM sent").count == 0)
        #expect(try await system.roles() == [PostgreSQLRole("ana_pg", of: Self.ana)])
        // From a user’s to a machine’s.
        try await system.grant(PostgreSQLRole("ana_pg", of: nil))
        #expect(isRefused(try connection(as: "ana_pg"), "SELECT 1 FROM thing"))
        try await system.grant(PostgreSQLRole("ana_pg", of: Self.ana))
        let open = try connection(as: "ana_pg")
        #expect(try open.rows("SELECT 1 FROM thing").count == 3)
        try await system.revoke("ana_pg")
        #expect(isRefused(open, "SELECT 1 FROM thing"))
        #expect(try await system.roles().isEmpty)
        await #expect(throws: RoleFault.notGranted("ana_pg")) { try await system.revoke("ana_pg") }
    }

    @Test func `a role that policies do not bind is refused`() async throws {
        defer { server.stop() }
        try administer(
            "CREATE ROLE strong LOGIN CREATEROLE", "CREATE ROLE heir LOGIN", "GRANT atrium TO heir",
            "CREATE ROLE blind LOGIN BYPASSRLS", "CREATE ROLE nobody")
        for name in ["postgres", "strong", "heir", "blind", "atrium"] {
            await #expect(throws: RoleFault.unbound(name)) {
                try await system.grant(PostgreSQLRole(name, of: Self.ana))
            }
        }
        for name in ["nobody", "no one", "a\"b"] {
            await #expect(throws: RoleFault.noLogin(name)) {
                try await system.grant(PostgreSQLRole(name, of: Self.ana))
            }
        }
    }

    @Test func `an administrator may do what the owner of the tables may not`() async throws {
        defer { server.stop() }
        try administer("ALTER ROLE atrium NOCREATEROLE")
        await #expect(
            throws: RoleFault.administrator(
                statements: "CREATE ROLE atrium_member; CREATE ROLE atrium_worker; GRANT atrium_member TO \"ana_pg\";")
        ) { try await system.grant(PostgreSQLRole("ana_pg", of: Self.ana)) }
        try administer("CREATE ROLE atrium_member", "CREATE ROLE atrium_worker")
        await #expect(throws: RoleFault.administrator(statements: "GRANT atrium_member TO \"ana_pg\";")) {
            try await system.grant(PostgreSQLRole("ana_pg", of: Self.ana))
        }
        #expect(try await system.roles().isEmpty)
        try administer("GRANT atrium_member TO ana_pg")
        try await system.grant(PostgreSQLRole("ana_pg", of: Self.ana))
        // What cannot be taken back is without effect.
        try await fill()
        try await system.revoke("ana_pg")
        #expect(try connection(as: "ana_pg").rows("SELECT 1 FROM thing").count == 0)
    }

    @Test func `a user's role has the plans of the owner of the tables`() async throws {
        defer { server.stop() }
        try await system.write("test", of: Self.ana) {
            try $0.execute(sql: "INSERT INTO thing (owner, id) SELECT 1, n FROM generate_series(1, 5000) AS list (n)")
        }
        try await system.grant(PostgreSQLRole("ana_pg", of: Self.ana))
        let plans = try ["atrium", "ana_pg"].map { role in
            let connection = try connection(as: role, 1, 1)
            if role == "atrium" { _ = try connection.rows("ANALYZE thing") }
            return try connection.rows("EXPLAIN SELECT text FROM thing WHERE owner = 1 ORDER BY id DESC LIMIT 50").rows
                .compactMap { $0.text(0) }
        }
        let line = "Index Scan Backward using thing_pkey on thing"
        for plan in plans { #expect(plan.contains { $0.contains(line) } && !plan.contains { $0.contains("Sort") }) }
    }
}
