// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumKit
public import Session
public import Terminal
public import Worlds

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
