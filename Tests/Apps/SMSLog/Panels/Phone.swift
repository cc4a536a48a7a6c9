// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumGateways
import AtriumSession
@testable import AtriumShell
import AtriumSystems
import AtriumTerminal
import AtriumTesting
import Foundation
@testable import MessageGateways
import SMSLogLogic
import SMSLogPanels
import SMSLogStore
import Testing

@testable import AtriumKit
import AtriumScreen
import AtriumWorlds

/// The app on a store in memory, into which a test types lines.
@MainActor
final class Phone {
    let world: World
    let clock = ManualClock.nineOClock
    let app: RunningApp
    let dao: any MessageStores
    let gateway: StubGateway
    var prompter = CannedPrompter()
    var language = Language.english
    let factory: SMSLogFactory
    /// The transactions of the app.
    let counting: CountingStores

    init(system: InformationSystem = .memory(MemorySystem())) throws {
        world = World.test(system: system, clock: clock)
        let gateway = StubGateway()
        self.gateway = gateway
        let dao = try SystemMessages.all(on: world.system)
        let counting = CountingStores(dao)
        (self.dao, self.counting) = (dao, counting)
        factory = SMSLogFactory(
            stores: { CountingPlaces(places: SystemMessages(on: $0.system), counting: counting) },
            worker: { _, world in
                LocalWorker(stores: dao, clock: world.clock, timeZone: .gmt) { (_, _) throws(GatewayFault) in gateway }
            })
        app = try RunningApp(factory, for: .ofAna, in: world)
    }

    /// Sets up the gateway.
    func addGateway() async throws {
        _ = try await dao.write(ana) { try $0.add(Gateway(name: "stub", kind: .folder, place: "/stub")) }
    }

    private var context: CommandContext { CommandContext(language: language, world: world, prompter: prompter) }

    /// Stores what came in.
    func receive(_ drafts: MessageDraft...) async throws {
        _ = try await dao.save(drafts, of: ana)
    }

    /// What a line answers; printed, unless the panels show it.
    ///
    /// - Parameter isSelecting: Whether it means what is marked or selected, if it names nothing.
    func reply(_ line: String, isPrinted: Bool = true, isSelecting: Bool = false) async throws -> Reply {
        let commands = factory.anyCommands
        let vocabulary = Vocabulary(app: "sms", appCommands: commands, shellCommands: [], apps: [])
        let invocation = try #require(
            try CommandParser.parse(line, with: vocabulary, switching: commands[0]) {
                isSelecting ? app.panels.selection(of: $0) : []
            })
        let reply = try await app.perform(invocation, context)
        guard isPrinted else { return reply }
        let words = try await reply.inWords()
        await words.didPrint?()
        return words
    }

    /// The answer as a person reads it without a full screen.
    func lines(_ line: String) async throws -> [String] { lines(try await reply(line)) }

    func lines(_ reply: Reply) -> [String] {
        PlainReply(context: viewContext).lines(reply).map(\.string)
            + reply.noticesInWords.map { "! " + $0.string(in: language) }
    }

    /// What a place answers.
    func open(_ path: String...) async throws -> [String] {
        let reply = try await app.open(path, context).inWords()
        await reply.didPrint?()
        return lines(reply)
    }

    /// What completes a word.
    func completions(of item: String, for word: String) async -> [Completion] {
        await app.completions(of: item, for: word, language: language)
    }

    /// The app’s tabs.
    var tabs: TabsView { app.tabs(in: viewContext) }

    /// Shows another tab.
    func selectTab(_ key: String) async throws { try await app.select(try #require(tabs.tabs.first { $0.key == key })) }

    private var viewContext: ViewContext { ViewContext(language: language, timeZone: .gmt, now: clock.now) }

    /// A panel as text.
    func draw(_ panel: any Panel, columns: Int, rows: Int, isFocused: Bool = false) async throws -> [String] {
        try await app.refresh()
        app.panels.sidebar.isFocused = isFocused
        panel.settle(for: Size(columns: columns, rows: rows), in: viewContext)
        var canvas = Canvas(size: Size(columns: columns, rows: rows))
        panel.draw(on: &canvas, accent: factory.accent, isFocused: isFocused)
        return canvas.lines
    }
}

extension UserSession {
    /// A login of the user whose messages are tested.
    static var ofAna: UserSession {
        let now = ManualClock.nineOClock.now
        return UserSession(
            id: 1, user: ana, name: "ana", startedAt: now, expiresAt: now + .seconds(3600), idleLimit: nil)
    }
}
