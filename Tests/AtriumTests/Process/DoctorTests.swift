// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// A store that was damaged on purpose: every damage is named, and mended where that loses nothing.
final class DoctorTests: RegisteredProgram {
    /// One damage, and how it is named.
    private struct Damage {
        /// What damages the home: SQL, or a command of the system’s shell in the home.
        enum Deed {
            case sql(String)
            case archive(String)
            case shell(String)
        }

        let deed: Deed
        let code: String
        /// Whether `--repair` mends it.
        let isMended: Bool

        init(_ sql: String, _ code: String, isMended: Bool = true) {
            self.init(.sql(sql), code, isMended: isMended)
        }

        init(_ deed: Deed, _ code: String, isMended: Bool) {
            (self.deed, self.code, self.isMended) = (deed, code, isMended)
        }
    }

    private static let ofNotes: [Damage] = [
        Damage("DELETE FROM note WHERE id & 1048575 = 4", "notes.count"),
        Damage("DELETE FROM note WHERE id & 1048575 = 4", "notes.index"),
        Damage("DELETE FROM note WHERE id & 1048575 = 3", "notes.attachment"),
        Damage("UPDATE note_owner SET active = active + 7", "notes.count"),
        Damage("UPDATE note_owner SET last = 1", "notes.count"),
        Damage("UPDATE note_owner SET trashed = 'many'", "notes.count"),
        Damage("DELETE FROM note_owner", "notes.count"),
        Damage("UPDATE note SET owner = 77 WHERE id & 1048575 = 4", "notes.owner"),
        Damage("UPDATE note SET content = content || ' more' WHERE id & 1048575 = 4", "notes.index"),
        Damage("UPDATE note SET content = CAST(content AS BLOB) WHERE id & 1048575 = 4", "notes.type"),
        Damage("UPDATE note SET heading = 'other' WHERE id & 1048575 = 4", "notes.title"),
        Damage("UPDATE note_label SET count = 40", "notes.label"),
        Damage("DELETE FROM note_label", "notes.label"),
        Damage("INSERT INTO note_label VALUES (1, 0, 'ghost', 'ghost', 2)", "notes.label"),
        Damage("INSERT INTO note_alias VALUES (1, 'ghost', (SELECT min(id) FROM note))", "notes.alias"),
        Damage("INSERT INTO note_text(note_text) VALUES ('delete-all')", "notes.index"),
        Damage("INSERT INTO note_text(rowid, text) VALUES (999, 'ghost')", "notes.index"),
        Damage("UPDATE note_text_data SET block = x'00ff'", "notes.index"),
        Damage("DELETE FROM note_text_data", "notes.index", isMended: false),
        Damage("DROP TABLE note_text", "notes.index"),
        Damage("DROP TABLE note_label", "notes.label"),
        Damage("DROP TABLE note_alias", "notes.alias"),
        Damage("INSERT INTO note_version VALUES (12345, 1, 1, 'old', NULL)", "notes.version"),
        Damage("DELETE FROM note_blob", "notes.file.missing", isMended: false),
        Damage("UPDATE note_blob SET bytes = x'0102'", "notes.file.changed", isMended: false),
        Damage("UPDATE note_blob SET size = 1", "notes.file.size"),
        Damage("DELETE FROM note_attachment", "notes.file.unused"),
        Damage("INSERT INTO note_unfinished VALUES ((1 << 40) + 5, x'00ff', 1)", "notes.draft"),
        Damage("UPDATE note SET sealed = x'01' WHERE id & 1048575 = 4", "notes.key", isMended: false),
        Damage("UPDATE note SET sealed = x'00' WHERE id & 1048575 = 4", "notes.sealed", isMended: false),
        Damage("INSERT INTO note_query VALUES (1, 'x', 'x', '')", "notes.query"),
        Damage("UPDATE note_change SET changes = CAST('{broken' AS BLOB)", "notes.journal"),
        Damage("UPDATE note_change SET state = 9", "notes.journal"),
        Damage("DROP INDEX note_by_date", "notes.tables"),
        Damage("DROP TABLE note_query", "notes.tables", isMended: false),
    ]

