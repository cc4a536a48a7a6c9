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

/// Makes probe apps of which none authenticates, for a shell without accounts.
@MainActor
public struct GuestProbeFactory: AppFactory {
    private let probe: ProbeFactory

    /// A factory of an app of this name; as for `ProbeFactory`.
    public init(_ id: AppID, recorder: Recorder, commands: [Command<ProbeModel>] = []) {
        probe = ProbeFactory(id, recorder: recorder, commands: commands)
    }

    /// The app’s name.
    public var id: AppID { probe.id }
    /// The name with a capital letter.
    public var title: LocalizedText { probe.title }
    /// What probes are for.
    public var summary: LocalizedText { probe.summary }
    /// One for all.
    public var accent: Color { probe.accent }
    /// None.
    public var transition: Transition { probe.transition }

    /// A model that notes what it is told.
    public func makeModel(for session: UserSession, in world: World) throws -> ProbeModel {
        try probe.makeModel(for: session, in: world)
    }

    /// An entry for each thing.
    public func sidebar(_ model: ProbeModel, in context: ViewContext) -> SidebarView {
        probe.sidebar(model, in: context)
    }

    /// One tab.
    public func tabs(_ model: ProbeModel, in context: ViewContext) -> TabsView { probe.tabs(model, in: context) }
    /// Does nothing.
    public func selectTab(_ key: String, in model: ProbeModel) async throws {}
    /// A list of the things.
    public func main(_ model: ProbeModel) -> MainSource { probe.main(model) }
    /// The open thing.
    public func document(_ model: ProbeModel) -> DocumentSource? { probe.document(model) }

    /// Notes the call.
    public func deleteData(of user: UserID, in world: World, onProgress: @escaping @MainActor (Int) -> Void)
        async throws
    {
        try await probe.deleteData(of: user, in: world, onProgress: onProgress)
    }

    /// Those of `ProbeFactory`.
    public var commands: [Command<ProbeModel>] { probe.commands }
    /// Those of `ProbeFactory`.
    public var routes: [Route<ProbeModel>] { probe.routes }

    /// Those of `ProbeFactory`.
    public func completions(of item: String, for word: String, in model: ProbeModel, language: Language) async
        -> [Completion]
    {
        await probe.completions(of: item, for: word, in: model, language: language)
    }

    /// Those of `ProbeFactory`.
    public func find(_ words: String, limit: Int, in model: ProbeModel, language: Language) async -> [Finding] {
        await probe.find(words, limit: limit, in: model, language: language)
    }
}

/// An app whose parts write down what they are told.
@MainActor
public final class ProbeModel: AppModel {
    let recorder: Recorder
    let name: String
    /// What an app may keep while it is hidden.
    public var typed = ""
    /// How many things wait.
    public var badge = 0
    /// What its list shows.
    public var things: [String] = []
    /// The things after one, or the first ones, at most so many.
    func page(after last: String?, limit: Int) -> [String] {
        let start = last.flatMap { things.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        return Array(things[start...].prefix(limit))
    }
    /// Which of them is open.
    public var opened: String?
    /// What the open thing consists of, of which the last entries are loaded first; nobody has seen any of them.
    public var entries: [String] = []
    /// How many of them are loaded.
    var loadedEntries = ProbeModel.pageOfEntries
    static let pageOfEntries = 30
    /// Those that it was told are seen.
    public internal(set) var seen: [String] = []
    /// How often it was told what is selected in its list.
    public internal(set) var selections = 0
    /// Where the open thing is.
    public var path: [String]? { opened.map { ["item", $0] } }
    private var listeners: [AsyncStream<Void>.Continuation] = []

    init(name: String, recorder: Recorder) {
        self.name = name
        self.recorder = recorder
    }

    /// Where one of the things is.
    func place(of thing: String) -> Place {
        Place(AppID(rawValue: name), thing.split(separator: "/").map(String.init))
    }

    /// What becomes of its data while it loads them; everything is in memory.
    public var refreshing: @MainActor () -> Void = {}
    /// Loads what the panels show.
    public func refresh() async throws { refreshing() }
    /// What becomes of its badge while that is loaded.
    public var refreshingBadge: @MainActor () -> Void = {}
    /// Loads the badge.
    public func refreshBadge() async throws { refreshingBadge() }
    /// A value for each call of `change`.
    public func changes() -> AsyncStream<Void> {
        let (changes, listener) = AsyncStream.makeStream(of: Void.self)
        listeners.append(listener)
        return changes
    }

    /// Tells whoever listens that something changed.
    public func change() { for listener in listeners { listener.yield() } }

    /// Notes the call.
    public func endEditing() async { recorder.note("\(name) ends editing") }
    /// Notes the call.
    public func willAppear() async { recorder.note("\(name) will appear") }
    /// Notes the call.
    public func didAppear() { recorder.note("\(name) did appear") }
    /// Notes the call.
    public func didDisappear() { recorder.note("\(name) did disappear") }
    /// Notes the call.
    public func sizeDidChange(to size: Size) { recorder.note("\(name) size \(size.columns)x\(size.rows)") }
    /// Notes the call.
    public func languageDidChange(to language: Language) { recorder.note("\(name) language \(language.rawValue)") }
    /// Notes the call.
    public func loginDidChange(to login: LoginState) {
        recorder.note("\(name) \(login.session == nil ? "loses" : "has") its login")
    }
}
