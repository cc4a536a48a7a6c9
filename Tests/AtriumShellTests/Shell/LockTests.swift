// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScreen
import AtriumSession
@testable import AtriumShell
import AtriumTerminal
import AtriumTesting
import Testing

/// A login that is locked, by its user or by time, on the full screen.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct LockTests {
    private static let idle = Duration.seconds(1800)

    private func fixture(_ commands: [Command<ProbeModel>] = []) async throws -> ShellOnScreen {
        let fixture = try await ShellOnScreen(idleLimit: Self.idle, commands: commands)
        let notes = try #require(fixture.model("notes"))
        notes.things = ["Secret title"]
        notes.badge = 3
        fixture.screen.redraw()
        return fixture
    }

    private func shows(_ text: String, _ fixture: ShellOnScreen) -> Bool {
        fixture.frames.lines.contains { $0.contains(text) }
    }

    /// Gives the password, and waits for the line that follows.
    private func comeBack(_ fixture: ShellOnScreen) async {
        await fixture.keys.secretReady()
        await fixture.keys.enter("open sesame")
    }

    @Test func `an idle login is covered, and the half typed line comes back`() async throws {
        let fixture = try await fixture()
        fixture.keys.type("half a thought")
        #expect(shows("Secret title", fixture))
        fixture.clock.advance(by: Self.idle)
        await fixture.shell.guarding.look()
        #expect(shows("Secret title", fixture))
        fixture.clock.advance(by: .seconds(1))
        await fixture.shell.guarding.look()
        #expect(!shows("Secret title", fixture))
        #expect(!shows("half a thought", fixture))
        await fixture.keys.secretReady()
        #expect(!shows("③", fixture))
        #expect(shows("Locked: nothing was typed for 30 minutes.", fixture))
        #expect(shows("Password of ana", fixture))
        await fixture.keys.enter("wrong")
        #expect(shows("Name or password is wrong.", fixture))
        #expect(!shows("Secret title", fixture))
        await comeBack(fixture)
        #expect(fixture.keys.line?.text == "half a thought")
        #expect(shows("Secret title", fixture))
        #expect(fixture.coordinator.login.session != nil)
    }

    @Test func `who has the terminal to look at something is not taken to be there, who writes is`() async throws {
        for (borrower, isCovered) in [(OutputGate.Borrower.editor, false), (.viewer, true)] {
            let fixture = try await fixture()
            try await fixture.shell.gate.lendTerminal(to: borrower) {
                for _ in 0..<2 {
                    fixture.clock.advance(by: Self.idle / 2 + .seconds(1))
                    await fixture.shell.guarding.look()
                }
            }
            #expect(fixture.coordinator.isCovered == isCovered)
            // From the first frame that comes back.
            #expect(shows("Secret title", fixture) != isCovered)
        }
    }

    @Test func `eight hours are the end, however busy, by either clock`() async throws {
        for set in [true, false] {
            let fixture = try await fixture()
            if set {
                fixture.clock.set(to: fixture.clock.now + .seconds(3600))
            } else {
                let before = fixture.clock.now
                fixture.clock.advance(by: .seconds(3600))
                fixture.clock.set(to: before)
            }
            await fixture.shell.guarding.look()
            // Before the line is left, and with it the login: a command may keep it for long.
            #expect(!shows("Secret title", fixture))
            await fixture.keys.secretReady()
            #expect(shows("Locked: the login has expired.", fixture))
            #expect(!shows("Secret title", fixture))
        }
    }

    @Test func `keys keep a login open, and too late they do not reach what was shown`() async throws {
        let fixture = try await fixture()
        for _ in 0..<3 {
            fixture.clock.advance(by: .seconds(1700))
            if fixture.coordinator.lease.limitReached == .expired { break }
            fixture.keys.type("x")
        }
        #expect(fixture.keys.line?.text == "xx")
        // Nobody has looked yet: the key itself must find it out.
        await fixture.keys.press("M-p")
        await fixture.keys.secretReady()
        #expect(fixture.screen.state.palette == nil)
        #expect(!shows("Secret title", fixture))
        await comeBack(fixture)
        #expect(fixture.keys.line?.text == "xx")
    }

    @Test func `nothing is completed or found once the login is over, though nobody has looked`() async throws {
        let fixture = try await fixture()
        fixture.clock.advance(by: .seconds(1801))
        let answer = await fixture.shell.completions(for: CompletionRequest(line: "open notes/item/"))
        #expect(answer.candidates.isEmpty)
        fixture.screen.redraw()
        #expect(!shows("Secret title", fixture))
        #expect(!shows("③", fixture))
    }

    @Test func `after lock the password is asked at once, and an empty line gives a prompt`() async throws {
        let fixture = try await fixture()
        await fixture.keys.enter("lock")
        #expect(fixture.keys.isSecret)
        fixture.keys.type("open ses")
        #expect(!shows("open ses", fixture))
        await fixture.keys.enter("")
        // What was typed so far is one try with it.
        await fixture.keys.secretReady()
        await fixture.keys.enter("")
        #expect(shows("ana@— ❯", fixture))
        // A password that is typed there is not seen either, nor repeated.
        #expect(fixture.keys.isSecret)
        fixture.keys.type("open ses")
        #expect(!shows("open ses", fixture))
        await fixture.keys.enter("ame, or not")
        #expect(!shows("ame, or", fixture))
        #expect(shows("Name or password is wrong.", fixture))
        await fixture.keys.enter("whoami")
        #expect(shows("ana, locked.", fixture))
        // An empty line asks for the password again.
        await fixture.keys.enter("")
        #expect(fixture.keys.isSecret)
        await fixture.keys.enter("open sesame")
        #expect(shows("Secret title", fixture))
        #expect(fixture.shell.typed.history.entries.map(\.line) == ["lock"])
    }

    @Test func `another user may log in, who sees nothing of the first`() async throws {
        let fixture = try await fixture()
        fixture.keys.type("half")
        fixture.clock.advance(by: .seconds(1801))
        await fixture.shell.guarding.look()
        await fixture.keys.secretReady()
        await fixture.keys.enter("")
        await fixture.keys.enter("login ben")
        await fixture.keys.enter("open sesame")
        #expect(fixture.coordinator.login.session?.name == "ben")
        #expect(!shows("Secret title", fixture))
        #expect(fixture.keys.line?.text == "")
    }

    @Test func `a login that was ended elsewhere is over at once`() async throws {
        let fixture = try await fixture()
        fixture.keys.type("half")
        fixture.authenticator.revoke(try #require(fixture.coordinator.login.session))
        await fixture.shell.guarding.look()
        #expect(!shows("Secret title", fixture))
        await goOn(until: "the login is over") { fixture.coordinator.login == .loggedOut }
        await fixture.keys.ready()
        #expect(shows("This login was ended elsewhere.", fixture))
        #expect(shows("shell ❯", fixture))
        #expect(fixture.coordinator.openApps.isEmpty)
    }

    @Test func `a command that takes long is covered, and its result waits for the password`() async throws {
        let latch = Latch()
        let work = Command<ProbeModel>(
            "work", category: .writing, summary: LocalizedText(verbatim: "Works.")
        ) { _, _ in
            await latch.pass()
            return .message(LocalizedText(verbatim: "Worked on secrets."))
        }
        let fixture = try await fixture([work])
        async let entered: Void = fixture.keys.enter("work")
        await latch.visited(by: 1)
        fixture.clock.advance(by: .seconds(1801))
        await fixture.shell.guarding.look()
        #expect(!shows("Secret title", fixture))
        latch.open()
        await entered
        await fixture.keys.secretReady()
        #expect(!shows("Worked on secrets.", fixture))
        await comeBack(fixture)
        #expect(shows("Worked on secrets.", fixture))
    }

    @Test func `a question that is answered goes on after the password`() async throws {
        let ask = Command<ProbeModel>(
            "ask", category: .writing, summary: LocalizedText(verbatim: "Asks.")
        ) { model, context in
            model.typed = try await context.prompter.ask(LocalizedText(verbatim: "What?"))
            return .message(LocalizedText(verbatim: "Heard."))
        }
        let fixture = try await fixture([ask])
        await fixture.keys.enter("ask")
        fixture.keys.type("half an answ")
        fixture.clock.advance(by: .seconds(1801))
        await fixture.shell.guarding.look()
        await fixture.keys.secretReady()
        #expect(!shows("half an answ", fixture))
        // Whoever comes by cannot throw it away.
        await fixture.keys.enter("")
        await comeBack(fixture)
        #expect(fixture.keys.line?.text == "half an answ")
        await fixture.keys.enter("er")
        #expect(fixture.model("notes")?.typed == "half an answer")
    }
}