    private static let ofMessages: [Damage] = [
        Damage("DELETE FROM sms_thread", "sms.conversation.missing"),
        Damage("UPDATE sms_thread SET owner = 77", "sms.conversation.owner"),
        Damage("UPDATE sms_thread SET leader = 1", "sms.conversation.leader"),
        Damage("UPDATE sms_thread SET number = 1", "sms.conversation.leader"),
        Damage("UPDATE sms_thread SET count = 99", "sms.sum"),
        Damage("UPDATE sms_thread SET unread = 5", "sms.sum"),
        Damage("UPDATE sms_thread SET last_date = 5", "sms.sum"),
        Damage("UPDATE sms_message SET is_read = 0", "sms.sum"),
        Damage("DELETE FROM sms_message WHERE id = (SELECT max(id) FROM sms_message)", "sms.sum"),
        Damage("UPDATE sms_tally SET count = count + 1", "sms.tally"),
        Damage("DELETE FROM sms_tally", "sms.tally"),
        Damage("UPDATE sms_owner SET last_message = 0", "sms.counter"),
        Damage("UPDATE sms_message SET content = 'changed'", "sms.index"),
        Damage("INSERT INTO sms_text(sms_text) VALUES ('delete-all')", "sms.index"),
        Damage("UPDATE sms_text_data SET block = x'00ff'", "sms.index"),
        Damage("UPDATE sms_message SET content = CAST(content AS BLOB)", "sms.type"),
        Damage("INSERT INTO sms_part VALUES (99, 0, 'image/png', NULL, 1, NULL, NULL)", "sms.part"),
        Damage("INSERT INTO sms_participant VALUES (99, 0, 1, '+1')", "sms.participant"),
        Damage("INSERT INTO sms_queue VALUES (99, 'k', 1, NULL, 0, NULL, NULL)", "sms.queue"),
        Damage("INSERT INTO sms_former VALUES (99, 0, NULL, NULL)", "sms.former"),
        Damage(
            "INSERT INTO sms_part SELECT max(id), 0, 'image/png', NULL, 1, x'01', NULL FROM sms_message",
            "sms.file.missing", isMended: false),
        Damage(
            """
            INSERT INTO sms_part SELECT max(id), 0, 'image/png', NULL, 1, x'01', NULL FROM sms_message;
            INSERT INTO sms_data VALUES (NULL, 1, x'01', x'02')
            """, "sms.file.changed", isMended: false),
        Damage("INSERT INTO sms_data VALUES (NULL, 1, x'01', x'02')", "sms.file.unused"),
        Damage("INSERT INTO sms_kept VALUES (1, 'gateway', 'box', x'7b')", "sms.kept", isMended: false),
        Damage("UPDATE sms_change SET changes = CAST('no' AS BLOB)", "sms.journal"),
    ]

    /// Damages of accounts and of other files, beside which notes and messages can be read.
    private static let besides: [Damage] = [
        Damage(.archive("UPDATE sms_tally SET count = count + 1"), "sms.archive.tally", isMended: true),
        Damage("UPDATE accounts SET name_key = 'other'", "account.name"),
        Damage("UPDATE accounts SET role = 'member'", "account.owner"),
        Damage(
            "INSERT INTO accounts (name, name_key, password_hash, created_at, role) SELECT 'eve', 'eve', password_hash, 1, 'owner' FROM accounts",
            "account.owner"),
        Damage("UPDATE accounts SET password_hash = 'x'", "account.password", isMended: false),
        Damage("UPDATE accounts SET language = 'xx'", "account.language"),
        Damage("INSERT INTO account_sessions VALUES (99, NULL, 1, 1, 1, '', NULL, '', NULL)", "account.session"),
        Damage("INSERT INTO account_kept VALUES (99, 'preference', 'theme', 'dark')", "account.setting"),
        Damage("INSERT INTO account_kept VALUES (1, 'preference', 'theme', 'plaid')", "setting", isMended: false),
        Damage(
            """
            DROP TRIGGER account_audit_is_not_changed;
            UPDATE account_audit SET subject = 'other';
            CREATE TRIGGER account_audit_is_not_changed BEFORE UPDATE ON account_audit
                BEGIN SELECT RAISE(ABORT, 'the audit trail only grows'); END
            """, "account.audit", isMended: false),
        Damage("DROP TRIGGER account_audit_is_not_cut", "account.tables"),
        Damage("INSERT INTO account_removed SELECT id, name FROM accounts", "account.removed"),
        Damage(.shell("chmod 644 atrium.sqlite"), "file.mode", isMended: true),
        Damage(.shell("chmod 755 ."), "file.mode", isMended: true),
        Damage(.shell("chmod 755 drafts"), "file.mode", isMended: true),
        Damage(.shell("ln -s /etc/passwd link"), "file.kind", isMended: false),
        Damage(.shell("mkfifo pipe"), "file.kind", isMended: false),
        Damage(.shell("printf '\\377\\376' > drafts/1.notes"), "file.text", isMended: false),
        Damage(.shell("printf x > .draft-abc.part"), "file.left", isMended: true),
        Damage(.shell("mkdir backups; printf x > backups/atrium-2026-01-01.backup"), "backup.damaged", isMended: false),
    ]

