// SPDX-License-Identifier: GPL-3.0-or-later

import AccountApp
import AccountLogic
import AccountPanels
import AtriumSession
@testable import AtriumShell
import AtriumSystems
import AtriumTerminal
import Foundation
import Testing

import AtriumKit
import AtriumScreen
import AtriumTesting
import AtriumWorlds

/// Lines as a user types them, and what comes out.
@MainActor
struct AccountCommandTests {
    private let clock = ManualClock(now: Timestamp(seconds: 1_767_258_000))
    private let coordinator: Coordinator
    private let answers = Answers()

    private static let password = "a lantern by the river"

    init() throws {
        let world = World(
            system: .memory(MemorySystem()), clock: clock, timeZone: .gmt, workingFolder: "/",
            passwordCost: .least, worksUnasked: false)
        coordinator = try Coordinator(
            catalog: [AccountFactory(in: .test())], world: world, language: .english, size: Size(columns: 80, rows: 24))
    }

    private func logIn(_ name: String = "ana") async throws {
        let session = try await coordinator.authenticator.register(name: name, password: Secret(Self.password))
        await coordinator.lease.replace(session)
        try await coordinator.appear()
    }

    private var context: CommandContext {
        CommandContext(
            language: coordinator.language, world: coordinator.world, prompter: answers,
            replaceSession: { [coordinator] in await coordinator.lease.replace($0) })
    }

    private func reply(_ line: String) async throws -> Reply {
        let commands = AccountFactory(in: .test()).anyCommands
        let vocabulary = Vocabulary(app: "account", appCommands: commands, shellCommands: [], apps: [])
        let invocation = try #require(try CommandParser.parse(line, with: vocabulary, switching: commands[0]))
        return try await coordinator.perform(invocation, context).inWords()
    }

    private func lines(_ line: String) async throws -> [String] { lines(try await reply(line)) }

    private func lines(_ reply: Reply) -> [String] {
        PlainReply(context: ViewContext(language: coordinator.language, timeZone: .gmt, now: clock.now)).lines(reply)
            .map(\.string)
    }

