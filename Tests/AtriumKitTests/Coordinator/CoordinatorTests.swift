// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTerminal
import AtriumTesting
import AtriumWorlds
import Testing

@testable import AtriumKit
import AtriumShell

@MainActor
struct CoordinatorTests {
    let recorder = Recorder()
    let clock = ManualClock.nineOClock
    let authenticator: ProbeAuthenticator
    let coordinator: Coordinator

    init() throws {
        authenticator = ProbeAuthenticator(clock: clock, idleLimit: .seconds(1800))
        let names: [AppID] = ["notes", "sms", "account"]
        let authenticator = authenticator
        let recorder = recorder
        coordinator = try Coordinator(
            catalog: names.map { ProbeFactory($0, recorder: recorder, authenticator: authenticator) },
            world: .test(clock: clock), language: .english, size: Size(columns: 80, rows: 24))
    }

    func logIn(_ name: String = "ana") async throws {
        await coordinator.lease.replace(authenticator.make(name))
        try await coordinator.appear()
    }

    func context(_ answers: [String] = []) -> CommandContext {
        CommandContext(language: .english, world: coordinator.world, prompter: CannedPrompter(answers))
    }

    func perform(_ line: String, answers: [String] = []) async throws {
        let app = coordinator.current
        let vocabulary = Vocabulary(
            app: app, appCommands: try coordinator.factory(app).anyCommands, shellCommands: [], apps: [])
        let switching = AnyCommand(
            inert: CommandSpec("switch", category: .moving, summary: LocalizedText(verbatim: "")))
        let invocation = try #require(try CommandParser.parse(line, with: vocabulary, switching: switching))
        _ = try await coordinator.perform(invocation, context(answers))
    }

