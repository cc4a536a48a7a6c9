// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSystems
import AtriumTesting
import Foundation
import Testing

/// The program with roles of a PostgreSQL server, each of which has one user’s data, or all messages; skipped where PostgreSQL
/// is not installed.
@Suite(.enabled(if: PostgreSQLCluster.isInstalled, "PostgreSQL is not installed"))
struct ServerRoleTests {
    /// Ana, who owns the installation, and Ben, each with a role; a role of a machine that sends; and functions: `ana` and
    /// `ben` by these roles, `sql ROLE STATEMENT` by the server’s own program.
    private static func prepare(_ server: PostgreSQLCluster, _ atrium: ProgramUnderTest) async throws -> String {
        let functions = """
            role() { echo '\(server.address)' | sed "s/atrium@/$1@/"; }
            psql=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)/psql
            sql() { "$psql" -qXAt "$(role $1)" -c "SET search_path = atrium" -c "$2" 2>&1; }
            ana() { atrium --store "$(role ana_pg)" --user ana --password-file password "$@"; }
            ben() { atrium --store "$(role ben_pg)" --user ben --password-file ben "$@"; }

            """
        try "another password for Ben\n".write(toFile: atrium.home + "/ben", atomically: true, encoding: .utf8)
        let made = try await atrium(
            functions + """
                atrium store init '\(server.address)' && atrium store use '\(server.address)'
                atrium --password-file password -c 'register ana' && atrium --password-file ben -c 'register ben'
                for role in ana_pg ben_pg worker_pg; do sql postgres "CREATE ROLE $role LOGIN" > /dev/null; done
                sql postgres "ALTER ROLE atrium CREATEROLE" > /dev/null
                atrium store grant ana_pg ana && atrium store grant ben_pg Ben && atrium store grant worker_pg --worker
                atrium store roles
                """)
        #expect(
            made.output.hasSuffix(
                """
                The role ana_pg has the data of ana, and of no other user.
                The role ben_pg has the data of ben, and of no other user.
                The role worker_pg has the messages of all users, to send and receive them.
                role       user
                ana_pg     ana
                ben_pg     ben
                worker_pg  all, to send

                """), "\(made.output) \(made.error)")
        return functions
    }

    @Test func `each role works on one user's data`() async throws {
        let server = try PostgreSQLCluster()
        defer { server.stop() }
        let atrium = try ProgramUnderTest()
        let functions = try await Self.prepare(server, atrium)
        let outcome = try await atrium(
            functions + """
                ana -c 'add Milk for Ana' -c undo -c redo -c 'find milk' -c 'sms send --yes +15551234567 hello' | cut -d' ' -f1-5
                ben -c 'add Rye for Ben' -c 'find milk' -c 'find rye' -c 'set theme dark' | cut -d' ' -f1-5
                ana -c 'account rename Anna' > /dev/null; echo "renamed $?"
                anna() { atrium --store "$(role ana_pg)" --user anna --password-file password "$@"; }
                anna -c 'account rename ben' 2>&1
                atrium --store "$(role ana_pg)" --user anna --password-file ben -c list 2>&1; echo "wrong $?"
                waits 'anna -c list > /dev/null'
                anna -c 'account audit' --json | grep -o '"event":"[a-z-]*"' | sort -u
                # The trail is whole, though each role sees a part of it.
                atrium --user anna --password-file password -c 'account audit verify' | cut -d: -f1
                (echo 'account delete'; echo ben) | ben | cut -d, -f1
                sql postgres 'SELECT count(*) FROM note WHERE owner = 2'
                """)
        #expect(
            outcome.output == """
                Added note 3.
                Took back “add” of note
                Did “add” of note 3
                3  Milk for Ana
                Message 1 to +15551234567: kept.
                Added note 3.
                No note matches.
                3  Rye for Ben
                theme is dark.
                renamed 0
                There is an account “ben” already. Choose another name, or type login.
                Name or password is wrong.
                wrong 77
                "event":"login"
                "event":"refused"
                "event":"register"
                "event":"rename"
                "event":"send"
                The audit trail is whole
                Deleted the account ben
                0

                """, "\(outcome.output) \(outcome.error)")
    }

    @Test func `a user's role sees and changes nothing else, in the program and in plain SQL`() async throws {
        let server = try PostgreSQLCluster()
        defer { server.stop() }
        let atrium = try ProgramUnderTest()
        let functions = try await Self.prepare(server, atrium)
        let refused = try await atrium(
            functions + """
                exec 2>&1
                # Ben is there, and is not by Ana’s role: as a name that is no user’s.
                for name in ben nobody; do
                    atrium --store "$(role ana_pg)" --user $name --password-file ben -c list; echo "status $?"
                done
                waits "ana -c list > /dev/null"
                atrium --store "$(role ana_pg)" --password-file password -c 'register eve'
                ana -c 'account users'
                ana -c 'account invite eve'
                ana -c 'account disable ben'
                ana -c 'account audit verify'
                atrium move --from "$(role ana_pg)" --to sqlite
                # Ana is the owner: another user would have to become it.
                (echo 'account delete'; echo ana) | ana
                for statement in "SELECT id, name FROM accounts" "SELECT count(*) FROM note WHERE owner <> 2" \\
                    "SET atrium.first = 1; SET atrium.last = 1; SELECT count(*) FROM note" \\
                    "UPDATE accounts SET role = 'owner'" "INSERT INTO accounts (name) VALUES ('eve')" \\
                    "DELETE FROM accounts WHERE id = 1 RETURNING 1" "DELETE FROM account_audit" \\
                    "INSERT INTO account_audit VALUES (99, 0, 1, 'login', '', '', '')" \\
                    "SELECT count(*) FROM account_sessions WHERE id >> 40 <> 2" \\
                    "SELECT count(*) FROM account_audit WHERE \\"user\\" <> 2" \\
                    "SELECT count(*) FROM account_kept WHERE \\"user\\" <> 2" "SELECT 1 FROM atrium_lease"; do
                    sql ben_pg "$statement"
                done
                ben -c list > /dev/null; echo "ben $?"
                atrium store revoke ben_pg
                ben -c list > /dev/null; echo "revoked $?"
                """)
        let alone = "has one user’s data alone: this takes the role that owns the tables. Nothing was changed."
        #expect(refused.output.split(separator: "\n").count { $0.hasSuffix(alone) } == 7, "\(refused.output)")
        #expect(
            refused.output.hasSuffix(
                """
                2|ben
                0
                0
                ERROR:  permission denied for table accounts
                ERROR:  permission denied for table accounts
                ERROR:  permission denied for table account_audit
                ERROR:  new row violates row-level security policy for table "account_audit"
                0
                0
                0
                ERROR:  permission denied for table atrium_lease
                ben 0
                The role ben_pg has no rights here any more.
                The role of \(server.address.replacing("atrium@", with: "ben_pg@")) lacks the right to do this: the owner of the \
                tables has to grant it, with GRANT. Nothing was changed.
                revoked 1

                """), "\(refused.output)")
        let unknown = "Name or password is wrong.\nstatus 77\n"
        #expect(refused.output.hasPrefix(unknown + unknown), "\(refused.output)")
    }

    @Test func `a machine's role sends for two users, and is refused their notes`() async throws {
        let server = try PostgreSQLCluster()
        defer { server.stop() }
        let atrium = try ProgramUnderTest()
        let functions = try await Self.prepare(server, atrium)
        let outcome = try await atrium(
            functions + """
                mkdir -p out/ana out/ben
                ana -c sms -c "gateway add folder $PWD/out/ana" -c 'send --yes +15551234567 from ana' > /dev/null
                ben -c sms -c "gateway add folder $PWD/out/ben" -c 'send --yes +15551234568 from ben' > /dev/null
                # Their own roles send nothing.
                ls out/ana out/ben | grep -c atrium-
                "$ATRIUM-gateway" --store "$(role worker_pg)" --once; echo "once $?"
                ls out/ana out/ben | grep -c atrium-
                ana -c sms -c gateway | grep -E '^Accepted'
                sql worker_pg 'SELECT * FROM note'
                sql worker_pg 'SELECT * FROM accounts'
                atrium --store "$(role worker_pg)" --user ana --password-file password -c list > /dev/null; echo "notes $?"
                "$ATRIUM-gateway" --store "$(role ana_pg)" --once; echo "member $?"
                """)
        #expect(
            outcome.output == """
                0
                once 0
                2
                Accepted   1
                ERROR:  permission denied for table note
                ERROR:  permission denied for table accounts
                notes 1
                member 1

                """, "\(outcome.output) \(outcome.error)")
        #expect(outcome.error.contains("lacks the right to do this"), "\(outcome.error)")
    }

    @Test(
        arguments: [
            (
                "C.UTF-8", "The server has no login role eve_pg.",
                "The role of the address may not give these rights, and nothing was changed.", "There is no user eve."
            ),
            (
                "fr_FR.UTF-8", "Le serveur n’a pas de rôle", "ne peut pas donner ces droits",
                "Il n’y a pas d’utilisateur eve."
            ),
            ("zh_CN.UTF-8", "服务器没有登录角色 eve_pg。", "无权授予这些权限", "没有用户 eve。"),
        ])
    func `rights that cannot be given are explained`(
        language: String, noLogin: String, administrator: String, noUser: String
    ) async throws {
        let server = try PostgreSQLCluster()
        defer { server.stop() }
        let atrium = try ProgramUnderTest()
        let outcome = try await atrium(
            """
            psql() { "$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)/psql" -qX '\(server.administration)' -c "$1"; }
            LANG=C.UTF-8 atrium store init '\(server.address)' > /dev/null
            LANG=C.UTF-8 atrium store use '\(server.address)' > /dev/null
            LANG=C.UTF-8 atrium --password-file password -c 'register ana' > /dev/null
            export LANG=\(language)
            atrium store grant eve_pg ana
            psql 'CREATE ROLE eve_pg LOGIN'
            atrium store grant eve_pg ana
            atrium store grant eve_pg eve
            atrium store revoke eve_pg
            atrium store roles
            atrium store grant postgres ana --json
            atrium store grant eve_pg
            psql 'ALTER ROLE atrium CREATEROLE'
            atrium store grant eve_pg ana --json
            atrium store roles --json
            atrium store use '\(server.address)' --json
            atrium store revoke eve_pg --json
            """)
        for part in [
            noLogin, administrator, noUser, "CREATE ROLE atrium_member;", "GRANT atrium_member TO \"eve_pg\";",
        ] {
            #expect(outcome.error.contains(part), "\(part): \(outcome.output) \(outcome.error)")
        }
        #expect(outcome.output.contains(#"[{"role":"eve_pg","user":"ana"}]"#), "\(outcome.output)")
        #expect(
            outcome.output.split(separator: "\n").count { $0.hasPrefix("{") && $0.hasSuffix("}") } == 3,
            "\(outcome.output)")
    }
}
