// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScripts
import AtriumSession
@testable import AtriumShell
import AtriumTerminal
import AtriumTesting
import Testing

/// Logging in, without a shell around it.
@MainActor
struct LoginFlowTests {
    @Test func `a name and a password are asked for, and a wrong one is refused`() async throws {
        let fixture = try LoginFixture()
        fixture.answers.load(["ana", "wrong"])
        await #expect(throws: AuthenticationFault.refused) { try await fixture.flow.logIn(name: nil, keep: false) }
        fixture.answers.load(["ana"])
        await #expect(throws: LoginFault.noAnswer) { try await fixture.flow.logIn(name: nil, keep: false) }
        fixture.answers.load(["ana", "open sesame"])
        let reply = try await fixture.flow.logIn(name: nil, keep: false)
        #expect(fixture.presenter.text.lines(reply) == ["Welcome, ana."])
        #expect(fixture.coordinator.login.known?.name == "ana")
    }

    @Test func `an account that was made is said to be there, whatever failed after it`() {
        let fault = RegistrationFollowUpFailure(name: "ana", reason: LoginFault.noName)
        let sentence = fault.sentence.string(in: .english)
        #expect(sentence.hasPrefix("The account “ana” is made, and you are logged in."))
        #expect(sentence.hasSuffix(LoginFault.noName.sentence.string(in: .english)))
        #expect(fault.code == LoginFault.noName.code)
    }

    @Test func `the greeting is over before its answer is shown`() async throws {
        let fixture = try LoginFixture()
        fixture.answers.load(["ana", "open sesame"])
        _ = await fixture.flow.greet()
        #expect(fixture.taken() == ["greet: false", "uncover: false", "begin", "reply: Welcome, ana."])
        _ = await fixture.flow.greet()
        #expect(fixture.taken().isEmpty)
    }

    @Test func `who comes is told of the line that was left, and goes where it was asked for`() async throws {
        let fixture = try LoginFixture()
        try await fixture.flow.welcome(fixture.authenticator.make("ana"))
        fixture.typed.draft = LineDraft("half of it")
        try await fixture.flow.logOut()
        _ = fixture.taken()
        fixture.coordinator.openAfterLogin(Place("account", ["item", "1"]))
        try await fixture.flow.welcome(fixture.authenticator.make("ana"))
        #expect(fixture.coordinator.current == "account")
        #expect(fixture.taken().contains { $0.hasPrefix("news: ") && $0.contains("half of it") })
    }

    @Test func `another user gets settings and a history of their own`() async throws {
        let fixture = try LoginFixture()
        let ana = fixture.authenticator.make("ana")
        try await fixture.flow.welcome(ana)
        fixture.typed.append("secret")
        try await fixture.settings.set("alias.ll", to: "list")
        #expect(fixture.settings.preferences.aliases.map(\.name) == ["ll"])
        let bob = fixture.authenticator.make("bob")
        try await fixture.flow.welcome(bob)
        #expect(fixture.settings.preferences.aliases.isEmpty)
        #expect(fixture.typed.history.entries.isEmpty)
        // Nobody can come back to it.
        #expect(try await !fixture.authenticator.holds(ana))
        try await fixture.flow.welcome(fixture.authenticator.make("ana"))
        #expect(fixture.typed.history.entries.map(\.line) == ["secret"])
    }
}
