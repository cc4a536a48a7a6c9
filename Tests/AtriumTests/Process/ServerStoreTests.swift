// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSystems
import AtriumTesting
import Foundation
import Testing

/// The program on a PostgreSQL server of the tests’ own; skipped where PostgreSQL is not installed.
@Suite(.enabled(if: PostgreSQLCluster.isInstalled, "PostgreSQL is not installed"))
struct ServerStoreTests {
    /// Makes the tables on a server, which the home keeps everything on from then on, and the account “ana”.
    private static func prepare(_ server: PostgreSQLCluster, _ atrium: ProgramUnderTest) async throws {
        let made = try await atrium(
            "atrium store init '\(server.address)' && atrium store use '\(server.address)'")
        #expect(made.status == 0, "\(made.error)")
        try await atrium.register()
    }

    @Test func `a server is prepared, named, and keeps every app's data`() async throws {
        let server = try PostgreSQLCluster()
        defer { server.stop() }
        let atrium = try ProgramUnderTest()
        let bare = try await atrium("atrium --store '\(server.address)' -c list")
        #expect(bare.status == 1)
        #expect(bare.error.contains(" atrium store init '\(server.address)'"), "\(bare.error)")
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
        try await Self.prepare(server, atrium)
        for command in ["backup all.backup", "restore --yes all.backup"] {
            let refused = try await atrium("atrium \(command)")
            #expect(refused.status == 1)
            #expect(refused.error.contains("Everything is kept at \(server.address)."), "\(refused.error)")
        }
        let daily = try await atrium("atrium --user ana --password-file password -c 'set backup.daily on'")
        #expect(daily.status == 1)
        #expect(daily.error.contains("pg_dump"), "\(daily.error)")
        for setting in ["notes.store", "sms.store"] {
            let words = ["", " sqlite", " server"].map { "-c 'set \(setting)\($0)'" }.joined(separator: " ")
            let stores = try await atrium("atrium --user ana --password-file password \(words)")
            #expect(stores.output == String(repeating: "\(setting) is server.\n", count: 3), "\(stores.error)")
        }
        let backups = try await atrium("atrium --user ana --password-file password -c 'account backups'")
        #expect(backups.error.contains("and is backed up there, with pg_dump."), "\(backups.output) \(backups.error)")
        #expect(!backups.error.contains("set backup.daily on"), "\(backups.error)")
        let doctor = try await atrium("atrium doctor")
        #expect(doctor.error.contains("The tables at \(server.address) were not examined"), "\(doctor.error)")
        #expect(!doctor.output.contains("store.missing"), "\(doctor.output)")
    }

    @Test func `an unfinished copy is not used, and what waits in a copy is in doubt`() async throws {
        let server = try PostgreSQLCluster()
        defer { server.stop() }
        let atrium = try ProgramUnderTest()
        try await atrium.register()
        let outcome = try await atrium(
            """
            server='\(server.address)'
            sql() { "$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)/psql" -qXAt '\(server.administration)' -c "$1"; }
            ana() { atrium --user ana --password-file password "$@"; }
            mkdir out
            ana -c sms -c "gateway add folder $PWD/out" -c 'send --yes --at "in 3 days" +15551234567 later' > /dev/null
            atrium move --from sqlite --to "$server" 2>&1 | grep -c 'is sent twice: 1\\.'
            # As a move leaves it that was killed.
            sql "SET ROLE atrium; CREATE TABLE atrium.atrium_move AS SELECT '$PWD/data/atrium.sqlite' AS source"
            atrium store use "$server" 2>&1 | grep -c 'unfinished copy of'
            ana --store "$server" -c 'add lost' 2>&1 | grep -c 'unfinished copy of'
            atrium --store "$server" doctor 2>&1 | grep -q 'unfinished copy of' && echo told
            ls data/store 2> /dev/null
            atrium move --from sqlite --to "$server" | grep -c 'counted and compared'
            ana -c 'sms find is:doubt' | grep -c later
            atrium store use "$server" > /dev/null && ana -c 'sms find is:doubt' | grep -c later
            """)
        #expect(outcome.output == "1\n1\n1\ntold\n1\n0\n1\n", "\(outcome.output) \(outcome.error)")
    }

    @Test func `what a server remarks while it is connected to does not reach the terminal`() async throws {
        let server = try PostgreSQLCluster()
        defer { server.stop() }
        let atrium = try ProgramUnderTest()
        let outcome = try await atrium(
            """
            atrium store init '\(server.address)' > /dev/null
            "$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)/psql" -qX '\(server.administration)' \
                -c "UPDATE pg_database SET datcollversion = '2.30'"
            atrium store init '\(server.address)'
            mkdir -p data && : > data/store
            atrium -c list
            """)
        #expect(!outcome.error.contains("WARNING"), "\(outcome.error)")
        #expect(outcome.error.contains("data/store names no store."), "\(outcome.error)")
    }

