// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumKit
public import AtriumSession
public import AtriumTerminal
public import AtriumWorlds
import Foundation

/// Creates probe apps; the one named “account” also authenticates.
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
    ///   - id: The app’s name.
    ///   - recorder: Records the calls of the app’s parts.
    ///   - authenticator: Logs users in, if this app authenticates.
    ///   - commands: The commands besides `type`.
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
    /// A constant sentence.
    public var summary: LocalizedText { LocalizedText(verbatim: "Probes.") }
    /// The same color for all probes.
    public var accent: Color { .palette(3) }
    /// No transition, unless a test sets one.
    public var transition = Transition.none
    /// The error of `makeModel`, such as for an unreadable store; `nil` if it succeeds.
    public var refusal: (any Error)?

    /// Creates a model that records its calls.
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
    /// A list of the things, or the typed text if there are none.
    public func main(_ model: ProbeModel) -> MainSource {
        let (title, things) = (LocalizedText(verbatim: model.name), model.things)
        let row = { (thing: String, _: ViewContext) in
            Row(id: thing, title: StyledText(thing), action: .go(model.place(of: thing)))
        }
        // One screen of things is in memory; scrolling reads more.
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

    /// The open thing in pages, read from its end.
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

    /// Records the call.
    public func deleteData(of user: UserID, in world: World, onProgress: @escaping @MainActor (Int) -> Void)
        async throws
    {
        recorder.note("\(id) deletes the data of \(user.rawValue)")
        onProgress(1)
    }

    /// `type TEXT`, and the test’s commands.
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

    /// The commands that have the name of a key.
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

    /// The authenticator that the factory was created with.
    public func makeAuthenticator(in world: World) throws -> any Authenticator { authenticator }
}

/// Creates probe apps without authentication, for a shell without accounts.
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
    /// A constant sentence.
    public var summary: LocalizedText { probe.summary }
    /// The same color for all probes.
    public var accent: Color { probe.accent }
    /// No transition.
    public var transition: Transition { probe.transition }

    /// Creates a model that records its calls.
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

    /// Records the call.
    public func deleteData(of user: UserID, in world: World, onProgress: @escaping @MainActor (Int) -> Void)
        async throws
    {
        try await probe.deleteData(of: user, in: world, onProgress: onProgress)
    }

    /// As for `ProbeFactory`.
    public var commands: [Command<ProbeModel>] { probe.commands }
    /// As for `ProbeFactory`.
    public var routes: [Route<ProbeModel>] { probe.routes }

    /// As for `ProbeFactory`.
    public func completions(of item: String, for word: String, in model: ProbeModel, language: Language) async
        -> [Completion]
    {
        await probe.completions(of: item, for: word, in: model, language: language)
    }

    /// As for `ProbeFactory`.
    public func find(_ words: String, limit: Int, in model: ProbeModel, language: Language) async -> [Finding] {
        await probe.find(words, limit: limit, in: model, language: language)
    }
}

/// The model of an app whose parts record their calls.
@MainActor
public final class ProbeModel: AppModel {
    let recorder: Recorder
    let name: String
    /// Text that an app may keep while it is hidden.
    public var typed = ""
    /// The number of waiting things.
    public var badge = 0
    /// The things in its list.
    public var things: [String] = []
    /// The things after `last`, or the first ones; at most `limit`.
    func page(after last: String?, limit: Int) -> [String] {
        let start = last.flatMap { things.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        return Array(things[start...].prefix(limit))
    }
    /// The open thing.
    public var opened: String?
    /// The entries of the open thing, the last of which are loaded first; all of them are unseen.
    public var entries: [String] = []
    /// The number of loaded entries.
    var loadedEntries = ProbeModel.pageOfEntries
    static let pageOfEntries = 30
    /// The entries that have been marked as seen.
    public internal(set) var seen: [String] = []
    /// The number of reported selections in its list.
    public internal(set) var selections = 0
    /// The path of the open thing.
    public var path: [String]? { opened.map { ["item", $0] } }
    private var listeners: [AsyncStream<Void>.Continuation] = []

    init(name: String, recorder: Recorder) {
        self.name = name
        self.recorder = recorder
    }

    /// The place of a thing.
    func place(of thing: String) -> Place {
        Place(AppID(rawValue: name), thing.split(separator: "/").map(String.init))
    }

    /// Called while it loads its data, which are all in memory.
    public var refreshing: @MainActor () -> Void = {}
    /// Loads the data of the panels.
    public func refresh() async throws { refreshing() }
    /// Called while it loads its badge.
    public var refreshingBadge: @MainActor () -> Void = {}
    /// Loads the badge.
    public func refreshBadge() async throws { refreshingBadge() }
    /// A value for each call of `change`.
    public func changes() -> AsyncStream<Void> {
        let (changes, listener) = AsyncStream.makeStream(of: Void.self)
        listeners.append(listener)
        return changes
    }

    /// Notifies the listeners of a change.
    public func change() { for listener in listeners { listener.yield() } }

    /// Records the call.
    public func endEditing() async { recorder.note("\(name) ends editing") }
    /// Records the call.
    public func willAppear() async { recorder.note("\(name) will appear") }
    /// Records the call.
    public func didAppear() { recorder.note("\(name) did appear") }
    /// Records the call.
    public func didDisappear() { recorder.note("\(name) did disappear") }
    /// Records the call.
    public func sizeDidChange(to size: Size) { recorder.note("\(name) size \(size.columns)x\(size.rows)") }
    /// Records the call.
    public func languageDidChange(to language: Language) { recorder.note("\(name) language \(language.rawValue)") }
    /// Records the call.
    public func loginDidChange(to login: LoginState) {
        recorder.note("\(name) \(login.session == nil ? "loses" : "has") its login")
    }
}