    @Test func showsTheAccount() async throws {
        try await logIn()
        #expect(
            try await lines("show") == [
                "Login name       ana",
                "Name",
                "E-mail",
                "Phone",
                "Language         as the terminal",
                "Member since     2026-01-01 09:00:00",
                "Logged in until  2026-01-01 17:00:00",
            ])
    }

    @Test func showsTheAccountInFrench() async throws {
        try await logIn()
        coordinator.setLanguage(.french)
        #expect(try await lines("show").first == "Identifiant               ana")
    }

    @Test func changesFields() async throws {
        try await logIn()
        #expect(try await lines("profile name Ana María") == ["You are called Ana María now."])
        #expect(try await lines("profile email \"ana@example.org\"") == ["Your e-mail address is ana@example.org now."])
        #expect(try await lines("profile phone +33 1 23 45 67 89") == ["Your phone number is +33 1 23 45 67 89 now."])
        #expect(
            try await lines("profile") == [
                "Name    Ana María", "E-mail  ana@example.org", "Phone   +33 1 23 45 67 89",
            ])
        #expect(try await lines("profile email") == ["E-mail  ana@example.org"])
        #expect(try await lines("profile email --clear") == ["Removed your e-mail address."])
        #expect(try await lines("profile email") == ["E-mail"])
        await #expect(
            throws: CommandFault.notAChoice(name: "field", value: "fax", choices: ["name", "email", "phone"])
        ) {
            try await reply("profile fax 1")
        }
    }

    @Test func changesThePassword() async throws {
        try await logIn()
        let before = try #require(coordinator.login.session)
        answers.add(Self.password, "seven herons at dawn", "seven herons at dusk")
        await #expect(throws: CommandFault.passwordsDiffer) { try await reply("password") }
        answers.add("a wrong one, but long", "seven herons at dawn", "seven herons at dawn")
        await #expect(throws: AccountFault.wrongPassword) { try await reply("password") }
        #expect(coordinator.login == .active(before))
        answers.add(Self.password, "seven herons at dawn", "seven herons at dawn")
        #expect(
            try await lines("password") == ["Changed the password. All other sessions have ended, and tokens are void."]
        )
        #expect(coordinator.login.session?.id == before.id + 1)
        #expect(answers.questions.suffix(3) == ["Current password:", "New password:", "Once more:"])
        // The app goes on with the new session.
        #expect(try await lines("sessions").count == 2)
    }

    @Test func listsAndEndsSessions() async throws {
        try await logIn()
        clock.advance(by: .seconds(60))
        let other = try await coordinator.authenticator.logIn(
            name: "ana", password: Secret(Self.password), keep: true)
        #expect(
            try await lines("sessions") == [
                "No.  Since  Last used  Until  Remarks", "  1  09:00  09:00      17:00  this one",
                "  2  09:01  09:01      17:01  kept",
            ])
        #expect(try await lines("revoke 2") == ["Ended session 2."])
        #expect(try await coordinator.authenticator.refreshed(other) == nil)
        #expect(try await lines("revoke others") == ["There are no other sessions."])
        await #expect(throws: AccountFault.unknownSession(2)) { try await reply("revoke 2") }
        await #expect(
            throws: CommandFault.notAChoice(name: "session", value: "x", choices: ["1", "2", "others", "all"])
        ) { try await reply("revoke x") }
        #expect(try await lines("revoke 1") == ["Ended this session. You are logged out."])
        #expect(coordinator.login == .loggedOut)
    }

    @Test func deletesTheAccount() async throws {
        try await logIn()
        answers.add("no", Self.password)
        await #expect(throws: AccountFault.confirmationDiffers(name: "ana")) { try await reply("delete") }
        answers.add("ana", Self.password)
        #expect(
            try await lines("delete")
                == [
                    "Deleted the account ana and everything that its apps kept. Its Markdown folders, its stores of messages in other files and all backups "
                        + "stay."
                ])
        #expect(coordinator.login == .loggedOut)
        #expect(try await coordinator.authenticator.isEmpty())
    }

    @Test func routesGoToTheTabs() async throws {
        try await logIn()
        #expect(
            lines(try await coordinator.open(Place("account", ["sessions"]), context).inWords()) == [
                "No.  Since  Last used  Until  Remarks", "  1  09:00  09:00      17:00  this one",
            ])
        #expect(coordinator.currentApp?.tabs(in: coordinator.viewContext).selected == "sessions")
        #expect(lines(try await coordinator.open(Place("account", ["profile"]), context).inWords()).count == 7)
        #expect(coordinator.currentApp?.tabs(in: coordinator.viewContext).selected == "profile")
        #expect(lines(try await coordinator.open(Place("account"), context).inWords()).count == 7)
        await #expect(throws: CommandFault.unknownRoute("account/nowhere")) {
            try await coordinator.open(Place("account", ["nowhere"]), context)
        }
    }

    @Test func drawsItsTabs() async throws {
        try await logIn()
        let app = try #require(coordinator.currentApp)
        let context = ViewContext(language: .english, timeZone: .gmt, now: clock.now)
        func draw(_ panel: any Panel, columns: Int = 60) -> [String] {
            var canvas = Canvas(size: Size(columns: columns, rows: 7))
            panel.settle(for: canvas.size, in: context)
            panel.draw(on: &canvas, accent: .palette(1), isFocused: false)
            return canvas.lines
        }
        #expect(draw(app.panels.main).filter { !$0.isEmpty } == [])
        try await app.refresh()
        #expect(draw(app.panels.main)[0] == " Login name       ana")
        #expect(draw(app.panels.main)[1] == " Name             –")
        #expect(draw(app.panels.sidebar, columns: 20)[0...1] == ["▌Profile", " Security"])
        try await app.select(app.tabs(in: coordinator.viewContext).tabs[2])
        try await app.refresh()
        #expect(draw(app.panels.main)[0] == " No.  Since  Last used  Until  Remarks")
        #expect(draw(app.panels.main)[1] == "   1  09:00  09:00      17:00  this one")
        // Nothing traps where there is hardly any room.
        for columns in 0...12 {
            _ = draw(app.panels.main, columns: columns) + draw(app.panels.sidebar, columns: columns)
        }
    }

    @Test func completesSessions() async throws {
        try await logIn()
        let app = try #require(coordinator.currentApp)
        #expect(
            await app.completions(of: "session", for: "", language: .english).map(\.text) == ["1", "others", "all"])
    }

    @Test func everyFaultHasASentenceInEveryLanguage() {
        let faults: [AccountFault] = [
            .wrongPassword, .samePassword, .confirmationDiffers(name: "ana"),
            .badValue(.name, value: "x"), .badValue(.email, value: "x"),
            .badValue(.phone, value: "x"), .unknownSession(9), .outOfMemory(bytes: 19 << 20),
            .badLifetime("x", choices: ["1"]), .factorIsOn, .factorIsOff, .noOffer, .wrongCode,
            .passwordNeedsFactor(minimum: 15), .tokenNameTaken("cron"), .unknownToken("cron"), .badLabel(maximum: 60),
            .badTokenApp("x", apps: ["notes"]), .badTokenDays("0", maximum: 365), .ownerOnly, .unknownUser("ben"),
            .ownAccount,
            .isDisabled(name: "ben"), .isEnabled(name: "ben"), .unknownHash("00"), .userIsThere(1), .noDataOf(7),
        ]
        for language in Language.ofKit {
            let sentences = faults.map { ErrorDescription($0).sentence.string(in: language) }
            #expect(Set(sentences).count == faults.count)
        }
        #expect(Set(faults.map { ErrorDescription($0).code }).count == faults.count - 2)
        // What was typed wrong is wrong use; a command that fails for another reason has failed.
        #expect(
            faults.map { ErrorDescription($0).status == .usage } == [
                false, false, false, true, true, true, false, false, true, false, false, false, false, false,
                false, false, true, true, true, false, false, false, false, false, false, false, false,
            ])
    }
}