    @Test func `data of a user whose account is gone is found on a server`() async throws {
        let server = try PostgreSQLCluster()
        defer { server.stop() }
        let atrium = try ProgramUnderTest()
        try "another password for Ben\n".write(toFile: atrium.home + "/ben", atomically: true, encoding: .utf8)
        try await Self.prepare(server, atrium)
        let filled = try await atrium(
            """
            echo 'date,direction,address,text' > m.csv
            echo '2026-01-01 10:00,in,+33612345678,hello there' >> m.csv
            atrium --password-file ben -c 'register ben' -c 'add The note of Ben' -c 'set sms.store archive' \
                -c 'sms import m.csv' > /dev/null
            """)
        #expect(filled.status == 0, "\(filled.error)")
        #expect(try await atrium("atrium doctor").output == "All is well.\n")
        let system = PostgreSQLSystem(server.address, folder: atrium.home)
        defer { system.close() }
        try await system.write("account", of: PostgreSQLSystem.allOwners) {
            try $0.execute(sql: "DELETE FROM accounts WHERE id = 2")
        }
        let outcome = try await atrium(
            """
            atrium doctor; echo "status $?"
            ana='atrium --user ana --password-file password'
            $ana -c 'account export --of 2 found.archive'; echo "export $?"
            (echo 'account delete --of 2'; echo yes) | $ana; echo "delete $?"
            atrium doctor
            """)
        for part in [
            "notes.user  Notes keeps data of user 2, whose account is gone: 3 notes.  The owner can write",
            "sms.user    SMS keeps data of user 2, whose account is gone: 1 message.", "status 1\n", "export 0\n",
            "delete 0\nAll is well.\n",
        ] {
            #expect(outcome.output.contains(part), "\(part) \(outcome.output) \(outcome.error)")
        }
    }

