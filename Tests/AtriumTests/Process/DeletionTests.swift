// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumWorlds
import Foundation
import Testing

/// Deleting an account, as a process: nothing of it is left, and an interrupted deletion is gone on with.
struct DeletionTests {
    private let atrium: ProgramUnderTest
    private let ana = "atrium --user ana --password-file password"

    init() async throws {
        atrium = try ProgramUnderTest()
        try await atrium.register()
        _ = try await atrium(
            "\(ana) -c 'add Quixotically written #zebrawood' -c 'switch sms' -c 'send --yes +15551234567 hippogriff'")
    }

    /// Runs SQL on the store, and gives the first number of its answer.
    private func sql(_ text: String) async throws -> Int? {
        try text.write(toFile: atrium.home + "/sql", atomically: true, encoding: .utf8)
        let program = """
            import sqlite3; c = sqlite3.connect('data/atrium.sqlite'); t = open('sql').read().split(';')
            for s in t: r = c.execute(s).fetchone()
            c.commit(); print(r[0] if r else '')
            """
        try program.write(toFile: atrium.home + "/sql.py", atomically: true, encoding: .utf8)
        return Int(try await atrium("python3 sql.py").output.split(separator: "\n").first ?? "")
    }

    /// How many rows there are of the apps’ own.
    private func rows() async throws -> Int? {
        try await sql(
            """
            SELECT (SELECT count(*) FROM note) + (SELECT count(*) FROM sms_message) + (SELECT count(*) FROM accounts)
                + (SELECT count(*) FROM account_removed)
            """)
    }

    @Test func `an account takes along what its apps keep, and the lines that were typed`() async throws {
        let outcome = try await atrium(
            """
            mkdir data/history; touch data/history/1-ana-notes.history data/history/2-ana-notes.history
            printf 'ana\\n' | \(ana) -c 'switch account' -c 'delete'
            """)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(
            outcome.output.contains(
                "Deleted the account ana, and with it 3 notes, 1 message and all else that its apps kept."))
        #expect(try await rows() == 0)
        #expect(try await atrium("ls data/history").output == "2-ana-notes.history\n")
    }

    @Test func `what was interrupted is gone on with at the next start`() async throws {
        // As it is when the process ends right after the account is gone.
        _ = try await sql(
            """
            INSERT INTO account_removed SELECT id, name FROM accounts; DELETE FROM account_sessions;
            DELETE FROM account_kept; DELETE FROM accounts
            """)
        #expect(try await rows() == 5)
        // Somebody has the name anew by now.
        _ = try await atrium(
            "mkdir data/history; cd data/history; touch 1-ana-notes.history 2-ana-notes.history")
        #expect(try await atrium("atrium -c help").status == 0)
        #expect(try await rows() == 0)
        #expect(try await atrium("ls data/history").output == "2-ana-notes.history\n")
    }
}
