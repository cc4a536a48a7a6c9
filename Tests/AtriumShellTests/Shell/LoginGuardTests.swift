// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScripts
@testable import AtriumShell
import AtriumTesting
import Session
import Terminal
import Testing

/// What is covered, held and let through by whoever guards the login, without a shell around it.
@MainActor
struct LoginGuardTests {
    private let house: LoginHouse
    private static let list = CommandSpec("list", category: .reading, summary: LocalizedText(verbatim: "Lists."))

    init() async throws {
        house = try LoginHouse()
        try await house.flow.welcome(house.authenticator.make("ana"))
        _ = house.taken()
    }

    @Test func `what came meanwhile is shown to the one who comes back, and to nobody else`() async throws {
        let held: LocalizedText = LocalizedText(verbatim: "Imported 3 notes.")
        for (name, isShown) in [("ana", true), ("bob", false)] {
            house.clock.advance(by: .seconds(1801))
            #expect(house.holding.holdsReply(of: Self.list))
            house.holding.showUncovered { [house] in house.presenter.show(.message(held)) }
            try await house.holding.settle()
            #expect(house.taken() == ["cover", "say: Locked: nothing was typed for 30 minutes."])
            if name == "ana" {
                try await house.coordinator.unlock(with: Secret("open sesame"))
            } else {
                try await house.flow.welcome(house.authenticator.make(name))
            }
            let shown = house.taken()
            #expect(shown.contains("reply: Imported 3 notes.") == isShown)
            #expect(shown.first == "uncover: \(isShown)")
        }
    }

    @Test func `nothing is held of a login that holds`() {
        house.holding.showUncovered { [house] in house.presenter.show(.nothing) }
        #expect(house.taken() == ["reply"])
        #expect(!house.holding.holdsReply(of: Self.list))
        #expect(!house.holding.holdsErrors)
    }

    @Test func `a login that was ended elsewhere ends here, and says so`() async throws {
        let session = try #require(house.coordinator.login.session)
        house.authenticator.revoke(session)
        await house.holding.look()
        #expect(house.taken() == ["cover"])
        #expect(house.holding.holdsErrors)
        try await house.holding.settle()
        #expect(house.coordinator.login == .loggedOut)
        #expect(house.taken().last == "say: \(Strings.endedElsewhere.string(in: .english))")
    }

    @Test func `behind a lock only what works there passes, and a file behind it does not`() async throws {
        await house.coordinator.lock()
        let help = CommandSpec(
            "help", category: .shell, summary: LocalizedText(verbatim: "Helps."), worksLocked: true)
        func invocation(_ spec: CommandSpec, _ redirection: Redirection? = nil) -> Invocation {
            Invocation(
                owner: .shell, command: AnyCommand(inert: spec), arguments: Arguments(), redirection: redirection)
        }
        #expect(try await house.holding.pass("help") { invocation(help) })
        for refused in [invocation(Self.list), invocation(help, .file("x", appending: false))] {
            await #expect(throws: AuthenticationFault.locked) { try await house.holding.pass("x") { refused } }
        }
        // What is no command is tried as the password.
        func tried(_ line: String) async throws -> Bool {
            try await house.holding.pass(line) { throw CommandFault.unknownCommand("open", nearest: nil) }
        }
        await #expect(throws: AuthenticationFault.refused) { try await tried("open says me") }
        #expect(house.coordinator.login.session == nil)
        #expect(try await !tried("open sesame"))
        #expect(house.coordinator.login.session != nil)
        await house.coordinator.lock()
        house.answers.load(["wrong", "open sesame"])
        #expect(try await house.holding.pass("list") { invocation(Self.list) })
        #expect(house.coordinator.login.session != nil)
        #expect(house.taken().contains("error: \(AuthenticationFault.refused.code)"))
    }
}
