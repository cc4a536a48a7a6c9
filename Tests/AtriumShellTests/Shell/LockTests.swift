// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumShell
import Session
import AtriumTesting
import Terminal
import Testing

/// A login that is locked, by its user or by time, on the full screen.
@MainActor
struct LockTests {
    private static let idle = Duration.seconds(1800)

    private func house(_ commands: [Command<ProbeModel>] = []) async throws -> ShellOnScreen {
        let house = try await ShellOnScreen(idleLimit: Self.idle, commands: commands)
        let notes = try #require(house.model("notes"))
        notes.things = ["Secret title"]
        notes.badge = 3
        house.screen.redraw()
        return house
    }

    private func shows(_ text: String, _ house: ShellOnScreen) -> Bool {
        house.frames.lines.contains { $0.contains(text) }
    }

    /// Gives the password, and waits for the line that follows.
    private func comeBack(_ house: ShellOnScreen) async {
        await house.keys.secretReady()
        await house.keys.enter("open sesame")
    }

    @Test func `an idle login is covered, and the half typed line comes back`() async throws {
        let house = try await house()
        house.keys.type("half a thought")
        #expect(shows("Secret title", house))
        house.clock.advance(by: Self.idle)
        await house.shell.lookAtLogin()
        #expect(shows("Secret title", house))
        house.clock.advance(by: .seconds(1))
        await house.shell.lookAtLogin()
        #expect(!shows("Secret title", house))
        #expect(!shows("half a thought", house))
        await house.keys.secretReady()
        #expect(!shows("③", house))
        #expect(shows("Locked: nothing was typed for 30 minutes.", house))
        #expect(shows("Password of ana", house))
        await house.keys.enter("wrong")
        #expect(shows("Name or password is wrong.", house))
        #expect(!shows("Secret title", house))
        await comeBack(house)
        #expect(house.keys.line?.text == "half a thought")
        #expect(shows("Secret title", house))
        #expect(house.coordinator.login.session != nil)
    }

    @Test func `who has the terminal to look at something is not taken to be there, who writes is`() async throws {
        for (borrower, isCovered) in [(OutputGate.Borrower.editor, false), (.viewer, true)] {
            let house = try await house()
            try await house.shell.gate.lendTerminal(to: borrower) {
                for _ in 0..<2 {
                    house.clock.advance(by: Self.idle / 2 + .seconds(1))
                    await house.shell.lookAtLogin()
                }
            }
            #expect(house.coordinator.isCovered == isCovered)
            // From the first frame that comes back.
            #expect(shows("Secret title", house) != isCovered)
        }
    }

    @Test func `eight hours are the end, however busy, by either clock`() async throws {
        for set in [true, false] {
            let house = try await house()
            if set {
                house.clock.set(to: house.clock.now + .seconds(3600))
            } else {
                let before = house.clock.now
                house.clock.advance(by: .seconds(3600))
                house.clock.set(to: before)
            }
            await house.shell.lookAtLogin()
            // Before the line is left, and with it the login: a command may keep it for long.
            #expect(!shows("Secret title", house))
            await house.keys.secretReady()
            #expect(shows("Locked: the login has expired.", house))
            #expect(!shows("Secret title", house))
        }
    }

    @Test func `keys keep a login open, and too late they do not reach what was shown`() async throws {
        let house = try await house()
        for _ in 0..<3 {
            house.clock.advance(by: .seconds(1700))
            if house.coordinator.limitReached == .expired { break }
            house.keys.type("x")
        }
        #expect(house.keys.line?.text == "xx")
        // Nobody has looked yet: the key itself must find it out.
        await house.keys.press("M-p")
        await house.keys.secretReady()
        #expect(house.screen.state.palette == nil)
        #expect(!shows("Secret title", house))
        await comeBack(house)
        #expect(house.keys.line?.text == "xx")
    }

    @Test func `nothing is completed or found once the login is over, though nobody has looked`() async throws {
        let house = try await house()
        house.clock.advance(by: .seconds(1801))
        let answer = await house.shell.completions(for: CompletionRequest(line: "open notes/item/"))
        #expect(answer.candidates.isEmpty)
        house.screen.redraw()
        #expect(!shows("Secret title", house))
        #expect(!shows("③", house))
    }

