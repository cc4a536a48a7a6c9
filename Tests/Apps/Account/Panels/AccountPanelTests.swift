// SPDX-License-Identifier: GPL-3.0-or-later

import AccountApp
import AccountPanels
import AtriumSession
import AtriumSystems
import AtriumTerminal
import Testing

@testable import AtriumKit
import AtriumShell
import AtriumScreen
import AtriumTesting
import AtriumWorlds
import Foundation

/// What the account’s panel shows at several widths.
@MainActor
struct AccountPanelTests {
    private let clock = ManualClock(now: Timestamp(seconds: 1_767_258_000))

    @Test(arguments: [118, 78, 48, 30])
    func `a long field can be read to its end`(columns: Int) async throws {
        let world = World(
            system: .memory(MemorySystem()), clock: clock, timeZone: .gmt, workingFolder: "/",
            passwordCost: .least, worksUnasked: false)
        let coordinator = try Coordinator(
            catalog: [AccountFactory(in: .test())], world: world, language: .english, size: Size(columns: 80, rows: 24))
        let session = try await coordinator.authenticator.register(
            name: "ana", password: Secret("a lantern by the river"))
        await coordinator.lease.replace(session)
        try await coordinator.appear()
        let app = try #require(coordinator.currentApp)
        let name = (1...12).map { "name\($0)" }.joined(separator: " ")
        let vocabulary = Vocabulary(
            app: "account", appCommands: AccountFactory(in: .test()).anyCommands, shellCommands: [], apps: [])
        let invocation = try #require(
            try CommandParser.parse(
                "profile name \(name)", with: vocabulary, switching: AccountFactory(in: .test()).anyCommands[0]))
        _ = try await app.perform(
            invocation,
            CommandContext(language: .english, world: world, prompter: Answers(), replaceSession: { _ in }))
        func text() async throws -> String {
            try await app.refresh()
            var canvas = Canvas(size: Size(columns: columns, rows: 30))
            app.panels.main.settle(for: canvas.size, in: coordinator.viewContext)
            app.panels.main.draw(on: &canvas, accent: .palette(1), isFocused: true)
            return canvas.lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
        }
        #expect(try await text().contains(name))
        try await app.select(app.tabs(in: coordinator.viewContext).tabs[2])
        #expect(try await !text().contains("…"))
    }
}
