// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTesting
import Testing

/// The program on a PostgreSQL server of the tests’ own; skipped where PostgreSQL is not installed.
@Suite(.enabled(if: PostgreSQLCluster.isInstalled, "PostgreSQL is not installed"))
struct ServerStoreTests {
    @Test func `a server is prepared, named, and keeps every app's data`() async throws {
        let server = try PostgreSQLCluster()
        defer { server.stop() }
        let atrium = try ProgramUnderTest()
        let bare = try await atrium("atrium --store '\(server.address)' -c list")
        #expect(bare.status == 1)
        #expect(bare.error.contains("store init \(server.address)"), "\(bare.error)")
        let outcome = try await atrium(
            """
            atrium store init '\(server.address)' && atrium store use '\(server.address)'
            """)
        #expect(outcome.output.contains("The tables are at \(server.address)."), "\(outcome.error)")
        try await atrium.register()
        let used = try await atrium(
            """
            ana='atrium --user ana --password-file password'
            echo 'date,direction,address,text' > m.csv
            echo '2026-01-01 10:00,in,+33612345678,hello there' >> m.csv
            $ana -c 'add Milk and 你好吗' -c 'go sms' -c 'import m.csv' > /dev/null; echo $?
            $ana -c 'go sms' -c 'find hello'
            $ana -c 'find 好吗' -c 'undo' -c 'find 好吗'
            ls data/*.sqlite 2>/dev/null | wc -l
            """)
        #expect(used.output.hasPrefix("0\n"), "\(used.error)")
        #expect(used.output.contains("hello there"))
        #expect(used.output.contains("Milk and 你«好吗»"))
        #expect(used.output.contains("Took back “add” of note 3."), "\(used.output)")
        #expect(used.output.hasSuffix("0\n"))
    }

    @Test func `a server is backed up by its own means, and its tables are not examined`() async throws {
        let server = try PostgreSQLCluster()
        defer { server.stop() }
        let atrium = try ProgramUnderTest()
        let outcome = try await atrium(
            "atrium store init '\(server.address)' && atrium store use '\(server.address)'")
        #expect(outcome.status == 0, "\(outcome.error)")
        try await atrium.register()
        for command in ["backup all.backup", "restore --yes all.backup"] {
            let refused = try await atrium("atrium \(command)")
            #expect(refused.status == 1)
            #expect(refused.error.contains("Everything is kept at \(server.address)."), "\(refused.error)")
        }
        let daily = try await atrium("atrium --user ana --password-file password -c 'set backup.daily on'")
        #expect(daily.status == 1)
        #expect(daily.error.contains("pg_dump"), "\(daily.error)")
        let doctor = try await atrium("atrium doctor")
        #expect(doctor.error.contains("The tables at \(server.address) were not examined"), "\(doctor.error)")
        #expect(!doctor.output.contains("store.missing"), "\(doctor.output)")
    }

    @Test func `what is no address of a server is refused`() async throws {
        let atrium = try ProgramUnderTest()
        #expect(try await atrium("atrium store init memory").status != 0)
        #expect(try await atrium("atrium --store mysql://db -c list").status != 0)
        let lost = try await atrium("atrium --store 'postgres://me:secret@/db?host=/nowhere' -c list")
        #expect(lost.status == 1)
        #expect(lost.error.contains("postgres://me@/db?host=/nowhere"))
        #expect(!lost.error.contains("secret"))
    }
}