    /// Damages that hide others.
    private static let alone: [Damage] = [
        Damage("DELETE FROM accounts", "notes.user", isMended: false),
        Damage("UPDATE accounts SET id = 9", "sms.user", isMended: false),
        Damage(
            "INSERT INTO account_kept VALUES (1, 'preference', 'notes.store', 'markdown:/missing/folder')",
            "notes.folder",
            isMended: false),
        Damage(.shell("printf '' > atrium.sqlite"), "store.empty", isMended: false),
        Damage(.shell("rm atrium.sqlite"), "store.missing", isMended: false),
        Damage(.shell("head -c 5000 /dev/urandom > atrium.sqlite"), "store.damaged", isMended: false),
        Damage(
            .shell("head -c 4096 /dev/zero | dd of=atrium.sqlite bs=4096 seek=2 conv=notrunc 2> /dev/null"),
            "store.damaged", isMended: false),
        Damage(
            .shell("head -c 20000 atrium.sqlite > x; cat x > atrium.sqlite; rm x"), "store.damaged", isMended: false),
        Damage("PRAGMA application_id = 5", "store.foreign", isMended: false),
        Damage(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'sms_thread_leader')
            WHERE name = 'sms_thread_person'
            """, "store.damaged", isMended: false),
        Damage(.shell("printf '' > archive.sqlite"), "store.empty", isMended: false),
        Damage(.shell("chmod 400 archive.sqlite"), "file.unreadable", isMended: true),
        Damage(.shell("printf x > RESTORING"), "file.left", isMended: true),
        Damage(
            .shell("mkdir -p ../.data.restoring-abcdef && printf x > ../.data.restoring-abcdef/RESTORING"), "file.left",
            isMended: true),
    ]

    /// The damages of each case.
    ///
    /// Notes, messages and accounts have no table in common.
    private static let cases: [[Damage]] =
        ofNotes.indices.map { row in [ofNotes, ofMessages, besides].flatMap { $0.dropFirst(row).prefix(1) } }
        + alone.map { [$0] }

    /// A home with notes, files, messages, an archive and drafts.
    private func prepare() async throws {
        let outcome = try await atrium(
            """
            printf picture > p.png
            printf '<smses count="2"><sms address="+15551234567" date="1609459200000" type="1" body="Happy new year" read="0"/><sms address="+15550000001" date="1409459200000" type="2" body="Long ago" read="1"/></smses>' > b.xml
            \(ana) -c 'add Milk #food' -c 'attach 3 p.png' -c 'add --in Work Report' -c 'pin 4' -c 'remove 2' -c sms -c 'import b.xml' -c 'send +15551234567 Hello' > /dev/null
            \(ana) -c sms -c 'archive-before --yes 2020-01-01' > /dev/null; ls data
            """)
        #expect(outcome.output.contains("archive.sqlite"), "\(outcome.error)")
    }

    @Test func `a sound store is said to be so, after every kind of change`() async throws {
        try await prepare()
        let outcome = try await atrium(
            """
            atrium doctor; echo $?
            \(ana) -c 'modify 3 Oat milk #drink' -c 'tag 4 later' -c 'remove 4' -c 'restore 4' -c 'purge 2' -c undo > /dev/null
            atrium doctor; echo $?
            \(ana) -c doctor; echo $?
            atrium doctor --json; echo $?
            LANG=C atrium doctor --lang fr
            """)
        #expect(
            outcome.output.hasPrefix("All is well.\n0\nAll is well.\n0\nAll is well.\n0\n[]\n0\n"),
            "\(outcome.output) \(outcome.error)")
        #expect(outcome.output.contains("locale"))
    }

    /// Each part takes every fourth case, so that they are tried side by side.
    @Test(arguments: 0..<4)
    func `every damage is named, and mended where nothing is lost by it`(_ part: Int) async throws {
        try await prepare()
        let script = """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1], isolation_level=None)
            c.executescript(sys.argv[2])
            c.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            """
        try script.write(toFile: atrium.home + "/sql.py", atomically: true, encoding: .utf8)
        _ = try await atrium("python3 sql.py data/atrium.sqlite 'SELECT 1'; mv data whole")
        #expect(Self.cases.joined().count >= 50)
        #expect(Self.ofMessages.count <= Self.ofNotes.count && Self.besides.count <= Self.ofNotes.count)
        // A user’s SQLite cannot put away what it keeps beside a file that is only read.
        for (number, damages) in Self.cases.enumerated() where number % 4 == part {
            var statements: [String] = []
            var deeds: [String] = []
            for damage in damages {
                switch damage.deed {
                case .sql(let sql): statements.append(sql)
                case .archive(let sql): deeds.append("python3 sql.py data/archive.sqlite \(Self.quoted(sql))")
                case .shell(let command): deeds.append("(cd data && \(command))")
                }
            }
            if !statements.isEmpty {
                let sql = statements.joined(separator: ";\n")
                deeds.insert("python3 sql.py data/atrium.sqlite \(Self.quoted(sql))", at: 0)
            }
            let outcome = try await atrium(
                """
                rm -rf data .data*; cp -a whole data
                \(deeds.joined(separator: " && ")) || echo "not damaged"
                sums() {
                    (cd data && find . -type f ! -name '*-wal' ! -name '*-shm' | sort | xargs cksum
                    find . ! -name '*-wal' ! -name '*-shm' -printf '%m %p\\n' | sort)
                }
                sums > before
                atrium doctor --json; echo "status $?"
                sums | cmp -s before || echo "changed"
                atrium doctor --repair --json; echo "mended $?"
                atrium doctor --json; echo "again $?"
                """)
            let first = outcome.output.components(separatedBy: "\n").first ?? ""
            let again = outcome.output.components(separatedBy: "\nmended ").last ?? ""
            #expect(outcome.output.contains("status 1"), "\(number)")
            #expect(!outcome.output.contains("not damaged") && !outcome.output.contains("\nchanged"), "\(number)")
            for damage in damages {
                let name = "\(number): \(damage)"
                #expect(first.contains("\"code\":\"\(damage.code)\""), "\(name) \(outcome.output) \(outcome.error)")
                let isStillNamed = again.contains("\"code\":\"\(damage.code)\"")
                #expect(isStillNamed != damage.isMended, "\(name) \(outcome.output)")
                if !damage.isMended { #expect(again.contains("again 1"), "\(name) \(outcome.output)") }
            }
        }
    }

    @Test func `data of a user whose account is gone stays, until the owner exports or deletes it`() async throws {
        try "another password for Ben\n".write(toFile: atrium.home + "/ben", atomically: true, encoding: .utf8)
        let outcome = try await atrium(
            """
            atrium --password-file ben -c 'register ben' -c 'add The note of Ben' -c 'protect 3' > /dev/null
            python3 -c "import sqlite3; c = sqlite3.connect('data/atrium.sqlite'); \
            c.execute('DELETE FROM accounts WHERE id = 2'); c.commit()"
            atrium doctor --repair > /dev/null; atrium doctor; echo "status $?"
            \(ana) -c 'account export --of 1 x'; echo "own $?"
            \(ana) -c 'account export --of 7 x'; echo "none $?"
            \(ana) -c 'account export --of 2 found.archive' > /dev/null; echo "export $?"
            atrium --password-file ben -c 'register cara' -c 'account import --yes found.archive' > /dev/null; echo "import $?"
            atrium --password-file ben --user cara -c list
            (echo 'account delete --of 2'; echo yes) | atrium --user ana --password-file password
            echo "delete $?"
            atrium doctor; \(ana) -c 'account audit --limit 2'
            """)
        let text = outcome.output
        #expect(text.hasPrefix("notes.user  Notes keeps data of user 2, whose account is gone: 3 notes."), "\(text)")
        for part in ["status 1\n", "own 1\n", "none 1\n", "export 0\n", "import 0\n", "The note of Ben", "delete 0\n"] {
            #expect(text.contains(part), "\(part) \(text) \(outcome.error)")
        }
        #expect(text.contains("All is well.\n"), "\(text)")
        #expect(
            outcome.error.contains("User 1 has an account") && outcome.error.contains("a user 7"), "\(outcome.error)")
    }

    @Test func `the space of removed data is in no backup, and is given back`() async throws {
        let outcome = try await atrium(
            """
            head -c 20000000 /dev/zero > large
            \(ana) -c 'attach 1 large' -c 'detach --yes 1 large' -c 'remove 1' -c 'purge --yes 1' > /dev/null
            atrium backup b > /dev/null; [ $(stat -c %s b) -lt 5000000 ]; echo "small $?"
            atrium doctor; atrium doctor --repair > /dev/null; echo "repaired $?"
            [ $(stat -c %s data/atrium.sqlite) -lt 5000000 ]; echo "small $?"
            atrium doctor; \(ana) -c 'list limit:1'
            """)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.first == "small 0" && lines.dropFirst().first?.hasPrefix("store.space") == true, "\(outcome)")
        #expect(lines.dropFirst(2).prefix(3) == ["repaired 0", "small 0", "All is well."], "\(outcome)")
    }

    @Test func `messages that only the archive has of a user whose account is gone are found`() async throws {
        try "another password for Ben\n".write(toFile: atrium.home + "/ben", atomically: true, encoding: .utf8)
        let outcome = try await atrium(
            """
            echo 'date,direction,address,text' > m.csv
            echo '2026-01-01 10:00,in,+33612345678,hello there' >> m.csv
            atrium --password-file ben -c 'register ben' -c 'set sms.store archive' -c 'sms import m.csv' > /dev/null
            python3 -c "import sqlite3; c = sqlite3.connect('data/atrium.sqlite'); \
            c.execute('DELETE FROM accounts WHERE id = 2'); c.execute('DELETE FROM account_kept WHERE user = 2'); \
            c.execute('DELETE FROM account_sessions'); c.commit()"
            atrium doctor; echo "status $?"
            (echo 'account delete --of 2'; echo yes) | atrium --user ana --password-file password
            atrium doctor
            """)
        let text = outcome.output
        #expect(text.contains("SMS keeps data of user 2, whose account is gone: 1 message."), "\(text)")
        #expect(text.contains("status 1\n") && text.hasSuffix("All is well.\n"), "\(text) \(outcome.error)")
    }

    @Test func `after the last owner the next new user becomes it, not a disabled one`() async throws {
        let outcome = try await atrium(
            """
            \(ana) -c 'account invite ben' -c 'account disable ben' > /dev/null 2>&1
            (echo 'account delete'; echo ana) | \(ana) > /dev/null; echo "delete $?"
            atrium doctor --repair
            atrium --password-file password -c 'register cara' > /dev/null; atrium --user cara --password-file password \
                -c 'account users'
            atrium doctor
            """)
        #expect(outcome.output.hasPrefix("delete 0\nAll is well.\n"), "\(outcome.output) \(outcome.error)")
        #expect(outcome.output.contains(/cara +owner/) && outcome.output.contains(/ben +member/), "\(outcome.output)")
        #expect(outcome.output.hasSuffix("All is well.\n"), "\(outcome.output)")
    }

    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