    @Test func `switching keeps its order`() async throws {
        try await logIn()
        _ = recorder.take()
        try await coordinator.switchTo("sms")
        let events = recorder.take().filter { !$0.contains("is made") && !$0.contains("size") && !$0.contains("lang") }
        #expect(
            events == [
                "sms has its login", "notes ends editing", "sms will appear", "sms did appear", "notes did disappear",
            ])
    }

    @Test func `the transition is played between will and did appear`() async throws {
        let player = TransitionRecorder(recorder: recorder)
        coordinator.transitions = player
        try await logIn()
        try await coordinator.switchTo("sms")
        _ = recorder.take()
        try await coordinator.switchTo("notes")
        #expect(
            recorder.take() == [
                "sms ends editing", "notes will appear", "transition from sms to notes", "notes did appear",
                "sms did disappear",
            ])
    }

    @Test func `switching to the current app does nothing`() async throws {
        try await logIn()
        _ = recorder.take()
        try await coordinator.switchTo("notes")
        #expect(recorder.take().isEmpty)
        await #expect(throws: CommandFault.nothingBefore) { try await coordinator.back() }
    }

    @Test func `an app is built once and keeps its state`() async throws {
        try await logIn()
        try await perform("type half a thought")
        let first = try #require(coordinator.currentApp)
        try await coordinator.switchTo("sms")
        try await coordinator.back()
        #expect(coordinator.currentApp === first)
        #expect((first.model as? ProbeModel)?.typed == "half a thought")
    }

    @Test func `back goes back app by app`() async throws {
        try await logIn()
        try await coordinator.switchTo("sms")
        try await coordinator.switchTo("account")
        try await coordinator.back()
        #expect(coordinator.current == "sms")
        try await coordinator.back()
        #expect(coordinator.current == "notes")
        await #expect(throws: CommandFault.nothingBefore) { try await coordinator.back() }
    }

    @Test func `hidden apps hear of size, language and login`() async throws {
        try await logIn()
        try await coordinator.switchTo("sms")
        _ = recorder.take()
        coordinator.setSize(Size(columns: 50, rows: 20))
        coordinator.setLanguage(.french)
        await coordinator.lease.lock()
        let events = recorder.take()
        for app in ["notes", "sms"] {
            #expect(events.contains("\(app) size 50x20"))
            #expect(events.contains("\(app) language fr"))
            #expect(events.contains("\(app) loses its login"))
        }
    }

    @Test func `an app that is made late knows size and language before it appears`() async throws {
        try await logIn()
        coordinator.setSize(Size(columns: 50, rows: 20))
        coordinator.setLanguage(.french)
        _ = recorder.take()
        try await coordinator.switchTo("sms")
        let events = recorder.take()
        let size = try #require(events.firstIndex(of: "sms size 50x20"))
        let language = try #require(events.firstIndex(of: "sms language fr"))
        let appears = try #require(events.firstIndex(of: "sms will appear"))
        #expect(size < appears && language < appears)
    }

    @Test func `no app outlives its user's login`() async throws {
        try await logIn()
        try await coordinator.switchTo("sms")
        weak let app = coordinator.currentApp
        weak let model = coordinator.openApps.first?.model
        #expect(app != nil && model != nil)
        try await coordinator.lease.logOut()
        #expect(app == nil)
        #expect(model == nil)
        #expect(coordinator.openApps.isEmpty)
        #expect(coordinator.currentApp == nil)
    }

    @Test func `another user's login builds the apps anew`() async throws {
        try await logIn("ana")
        weak let app = coordinator.currentApp
        _ = recorder.take()
        try await logIn("ben")
        #expect(app == nil)
        #expect(recorder.take().contains("notes is made for ben"))
    }

    @Test func `a route without a login is gone to after it`() async throws {
        await #expect(throws: AuthenticationFault.notLoggedIn) {
            _ = try await coordinator.open(Place("sms", ["item", "5"]), context())
        }
        try await logIn()
        let place = try #require(coordinator.takePendingPlace())
        _ = try await coordinator.open(place, context())
        #expect(coordinator.current == "sms")
        #expect(recorder.take().last == "sms opens item 5")
        #expect(coordinator.takePendingPlace() == nil)
    }

    @Test func `unknown routes and apps are named`() async throws {
        try await logIn()
        await #expect(throws: CommandFault.unknownRoute("sms/nothing")) {
            _ = try await coordinator.open(Place("sms", ["nothing"]), context())
        }
        await #expect(throws: CommandFault.unknownApp("smss", nearest: "sms")) {
            _ = try await coordinator.open(Place("smss", ["item", "5"]), context())
        }
    }

    @Test func `a command that was found is performed, whatever else has its name`() async throws {
        try await logIn()
        let (recorder, own) = (recorder, LocalizedText(verbatim: ""))
        let found = AnyCommand(
            Command<ProbeModel>("type", category: .writing, summary: own) { _, _ in
                recorder.note("as it was found")
                return .nothing
            })
        let invocation = Invocation(owner: .app("notes"), command: found, arguments: Arguments())
        _ = try await coordinator.perform(invocation, context())
        #expect(recorder.take().last == "as it was found")
    }

    @Test func `a command for another model is refused, and so is the shell’s`() async throws {
        try await logIn()
        final class Other {}
        let other = AnyCommand(
            Command<Other>("type", category: .writing, summary: LocalizedText(verbatim: "")) { _, _ in .nothing })
        for owner in [Invocation.Owner.app("notes"), .shell] {
            await #expect(throws: CommandFault.unknownCommand("type", nearest: nil)) {
                let invocation = Invocation(owner: owner, command: other, arguments: Arguments())
                _ = try await coordinator.perform(invocation, context())
            }
        }
    }

    @Test func `a catalog must name each app once`() throws {
        let world = World.test()
        let size = Size(columns: 80, rows: 24)
        let probe = ProbeFactory("notes", recorder: recorder)
        #expect(throws: CatalogFault.empty) {
            try Coordinator(catalog: [], world: world, language: .english, size: size)
        }
        let two = CatalogFault.duplicate("notes", factories: Array(repeating: "AtriumTesting.ProbeFactory", count: 2))
        #expect(throws: two) {
            try Coordinator(
                catalog: [ProbeFactory("other", recorder: recorder), probe, probe], world: world, language: .english,
                size: size)
        }
    }
}
