// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AtriumKit
@testable import AtriumShell
import AtriumSession
import AtriumWorlds
import Testing

/// The start and the end of apps that have something to begin and to end.
@MainActor
struct StartedAppsTests {
    private final class Log {
        var lines: [String] = []
    }

    private struct Failure: Error {}

    private final class Nothing: AppModel {}

    private struct Factory: AppFactory {
        let id: AppID
        let log: Log
        var fails = false
        let title: LocalizedText = "App"
        let summary: LocalizedText = "Starts."
        func start() async throws {
            await Task.yield()
            if fails { throw Failure() }
            log.lines.append("start \(id)")
        }
        func end() async {
            await Task.yield()
            log.lines.append("end \(id)")
        }
        func makeModel(for session: UserSession, in world: World) -> Nothing { Nothing() }
        func main(_ model: Nothing) -> MainSource { .text("", titled: title) }
        func deleteData(of user: UserID, in world: World, onProgress: @escaping @MainActor (Int) -> Void) {}
        var commands: [Command<Nothing>] { [] }
    }

    @Test func `apps start in order and end the other way round, once`() async throws {
        let log = Log()
        let apps = StartedApps([Factory(id: "a", log: log), Factory(id: "b", log: log)])
        try await apps.start()
        await apps.end()
        await apps.end()
        #expect(log.lines == ["start a", "start b", "end b", "end a"])
    }

    @Test func `an app that cannot start ends those before it`() async {
        let log = Log()
        let apps = StartedApps([
            Factory(id: "a", log: log), Factory(id: "b", log: log, fails: true), Factory(id: "c", log: log),
        ])
        await #expect(throws: Failure.self) { try await apps.start() }
        #expect(log.lines == ["start a", "end a"])
        await apps.end()
        #expect(log.lines.count == 2)
    }
}
