// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
package import AtriumSession
package import AtriumStores
internal import AtriumSystems
package import AtriumTerminal
package import AtriumWorlds

/// Makes the app.
package struct __NAME__Factory: AppFactory {
    package let id: AppID = "__ID__"
    package var title: LocalizedText { Strings.title }
    package var summary: LocalizedText { Strings.summary }

    /// A factory; its values are in the world’s system.
    package init(in world: World) {}

    private func store(of user: UserID, in world: World) throws -> ValueStore<__Item__> {
        try ValueStore(on: world.system, named: id.rawValue, of: user)
    }

    package func makeModel(for session: UserSession, in world: World) throws -> __NAME__Model {
        __NAME__Model(store: try store(of: session.user, in: world))
    }

    package func deleteData(of user: UserID, in world: World, onProgress: @escaping @MainActor (Int) -> Void)
        async throws
    {
        try await store(of: user, in: world).removeAll(onProgress: onProgress)
    }

    package func kept(of user: UserID, in world: World) async throws -> [LocalizedText] {
        let count = try await store(of: user, in: world).all().count
        return count == 0 ? [] : [Strings.kept(count: count)]
    }

    package func examine(
        in world: World, settings: [UserID: [String: String]], mends: Bool
    ) async throws -> [HealthFinding] {
        var findings: [HealthFinding] = []
        for user in settings.keys {
            findings += try await store(of: user, in: world).unreadable().map { HealthFinding($0, of: id) }
        }
        return findings
    }

    package func archive(_ user: UserID, in world: World, to archive: ArchiveWriter) async throws {
        try await store(of: user, in: world).archive(to: archive)
    }

    package func unarchive(_ user: UserID, in world: World, from archive: ArchiveReader) async throws {
        try await store(of: user, in: world).unarchive(from: archive)
    }

    package func main(_ model: __NAME__Model) -> MainSource {
        var list = ListSource(
            id: model.words, title: title, items: model.listed, rowID: { String($0.id) }, row: Self.row)
        list.items = ["__thing_id__"]
        list.startsWithNewest = true
        list.whenEmpty = __NAME__Commands.whenEmpty(model)
        let latest = model.latest.latest
        list.target = latest.ids.first.map { ListTarget(id: $0, number: latest.count, marked: latest.marked) }
        return .list(list)
    }

    private static func row(of __item__: __Item__, in context: ViewContext) -> Row {
        let id = __item__.id
        var row = Row(
            id: String(id), title: StyledText(__item__.title),
            action: .app(
                "__ID__", __NAME__Commands.done,
                __NAME__Commands.ids.argument([id])))
        row.lead = String(id)
        if __item__.isDone { row.sign = "✓ " }
        row.trailing = context.short(__item__.addedAt)
        return row
    }

    package var commands: [Command<__NAME__Model>] { __NAME__Commands.all }

    /// The keys of the selection.
    package var selectionCommands: [SelectionKey: CommandSpec] {
        [
            .done: __NAME__Commands.done.spec, .rename: __NAME__Commands.rename.spec,
            .remove: __NAME__Commands.remove.spec, .find: __NAME__Commands.find.spec,
            .undo: Command<__NAME__Model>.undo.spec,
        ]
    }

    package var routes: [Route<__NAME__Model>] {
        [Route(summary: Strings.commandList) { model, _ in __NAME__Commands.show("", of: model) }]
    }

    package func completions(
        of item: String, for word: String, in model: __NAME__Model, language: Language
    ) async -> [Completion] {
        Array(model.all.reversed().map(model.completion).filter { $0.fits(word) }.prefix(50))
    }

    package func find(
        _ words: String, limit: Int, in model: __NAME__Model, language: Language
    ) async -> [Finding] {
        // The app may not have been seen yet.
        try? await model.refresh()
        return model.all.reversed().map(model.completion).filter { $0.fits(words) }.prefix(limit).map {
            Finding(title: $0.description ?? "", detail: $0.text, place: Place(id))
        }
    }
}
