// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumKit
import Foundation
public import Session
public import Terminal
public import Worlds

/// Makes probe apps; the one named “account” also authenticates.
@MainActor
public struct ProbeFactory: AuthenticatingFactory {
    /// The app’s name.
    public let id: AppID
    let recorder: Recorder
    let authenticator: ProbeAuthenticator
    let more: [Command<ProbeModel>]

    /// A factory of an app of this name.
    ///
    /// - Parameters:
    ///   - recorder: Hears what the app’s parts are told.
    ///   - authenticator: Logs users in, if this app is the one that authenticates.
    ///   - commands: What can be typed beside `type`.
    public init(
        _ id: AppID, recorder: Recorder, authenticator: ProbeAuthenticator = ProbeAuthenticator(),
        commands: [Command<ProbeModel>] = []
    ) {
        more = commands
        self.id = id
        self.recorder = recorder
        self.authenticator = authenticator
    }

    /// The name with a capital letter.
    public var title: LocalizedText { LocalizedText(verbatim: id.rawValue.capitalized) }
    /// What probes are for.
    public var summary: LocalizedText { LocalizedText(verbatim: "Probes.") }
    /// One for all.
    public var accent: Color { .palette(3) }
    /// None, unless a test sets one.
    public var transition = Transition.none
    /// Why no model can be made, as where a store cannot be read; nil: one can.
    public var refusal: (any Error)?

    /// A model that notes what it is told.
    public func makeModel(for session: UserSession, in world: World) throws -> ProbeModel {
        if let refusal { throw refusal }
        recorder.note("\(id) is made for \(session.name)")
        return ProbeModel(name: id.rawValue, recorder: recorder)
    }

    /// An entry for each thing.
    public func sidebar(_ model: ProbeModel, in context: ViewContext) -> SidebarView {
        SidebarView(
            title: model.name,
            entries: model.things.map { .init($0, isCurrent: false, action: .go(model.place(of: $0))) })
    }
    /// One tab.
    public func tabs(_ model: ProbeModel, in context: ViewContext) -> TabsView {
        TabsView([.init(key: "one", title: "One")], selected: "one")
    }
    /// Does nothing.
    public func selectTab(_ key: String, in model: ProbeModel) async throws {}
    /// A list of the things, with what was typed where there is none.
    public func main(_ model: ProbeModel) -> MainSource {
        let (title, things) = (LocalizedText(verbatim: model.name), model.things)
        let row = { (thing: String, _: ViewContext) in
            Row(id: thing, title: StyledText(thing), action: .go(model.place(of: thing)))
        }
        // As many as a screen has room for are in memory; more are read as somebody scrolls.
        var list =
            things.count <= 100
            ? ListSource(id: id, title: title, items: things, rowID: { $0 }, row: row)
            : ListSource(id: "\(id), page by page", title: title, load: model.page, rowID: { $0 }, row: row)
        list.items = ["item"]
        list.openID = model.opened
        list.onSelection = { _ in model.selections += 1 }
        list.whenEmpty = LocalizedText(verbatim: model.typed)
        return .list(list)
    }

    /// The open thing.
    public func document(_ model: ProbeModel) -> DocumentSource? {
        var source = DocumentSource(
            id: model.opened ?? "", title: LocalizedText(verbatim: model.opened ?? ""), isOpen: model.opened != nil
        ) { _ in
            [model.opened.map { [.text("This is \($0).")] } ?? []]
        }
        if model.opened != nil, !model.entries.isEmpty { source = entries(of: model) }
        source.items = ["item"]
        source.close = { model.opened = nil }
        return source
    }

    /// The open thing in pages, read from its end on.
    private func entries(of model: ProbeModel) -> DocumentSource {
        let opened = model.opened ?? ""
        var source = DocumentSource(id: opened, title: LocalizedText(verbatim: opened), isOpen: true) { _ in
            [
                model.entries.suffix(model.loadedEntries).map {
                    var block = Block.text($0)
                    (block.id, block.isUnseen) = ($0, !model.seen.contains($0))
                    return block
                }
            ]
        }
        source.startsAtEnd = true
        source.isAtStart = model.loadedEntries >= model.entries.count
        source.turnPage = { edge in
            guard edge == .start, model.loadedEntries < model.entries.count else { return false }
            model.loadedEntries += ProbeModel.pageOfEntries
            return true
        }
        source.onSeen = { model.seen += $0 }
        return source
    }

    /// Notes the call.
    public func deleteData(of user: UserID, in world: World, onProgress: @escaping @MainActor (Int) -> Void)
        async throws
    {
        recorder.note("\(id) deletes the data of \(user.rawValue)")
        onProgress(1)
    }

    /// `type TEXT`, and what the test has added.
    public var commands: [Command<ProbeModel>] {
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

    /// Those of its commands that have the name of a key.
    public var selectionCommands: [SelectionKey: CommandSpec] {
        let specs = commands.map(\.spec)
        return SelectionKey.allCases.reduce(into: [:]) { result, key in
            result[key] = specs.first { $0.name == key.rawValue }
        }
    }

    /// Its first item.
    public var exampleRoute: String { "\(id)/item/1" }

    /// `item/:id` and `item/:id/:part`.
    public var routes: [Route<ProbeModel>] {
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

    /// Two items and two parts.
    public func completions(of item: String, for word: String, in model: ProbeModel, language: Language) async
        -> [Completion]
    {
        if item == "part" { return ["1", "whole"].map { Completion(text: $0, description: model.opened) } }
        guard item == "item" else { return [] }
        return [Completion(text: "1", description: "First"), Completion(text: "2", description: "Second")].filter {
            $0.fits(word)
        }
    }

    /// Two findings.
    public func find(_ words: String, limit: Int, in model: ProbeModel, language: Language) async -> [Finding] {
        let all = ["First", "Second"].enumerated().map { index, name in
            Finding(title: "\(name) of \(id)", detail: "\(index + 1)", place: Place(id, ["item", String(index + 1)]))
        }
        return Array(all.filter { Completion(text: "", description: $0.title).fits(words) }.prefix(limit))
    }

    /// The one that the factory was made with.
    public func makeAuthenticator(in world: World) throws -> any Authenticator { authenticator }
}
