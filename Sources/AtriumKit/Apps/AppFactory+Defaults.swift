// SPDX-License-Identifier: GPL-3.0-or-later

public import Session
public import Terminal

/// The parts that a small app does not need.
///
/// What is left for it are a name, a title, a summary, a model, a main part, its commands, and the deletion of its data.
extension AppFactory {
    /// The color of all apps that have none of their own.
    public var accent: Color { .palette(67) }
    /// No transition: the app is there at once.
    public var transition: Transition { .none }

    /// A sidebar without entries, under the app’s title.
    public func sidebar(_ model: Model, in context: ViewContext) -> SidebarView {
        SidebarView(title: title.string(in: context.language), entries: [])
    }

    /// One tab, with the app’s name and title.
    public func tabs(_ model: Model, in context: ViewContext) -> TabsView {
        TabsView([.init(key: id.rawValue, title: title.string(in: context.language))], selected: id.rawValue)
    }

    /// Does nothing, since there is one tab.
    public func selectTab(_ key: String, in model: Model) async throws {}
    /// No document: the main part has all there is.
    public func document(_ model: Model) -> DocumentSource? { nil }
    /// The app itself, and no place in it.
    public var routes: [Route<Model>] { [Route(summary: title) { _, _ in .nothing }] }

    /// No candidates.
    public func completions(of item: String, for word: String, in model: Model, language: Language) async
        -> [Completion]
    { [] }

    /// No items.
    public func find(_ words: String, limit: Int, in model: Model, language: Language) async -> [Finding] { [] }
}

/// A model whose data are all in memory, and change by the app’s own commands alone.
extension AppModel {
    /// Nothing waits for the user.
    public var badge: Int { 0 }
    /// Nothing has to be loaded.
    public func refresh() async throws {}
    /// No changes but those of the app’s own commands, after which the panels are drawn in any case.
    public func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}
