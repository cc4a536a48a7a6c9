// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScripts
@testable import AtriumShell
import AtriumTesting
import Session
import Terminal
import Testing

/// Logging in, without a shell around it.
@MainActor
struct LoginFlowTests {
    @Test func `a name and a password are asked for, and a wrong one is refused`() async throws {
        let house = try LoginHouse()
        house.answers.load(["ana", "wrong"])
        await #expect(throws: AuthenticationFault.refused) { try await house.flow.logIn(name: nil, keep: false) }
        house.answers.load(["ana"])
        await #expect(throws: LoginFault.noAnswer) { try await house.flow.logIn(name: nil, keep: false) }
        house.answers.load(["ana", "open sesame"])
        let reply = try await house.flow.logIn(name: nil, keep: false)
        #expect(house.presenter.text.lines(reply) == ["Welcome, ana."])
        #expect(house.coordinator.login.name == "ana")
    }

    @Test func `the greeting is over before its answer is shown`() async throws {
        let house = try LoginHouse()
        house.answers.load(["ana", "open sesame"])
        await house.flow.greet()
        #expect(house.taken() == ["greet: false", "uncover: false", "begin", "reply: Welcome, ana."])
        await house.flow.greet()
        #expect(house.taken().isEmpty)
    }

    @Test func `who comes is told of the line that was left, and goes where it was asked for`() async throws {
        let house = try LoginHouse()
        try await house.flow.welcome(house.authenticator.make("ana"))
        house.typed.draft = LineDraft("half of it")
        try await house.flow.logOut()
        _ = house.taken()
        house.coordinator.openAfterLogin(Place("account", ["item", "1"]))
        try await house.flow.welcome(house.authenticator.make("ana"))
        #expect(house.coordinator.current == "account")
        #expect(house.taken().contains { $0.hasPrefix("news: ") && $0.contains("half of it") })
    }

    @Test func `another user gets settings and a history of their own`() async throws {
        let house = try LoginHouse()
        let ana = house.authenticator.make("ana")
        try await house.flow.welcome(ana)
        var renamed: [String] = []
        house.typed.onHistoryRenamed = { renamed.append("\($0) \($1)") }
        house.typed.append("secret")
        try await house.settings.set("alias.ll", to: "list")
        #expect(house.settings.preferences.aliases.map(\.name) == ["ll"])
        let bob = house.authenticator.make("bob")
        try await house.flow.welcome(bob)
        #expect(house.settings.preferences.aliases.isEmpty)
        #expect(house.typed.history.entries.isEmpty)
        #expect(
            renamed == ["notes", "account"].map { "bob-\($0) \(bob.user.rawValue)-bob-\($0)" })
        // Nobody can come back to it.
        #expect(try await !house.authenticator.holds(ana))
        try await house.flow.welcome(house.authenticator.make("ana"))
        #expect(house.typed.history.entries.map(\.line) == ["secret"])
    }
}
