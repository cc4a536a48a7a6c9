// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// `atrium run` performs a script on the store that is there.
struct RunTests {
    private let atrium: ProgramUnderTest
    private let ana = "--user ana --password-file password"

    init() async throws {
        atrium = try ProgramUnderTest()
        try await atrium.register()
    }

    private func script(_ text: String) throws {
        try text.write(toFile: atrium.home + "/it.session", atomically: true, encoding: .utf8)
    }

    @Test func `a script is performed for its effect, with its answers`() async throws {
        try script(
            "# Macro\n% user ana\n@ notes\n$ add One\n  not compared\n$ remove 3\n$ purge 3\n> yes\n$ sms\n@ sms\n")
        let outcome = try await atrium("atrium run it.session \(ana)")
        #expect(
            outcome.output == """
                Added note 3.
                Moved note 3 to the trash. restore 3 brings it back.
                Removed note 3 for good.

                """)
        #expect(outcome.error.isEmpty)
        #expect(outcome.status == 0)
    }

    @Test func `it stops at the first command that fails, and what is done stays done`() async throws {
        try script("$ add One\n$ show 99\n? 1\n$ shwo\n$ add Two\n")
        let outcome = try await atrium("atrium run it.session \(ana)")
        #expect(outcome.status == 2)
        #expect(outcome.output == "Added note 3.\n")
        #expect(
            outcome.error == """
                There is no note 99. Type list to see the notes.
                Unknown command “shwo”. Did you mean “show”?
                it.session:4: stopped here with status 2; what the lines before did stays done.

                """)
        #expect(try await atrium("atrium \(ana) -c 'list --sort newest' | grep -c One").output == "1\n")
        #expect(try await atrium("atrium \(ana) -c 'find two'").output == "No note matches.\n")
    }

    @Test func `a command that should have failed stops it too`() async throws {
        try script("$ list\n? 1\n$ add Never\n")
        let outcome = try await atrium("atrium run it.session \(ana)")
        #expect(outcome.status == 1)
        #expect(outcome.error == "it.session:1: stopped here with status 0; what the lines before did stays done.\n")
    }

    @Test func `what only a test would have seen is refused, and nothing is done`() async throws {
        try script("$ add One\n  Added note [N:id].\n$ remove [N]\n")
        let outcome = try await atrium("atrium run it.session \(ana)")
        #expect(outcome.status == 2)
        #expect(outcome.error.contains("it.session:3: “[N]” stands for what a test has seen"))
        #expect(outcome.output.isEmpty)
    }

    @Test func `names in braces are filled, and a dry run only tells`() async throws {
        try script("$ add {WHAT} and {OTHER_2}, not {this}\n$ purge 3\n> {OTHER_2}\n")
        let variables = "--var 'WHAT=a = b' --var OTHER_2=c"
        let dry = try await atrium("atrium run it.session --dry-run \(variables)")
        #expect(dry.output == "it.session:1: $ add a = b and c, not {this}\nit.session:2: $ purge 3\n")
        #expect(dry.status == 0)
        let missing = try await atrium("atrium run it.session \(ana) --var WHAT=x")
        #expect(missing.status == 2)
        #expect(missing.error.hasPrefix("it.session:1: {OTHER_2} has no value; nothing was done."))
        let unused = try await atrium("atrium run it.session \(ana) \(variables) --var MORE=1")
        #expect(unused.error == "The script has no {MORE}; nothing was done.\n")
        #expect(try await atrium("atrium run it.session --var 'WHAT'").status == 2)
        #expect(try await atrium("atrium \(ana) -c 'show 3'").status == 1)
    }

    @Test(arguments: [
        ("% clock 2026-01-01T09:00:00Z\n$ list\n", "it.session:1: “% clock” is only for tests."),
        ("$ add One\n% clock +1h\n", "it.session:2: “% clock” is only for tests."),
        ("$ list\n-- a.txt --\n", "it.session:2: The script brings files"),
        ("$ list\n%nonsense\n", "it.session:2: "),
    ])
    func `what only a test can have is refused before anything is done`(text: String, message: String) async throws {
        try script(text)
        let outcome = try await atrium("atrium run it.session \(ana)")
        #expect(outcome.status == 2)
        #expect(outcome.error.hasPrefix(message), "\(outcome.error)")
        #expect(outcome.output.isEmpty)
    }

    @Test func `another user, another app and a missing file stop it`() async throws {
        try script("% user ben\n$ list\n")
        let user = try await atrium("atrium run it.session \(ana)")
        #expect(user.status == 77)
        #expect(user.error.hasPrefix("it.session: The script is for ben"))
        try script("$ lang fr\n@ sms\n$ list\n")
        let app = try await atrium("atrium run it.session \(ana)")
        #expect(app.status == 1)
        #expect(app.error == "it.session:2: Expected to be in “sms”, but is in “notes”.\n")
        #expect(try await atrium("atrium run no.session \(ana)").status == 1)
        try script("$ quit\n$ list\n")
        #expect(try await atrium("atrium run it.session \(ana)").error.hasPrefix("it.session:2: not reached"))
    }

    @Test func `what the script has no answer for is asked of whoever is there`() async throws {
        try script("% lang fr\n$ remove 1\n$ purge 1\n")
        let outcome = try await atrium("echo oui | atrium run it.session \(ana)")
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(outcome.output.contains("définitivement"))
    }
}
