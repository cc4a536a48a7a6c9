// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScripts
import AtriumSession
@testable import AtriumShell
import AtriumTerminal
import AtriumTesting
import Testing

/// What is covered, held and let through by whoever guards the login, without a shell around it.
@MainActor
struct LoginGuardTests {
    private let fixture: LoginFixture
    private static let list = CommandSpec("list", category: .reading, summary: LocalizedText(verbatim: "Lists."))

    init() async throws {
        fixture = try LoginFixture()
        try await fixture.flow.welcome(fixture.authenticator.make("ana"))
        _ = fixture.taken()
    }

    @Test func `what came meanwhile is shown to the one who comes back, and to nobody else`() async throws {
        let held: LocalizedText = LocalizedText(verbatim: "Imported 3 notes.")
        for (name, isShown) in [("ana", true), ("bob", false)] {
            fixture.clock.advance(by: .seconds(1801))
            #expect(fixture.holding.holdsReply(of: Self.list))
            fixture.holding.showUncovered { [fixture] in fixture.presenter.show(.message(held)) }
            try await fixture.holding.settle()
            #expect(fixture.taken() == ["cover", "say: Locked: nothing was typed for 30 minutes."])
            if name == "ana" {
                try await fixture.coordinator.lease.unlock(with: Secret("open sesame"))
            } else {
                try await fixture.flow.welcome(fixture.authenticator.make(name))
            }
            let shown = fixture.taken()
            #expect(shown.contains("reply: Imported 3 notes.") == isShown)
            #expect(shown.first == "uncover: \(isShown)")
        }
    }

    @Test func `nothing is held of a login that holds`() {
        fixture.holding.showUncovered { [fixture] in fixture.presenter.show(.nothing) }
        #expect(fixture.taken() == ["reply"])
        #expect(!fixture.holding.holdsReply(of: Self.list))
        #expect(!fixture.holding.holdsErrors)
    }

    @Test func `a login that was ended elsewhere ends here, and says so`() async throws {
        let session = try #require(fixture.coordinator.login.session)
        fixture.authenticator.revoke(session)
        await fixture.holding.look()
        #expect(fixture.taken() == ["cover"])
        #expect(fixture.holding.holdsErrors)
        try await fixture.holding.settle()
        #expect(fixture.coordinator.login == .loggedOut)
        #expect(fixture.taken().last == "say: \(Strings.endedElsewhere.string(in: .english))")
    }

    @Test func `behind a lock only what works there passes, and a file behind it does not`() async throws {
        await fixture.coordinator.lease.lock()
        let help = CommandSpec(
            "help", category: .shell, summary: LocalizedText(verbatim: "Helps."), worksLocked: true)
        func invocation(_ spec: CommandSpec, _ redirection: Redirection? = nil) -> Invocation {
            Invocation(
                owner: .shell, command: AnyCommand(inert: spec), arguments: Arguments(), redirection: redirection)
        }
        #expect(try await fixture.holding.pass("help") { invocation(help) })
        for refused in [invocation(Self.list), invocation(help, .file("x", appending: false))] {
            await #expect(throws: AuthenticationFault.locked) { try await fixture.holding.pass("x") { refused } }
        }
        // What is no command is tried as the password.
        func tried(_ line: String) async throws -> Bool {
            try await fixture.holding.pass(line) { throw CommandFault.unknownCommand("open", nearest: nil) }
        }
        await #expect(throws: AuthenticationFault.refused) { try await tried("open says me") }
        #expect(fixture.coordinator.login.session == nil)
        #expect(try await !tried("open sesame"))
        #expect(fixture.coordinator.login.session != nil)
        await fixture.coordinator.lease.lock()
        fixture.answers.load(["wrong", "open sesame"])
        #expect(try await fixture.holding.pass("list") { invocation(Self.list) })
        #expect(fixture.coordinator.login.session != nil)
        #expect(fixture.taken().contains("error: \(AuthenticationFault.refused.code)"))
    }
}
