// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AtriumKit
import AtriumSession
@testable import AtriumShell
import AtriumSystems
import AtriumTesting
import Foundation
import NotesApp
@testable import NotesPanels

import AtriumTerminal
import AtriumWorlds

/// Notes as a user sees them: typed lines and their output.
@MainActor
struct NotesFixture {
    let clock = ManualClock.nineOClock
    let world: World
    let prompter: CannedPrompter
    let app: RunningApp

    init(system: InformationSystem = .memory(MemorySystem()), answers: [String] = []) throws {
        world = World.test(system: system, clock: clock)
        prompter = CannedPrompter(answers)
        app = try RunningApp(NotesFactory(in: .test()), for: ProbeAuthenticator().make("ana"), in: world)
    }

    private var context: CommandContext { CommandContext(language: .english, world: world, prompter: prompter) }

    func reply(_ line: String) async throws -> Reply {
        let commands = NotesFactory(in: .test()).anyCommands
        let vocabulary = Vocabulary(app: "notes", appCommands: commands, shellCommands: [], apps: [])
        guard let invocation = try CommandParser.parse(line, with: vocabulary, switching: commands[0]) else {
            return .nothing
        }
        return try await app.perform(invocation, context).inWords()
    }

    func lines(_ line: String) async throws -> [String] { plain(try await reply(line)) }

    func open(_ path: String...) async throws -> [String] { plain(try await app.open(path, context).inWords()) }

    func plain(_ reply: Reply) -> [String] {
        PlainReply(context: ViewContext(language: .english, timeZone: .gmt, now: clock.now)).lines(reply).map(\.string)
            + reply.noticesInWords.map { "! " + $0.string(in: .english) }
    }
}
