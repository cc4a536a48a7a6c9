// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumTesting
import Session
import Testing
import Worlds

/// The app that README.md shows works, and has by default what it leaves out.
@MainActor
struct SmallestAppTests {
    @Test func `it counts`() async throws {
        let app = try AppUnderTest(TallyFactory(), in: .test())
        #expect(try await app.message("count") == "1")
        #expect(try await app.message("count") == "2")
    }

    @Test func `what it leaves out has a default`() async throws {
        let factory = TallyFactory()
        let app = try AppUnderTest(factory, in: .test())
        let context = ViewContext(language: .english, timeZone: .gmt, now: World.test().clock.now)
        #expect(factory.sidebar(app.model, in: context).entries.isEmpty)
        #expect(factory.tabs(app.model, in: context).current?.title == "Tally")
        #expect(factory.routeSpecs.map(\.pattern) == ["tally"])
        #expect(factory.document(app.model) == nil)
        #expect(await factory.find("1", limit: 5, in: app.model, language: .english).isEmpty)
        #expect(await factory.completions(of: "item", for: "", in: app.model, language: .english).isEmpty)
        #expect(app.model.badge == 0)
        try await app.model.refresh()
        for await _ in app.model.changes() { Issue.record("nothing else changes it") }
    }
}

final class TallyModel: AppModel { var count = 0 }

struct TallyFactory: AppFactory {
    let id: AppID = "tally"
    let title = LocalizedText(verbatim: "Tally")
    let summary = LocalizedText(verbatim: "Counts what you count.")
    func makeModel(for session: UserSession, in world: World) -> TallyModel { TallyModel() }
    func main(_ model: TallyModel) -> MainSource {
        .document(DocumentSource(id: "count", title: title) { _ in [[.text("\(model.count)")]] })
    }
    func deleteData(of user: UserID, in world: World, onProgress: @escaping @MainActor (Int) -> Void) {}
    var commands: [Command<TallyModel>] {
        [
            Command("count", category: .writing, summary: LocalizedText(verbatim: "Adds one.")) { model, _ in
                model.count += 1
                return .message(LocalizedText(verbatim: "\(model.count)"))
            }
        ]
    }
}