    @Test func `after lock the password is asked at once, and an empty line gives a prompt`() async throws {
        let house = try await house()
        await house.keys.enter("lock")
        #expect(house.keys.isSecret)
        house.keys.type("open ses")
        #expect(!shows("open ses", house))
        await house.keys.enter("")
        // What was typed so far is one try with it.
        await house.keys.secretReady()
        await house.keys.enter("")
        #expect(shows("ana@— ❯", house))
        // A password that is typed there is not seen either, nor repeated.
        #expect(house.keys.isSecret)
        house.keys.type("open ses")
        #expect(!shows("open ses", house))
        await house.keys.enter("ame, or not")
        #expect(!shows("ame, or", house))
        #expect(shows("Name or password is wrong.", house))
        await house.keys.enter("whoami")
        #expect(shows("ana, locked.", house))
        // An empty line asks for the password again.
        await house.keys.enter("")
        #expect(house.keys.isSecret)
        await house.keys.enter("open sesame")
        #expect(shows("Secret title", house))
        #expect(house.shell.typed.history.entries.map(\.line) == ["lock"])
    }

    @Test func `another user may log in, who sees nothing of the first`() async throws {
        let house = try await house()
        house.keys.type("half")
        house.clock.advance(by: .seconds(1801))
        await house.shell.lookAtLogin()
        await house.keys.secretReady()
        await house.keys.enter("")
        await house.keys.enter("login ben")
        await house.keys.enter("open sesame")
        #expect(house.coordinator.login.session?.name == "ben")
        #expect(!shows("Secret title", house))
        #expect(house.keys.line?.text == "")
    }

    @Test func `a login that was ended elsewhere is over at once`() async throws {
        let house = try await house()
        house.keys.type("half")
        house.authenticator.revoke(try #require(house.coordinator.login.session))
        await house.shell.lookAtLogin()
        #expect(!shows("Secret title", house))
        await goOn(until: { house.coordinator.login == .loggedOut })
        await house.keys.ready()
        #expect(shows("This login was ended elsewhere.", house))
        #expect(shows("shell ❯", house))
        #expect(house.coordinator.openApps.isEmpty)
    }

    @Test func `a command that takes long is covered, and its result waits for the password`() async throws {
        let latch = Latch()
        let work = Command<ProbeModel>(
            "work", category: .writing, summary: LocalizedText(verbatim: "Works.")
        ) { _, _ in
            await latch.pass()
            return .message(LocalizedText(verbatim: "Worked on secrets."))
        }
        let house = try await house([work])
        async let entered: Void = house.keys.enter("work")
        await latch.visited(by: 1)
        house.clock.advance(by: .seconds(1801))
        await house.shell.lookAtLogin()
        #expect(!shows("Secret title", house))
        latch.open()
        await entered
        await house.keys.secretReady()
        #expect(!shows("Worked on secrets.", house))
        await comeBack(house)
        #expect(shows("Worked on secrets.", house))
    }

    @Test func `a question that is answered goes on after the password`() async throws {
        let ask = Command<ProbeModel>(
            "ask", category: .writing, summary: LocalizedText(verbatim: "Asks.")
        ) { model, context in
            model.typed = try await context.prompter.ask(LocalizedText(verbatim: "What?"))
            return .message(LocalizedText(verbatim: "Heard."))
        }
        let house = try await house([ask])
        await house.keys.enter("ask")
        house.keys.type("half an answ")
        house.clock.advance(by: .seconds(1801))
        await house.shell.lookAtLogin()
        await house.keys.secretReady()
        #expect(!shows("half an answ", house))
        // Whoever comes by cannot throw it away.
        await house.keys.enter("")
        await comeBack(house)
        #expect(house.keys.line?.text == "half an answ")
        await house.keys.enter("er")
        #expect(house.model("notes")?.typed == "half an answer")
    }
}
