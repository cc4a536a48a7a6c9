// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

/// Makes probe apps; the one named “account” also authenticates.
@MainActor
package struct ProbeFactory: AuthenticatingFactory {
    package let id: AppID
    let recorder: Recorder
    let authenticator: ProbeAuthenticator
    let more: [Command<ProbeModel>]

    package init(
        _ id: AppID, recorder: Recorder, authenticator: ProbeAuthenticator = ProbeAuthenticator(),
        commands: [Command<ProbeModel>] = []
    ) {
        more = commands
        self.id = id
        self.recorder = recorder
        self.authenticator = authenticator
    }

    package var title: LocalizedText { LocalizedText(verbatim: id.rawValue.capitalized) }
    package var summary: LocalizedText { LocalizedText(verbatim: "Probes.") }
    package var accent: Color { .palette(3) }
    package var transition = Transition.none

    package func makeModel(for session: UserSession, in world: World) throws -> ProbeModel {
        recorder.note("\(id) is made for \(session.name)")
        return ProbeModel(name: id.rawValue, recorder: recorder)
    }

    package func sidebar(_ model: ProbeModel, in context: DrawingContext) -> SidebarView {
        SidebarView(
            title: model.name,
            entries: model.things.map { .init($0, isCurrent: false, action: .go(model.place(of: $0))) })
    }
    package func tabs(_ model: ProbeModel, in context: DrawingContext) -> TabsView {
        TabsView([.init(key: "one", title: "One")], selected: "one")
    }
    package func selectTab(_ key: String, in model: ProbeModel) async throws {}
    package func makeMain(_ model: ProbeModel) -> any ListPanel { ProbePanel(model: model) }
    package func makeDetail(_ model: ProbeModel) -> (any DetailPanel)? { ProbeDetail(model: model) }

    package func deleteData(of user: UserID, in world: World, onProgress: @escaping @MainActor (Int) -> Void)
        async throws
    {
        recorder.note("\(id) deletes the data of \(user.rawValue)")
        onProgress(1)
    }

    package var commands: [Command<ProbeModel>] {
        [
            Command(
                "type", category: .writing, summary: LocalizedText(verbatim: "Types."), parameters: .text("text")
            ) { model, _, text in
                model.typed = text
                model.recorder.note("\(model.name) typed \(model.typed)")
                return .message(LocalizedText(verbatim: model.typed))
            }
        ] + more
    }

    package var routes: [Route<ProbeModel>] {
        [
            Route(
                "item", parameters: .word("id", values: .item("item")), summary: LocalizedText(verbatim: "An item.")
            ) { model, _, id in
                model.recorder.note("\(model.name) opens item \(id)")
                return .nothing
            },
            Route(
                "item", parameters: .word("id", values: .item("item")), .word("part", values: .item("part")),
                summary: LocalizedText(verbatim: "A part.")
            ) { _, _, _, _ in .nothing },
        ]
    }

    package func completions(of item: String, for word: String, in model: ProbeModel, language: Language) async
        -> [Completion]
    {
        if item == "part" { return ["1", "whole"].map { Completion(text: $0, description: model.opened) } }
        guard item == "item" else { return [] }
        return [Completion(text: "1", description: "First"), Completion(text: "2", description: "Second")].filter {
            $0.fits(word)
        }
    }

    package func find(_ words: String, in model: ProbeModel, language: Language) async -> [Finding] {
        ["First", "Second"].enumerated().map { index, name in
            Finding(title: "\(name) of \(id)", detail: "\(index + 1)", place: Place(id, ["item", String(index + 1)]))
        }.filter { Completion(text: "", description: $0.title).fits(words) }
    }

    package func makeAuthenticator(in world: World) throws -> any Authenticator { authenticator }
}