    @Test func `a worker takes over from one that was killed, and each message is sent once`() async throws {
        let server = try PostgreSQLCluster()
        defer { server.stop() }
        let atrium = try ProgramUnderTest()
        try await Self.prepare(server, atrium)
        let outcome = try await atrium(
            """
            mkdir -p out/sent out/failed out/incoming
            ana() { atrium --user ana --password-file password -c sms "$@"; }
            # As many messages as given are sent, within a minute.
            sent() {
                tries=0
                until [ "$(ls out/sent | wc -l)" = "$1" ] || [ $tries = 600 ]; do sleep 0.1; tries=$((tries + 1)); done
                ls out/sent | wc -l
            }
            ana -c "gateway add folder $PWD/out" -c 'send --yes +15551234567 alone' > /dev/null
            (while [ ! -e stop ]; do mv out/atrium-* out/sent/ 2> /dev/null; sleep 0.01; done) & mover=$!
            sent 1
            "$ATRIUM-gateway" & first=$!
            ana -c 'send --yes +15551234567 with one' > /dev/null
            sent 2
            "$ATRIUM-gateway" & second=$!
            i=0
            while [ $i -lt 20 ]; do echo "send --yes +155500000$((10 + i)) text $i"; i=$((i + 1)); done > lines
            (echo sms; head -n 10 lines) | atrium --user ana --password-file password > /dev/null
            kill -9 $first; wait $first 2> /dev/null
            (echo sms; tail -n 10 lines) | atrium --user ana --password-file password > /dev/null
            sent 22
            ls out/sent | cut -d- -f2 | sort -u | wc -l
            kill $second; wait $second; echo $?
            "$ATRIUM-gateway" --once
            touch stop; wait $mover
            ana -c gateway | grep -E '^(Kept|Handed|Accepted|In doubt|Sent)'
            ls data/*.sqlite 2> /dev/null | wc -l
            """)
        #expect(
            outcome.output == """
                1
                2
                22
                22
                0
                Kept       0
                Sent       22
                0

                """, "\(outcome.error)")
    }

    @Test func `a worker without the key of the gateways leaves the lease to others`() async throws {
        let server = try PostgreSQLCluster()
        defer { server.stop() }
        let atrium = try ProgramUnderTest()
        try await Self.prepare(server, atrium)
        let outcome = try await atrium(
            """
            leases() {
                "$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)/psql" -qXAt '\(server.administration)' \
                    -c 'SELECT count(*) FROM atrium.atrium_lease'
            }
            echo hush > secret
            atrium --user ana --password-file password -c sms \
                -c 'gateway add kannel http://127.0.0.1:9 --user tester --from 8123 --secret secret' > /dev/null 2>&1
            waits '[ "$(leases)" = 0 ]'
            mkdir other
            "$ATRIUM-gateway" --home "$PWD/other" --store '\(server.address)' 2> told & keyless=$!
            waits 'grep -q . told'
            grep -c gateway.key told
            "$ATRIUM-gateway" --home "$PWD/other" --store '\(server.address)' --once 2>&1 | grep -c gateway.key
            leases
            "$ATRIUM-gateway" 2> /dev/null & worker=$!
            waits '[ "$(leases)" = 1 ]'
            leases
            kill $keyless $worker; wait
            """)
        #expect(outcome.output == "1\n1\n0\n1\n", "\(outcome.output) \(outcome.error)")
    }

    @Test func `a text that was edited while the server went is a draft`() async throws {
        let server = try PostgreSQLCluster()
        defer { server.stop() }
        let folder = try #require(server.address.split(separator: "host=").last)
        let atrium = try ProgramUnderTest()
        try await Self.prepare(server, atrium)
        let outcome = try await atrium(
            """
            {
                echo '#!/bin/sh'
                echo 'kill -INT $(head -n 1 \(folder)/data/postmaster.pid)'
                echo 'while [ -e \(folder)/data/postmaster.pid ]; do sleep 0.05; done'
                echo 'echo typed >> "$1"'
            } > ed
            chmod +x ed
            EDITOR=./ed atrium --user ana --password-file password -c 'edit 1'; echo $?
            grep -rl typed data | wc -l
            """)
        #expect(outcome.output == "1\n1\n", "\(outcome.output) \(outcome.error)")
        #expect(
            outcome.error.contains("cannot be reached")
                && outcome.error.hasSuffix("Your text is kept as a draft; after logging in, edit 1 continues it.\n"),
            "\(outcome.error)")
    }

    @Test func `tables that another program holds, and a server that takes no changes, are named`() async throws {
        let server = try PostgreSQLCluster()
        defer { server.stop() }
        let atrium = try ProgramUnderTest()
        try await Self.prepare(server, atrium)
        let outcome = try await atrium(
            """
            sql() { "$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)/psql" -qXAt '\(server.administration)' -c "$1"; }
            ana() { atrium --user ana --password-file password -c "$@"; }
            sql 'BEGIN; LOCK TABLE atrium.note IN EXCLUSIVE MODE; SELECT pg_sleep(600)' 2> /dev/null & holder=$!
            held() { sql "SELECT 1 FROM pg_locks WHERE mode = 'ExclusiveLock' AND relation = 'atrium.note'::regclass"; }
            waits '[ "$(held)" = 1 ]'
            ana 'add held'; echo $?
            sql "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(600)' AND pid <> pg_backend_pid()"
            wait $holder
            ana 'add free'; echo $?
            # As a server is that has become a standby while a program is connected.
            sql "CREATE FUNCTION standby() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN
                RAISE EXCEPTION USING ERRCODE = ''25006''; END';
                CREATE TRIGGER standby BEFORE INSERT ON atrium.note EXECUTE FUNCTION standby()"
            ana 'add never'; echo $?
            """)
        #expect(outcome.output == "1\nt\nAdded note 3.\n0\n1\n", "\(outcome.output) \(outcome.error)")
        #expect(
            outcome.error == """
                Another program has held tables at \(server.address) locked for too long. Nothing was changed; try again.
                \(server.address) takes no changes now: the server is a standby, or read-only. Nothing was changed.

                """, "\(outcome.error)")
    }

    @Test func `everything moves to a server and back, however often the program is killed`() async throws {
        let server = try PostgreSQLCluster()
        defer { server.stop() }
        let atrium = try ProgramUnderTest()
        try await atrium.register()
        let outcome = try await atrium(
            """
            server='\(server.address)'
            ana() { atrium --user ana --password-file password "$@"; }
            echo 'date,direction,address,text' > m.csv
            i=0
            while [ $i -lt 3000 ]; do
                echo "2026-01-01 10:00,in,+3361234$((1000 + i % 50)),text $i"
                i=$((i + 1))
            done >> m.csv
            ana -c 'add Milk and 你好吗' -c 'go sms' -c 'import m.csv' > /dev/null
            sum=$(cksum < data/atrium.sqlite)
            for pause in 0.1 0.2 0.3 0.4 0.5 0.6; do
                "$ATRIUM" move --from sqlite --to "$server" > /dev/null 2>&1 & pid=$!
                sleep $pause
                kill -9 $pid
                wait $pid && break
            done 2> /dev/null
            # If the last one was killed behind its end, there is nothing left to do.
            atrium move --from sqlite --to "$server" 2>&1 | grep -cE 'counted and compared|data at'
            atrium move --from sqlite --to "$server" 2>&1 | grep -c 'data at'
            [ "$sum" = "$(cksum < data/atrium.sqlite)" ] && echo untouched
            atrium store use "$server" > /dev/null
            mv data/atrium.sqlite former.sqlite
            ana -c 'find 好吗' -c 'go sms' -c 'find "text 2999"' -c 'find text' | grep -cE 'Milk|text 2999'
            ana -c 'add Later' > /dev/null
            atrium move --from "$server" --to sqlite | grep -c 'counted and compared'
            atrium store use sqlite > /dev/null
            ana -c 'find later' -c 'go sms' -c 'find "text 2999"' | grep -cE 'Later|text 2999'
            atrium doctor > /dev/null && echo sound
            atrium move --from sqlite --to sqlite 2> /dev/null || echo refused
            """)
        #expect(
            outcome.output == """
                1
                1
                untouched
                3
                1
                2
                sound
                refused

                """, "\(outcome.error)")
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
