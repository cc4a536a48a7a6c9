// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
package import AtriumSession
package import AtriumStores
package import AtriumTerminal
package import AtriumWorlds
package import __NAME__Logic

/// Makes the app.
package struct __NAME__Factory: AppFactory {
    static let id: AppID = "__ID__"
    package var id: AppID { Self.id }
    package let accent = Color.palette(109)
    package let transition = Transition.pushLeft
    package var title: LocalizedText { Strings.title }
    package var summary: LocalizedText { Strings.summary }

    /// Opens the __things__ of a user in a world.
    private let open: @Sendable (World, UserID) throws -> __Item__Store

    /// - Parameter open: Opens the __things__ of a user in a world.
    package init(opening open: @escaping @Sendable (World, UserID) throws -> __Item__Store) { self.open = open }

    package func makeModel(for session: UserSession, in world: World) throws -> __NAME__Model {
        __NAME__Model(service: try service(of: session.user, in: world))
    }

    package func deleteData(of user: UserID, in world: World, onProgress: @escaping @MainActor (Int) -> Void)
        async throws
    {
        try await service(of: user, in: world).removeAll(onProgress: onProgress)
    }

    package func kept(of user: UserID, in world: World) async throws -> [LocalizedText] {
        let count = try await service(of: user, in: world).count()
        return count == 0 ? [] : [Strings.kept(count: count)]
    }

    package func archive(_ user: UserID, in world: World, to archive: ArchiveWriter) async throws {
        try await service(of: user, in: world).archive(to: archive)
    }

    package func unarchive(_ user: UserID, in world: World, from archive: ArchiveReader) async throws {
        try await service(of: user, in: world).unarchive(from: archive)
    }

    private func service(of user: UserID, in world: World) throws -> __NAME__Service {
        __NAME__Service(try open(world, user), clock: world.clock)
    }

    package func sidebar(_ model: __NAME__Model, in context: ViewContext) -> SidebarView {
        let all = SidebarView.Entry(
            Strings.tabAll.string(in: context.language), id: "all", count: model.count, isCurrent: true,
            action: .app(id, __NAME__Commands.list))
        return SidebarView(title: Strings.title.string(in: context.language), entries: [all])
    }

    package func tabs(_ model: __NAME__Model, in context: ViewContext) -> TabsView {
        TabsView([.init(key: "all", title: Strings.tabAll.string(in: context.language))], selected: "all")
    }

    package func selectTab(_ key: String, in model: __NAME__Model) async throws { model.showAll() }

    package func main(_ model: __NAME__Model) -> MainSource { .list(__Item__List.source(of: model)) }
    package func document(_ model: __NAME__Model) -> DocumentSource? { __Item__Document.source(of: model) }

    package var commands: [Command<__NAME__Model>] { __NAME__Commands.all }

    /// The keys of the selection.
    package var selectionCommands: [SelectionKey: CommandSpec] {
        [
            .done: __NAME__Commands.done.spec, .remove: __NAME__Commands.remove.spec,
            .find: __NAME__Commands.find.spec, .undo: Command<__NAME__Model>.undo.spec,
        ]
    }

    package var routes: [Route<__NAME__Model>] {
        [
            Route(summary: Strings.routeList) { model, _ in __NAME__Commands.list(model) },
            Route("__thing_id__", parameters: __NAME__Commands.id, summary: Strings.route__Item__) { model, _, id in
                try await __NAME__Commands.show(id, model)
            },
        ]
    }

    package var exampleRoute: String { "\(id)/__thing_id__/2" }

    package func completions(
        of item: String, for word: String, in model: __NAME__Model, language: Language
    ) async -> [Completion] {
        await candidates(for: word, limit: 50, in: model)
    }

    package func find(
        _ words: String, limit: Int, in model: __NAME__Model, language: Language
    ) async -> [Finding] {
        await candidates(for: words, limit: limit, in: model).map {
            Finding(title: $0.description ?? "", detail: $0.text, place: Place(id, ["__thing_id__", $0.text]))
        }
    }

    /// The newest __things__ with this number or these words.
    private func candidates(
        for words: String, limit: Int, in model: __NAME__Model
    ) async -> [Completion] {
        // Candidates are a convenience: if they cannot be read there are none.
        let __items__ = try? await model.service.__items__(where: { Self.candidate($0).fits(words) }, limit: limit)
        return (__items__ ?? []).map(Self.candidate)
    }

    /// The number and the title, by which __a_thing__ is found.
    nonisolated static func candidate(_ __item__: __Item__) -> Completion {
        Completion(text: String(__item__.id), description: __item__.title)
    }
}
