// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
package import AtriumSession
package import AtriumTerminal
package import AtriumWorlds
package import ListsLogic

/// Makes the list.
package struct ListsFactory: AppFactory {
    package let id: AppID = "lists"
    package let title = Strings.title
    package let summary = Strings.summary
    package let accent = Color.palette(36)
    package let transition = Transition.pushLeft

    private let open: @Sendable (World) throws -> any ItemDAO

    /// - Parameter open: Opens the lists of a world’s system.
    package init(opening open: @escaping @Sendable (World) throws -> any ItemDAO) { self.open = open }

    package func makeModel(for session: UserSession, in world: World) throws -> ListsModel {
        ListsModel(service: ListsService(of: session.user, in: try open(world), clock: world.clock))
    }

    package func sidebar(_ model: ListsModel, in context: ViewContext) -> SidebarView {
        SidebarView(
            title: title.string(in: context.language),
            entries: [
                .init(
                    title.string(in: context.language), id: "all", count: model.badge, isCurrent: true,
                    action: .go(Place(id, [])))
            ])
    }

    package func tabs(_ model: ListsModel, in context: ViewContext) -> TabsView {
        TabsView([.init(key: "all", title: title.string(in: context.language))], selected: "all")
    }

    package func selectTab(_ key: String, in model: ListsModel) async throws {}

    package func main(_ model: ListsModel) -> MainSource {
        var source = ListSource<ListItem>(
            id: "all", title: title,
            load: { [service = model.service] in try await service.items(after: $0, limit: $1) },
            rowID: { String($0.id) }
        ) { item, context in
            var row = Row(
                id: String(item.id), title: StyledText(item.text, item.isDone ? .faint : []),
                action: .go(Place("lists", ["item", String(item.id)])))
            row.lead = String(item.id)
            row.trailing = context.short(item.addedAt)
            return row
        }
        source.whenEmpty = Strings.nothing
        source.revision = model.reading.revision
        source.openID = model.opened.map { String($0.id) }
        return .list(source)
    }

    package func document(_ model: ListsModel) -> DocumentSource? {
        let item = model.opened
        var source = DocumentSource(
            id: item.map { String($0.id) } ?? "", title: LocalizedText(verbatim: item?.text ?? ""), isOpen: item != nil
        ) { _ in
            [item.map { [.text($0.text)] } ?? []]
        }
        source.close = { model.opened = nil }
        return source
    }

    package func deleteData(of user: UserID, in world: World, onProgress: @escaping @MainActor (Int) -> Void)
        async throws
    {
        onProgress(try await ListsService(of: user, in: open(world), clock: world.clock).removeAll())
    }

    package var commands: [Command<ListsModel>] { ListsCommands.all }

    package var routes: [Route<ListsModel>] {
        [
            Route(summary: Strings.routeAll) { model, _ in
                model.opened = nil
                return .onPanels { .message(Strings.title) }
            },
            Route("item", parameters: ListsCommands.number, summary: Strings.routeItem) { model, _, id in
                let item = try await model.service.item(id)
                model.opened = item
                return .onPanels { .message(LocalizedText(verbatim: item.text)) }
            },
        ]
    }

    package var exampleRoute: String { "\(id)/item/1" }

    package func completions(of item: String, for word: String, in model: ListsModel, language: Language) async
        -> [Completion]
    { [] }

    package func find(_ words: String, limit: Int, in model: ListsModel, language: Language) async -> [Finding] {
        let items = (try? await model.service.items(after: nil, limit: 1000)) ?? []
        return items.filter { Completion(text: "", description: $0.text).fits(words) }.prefix(limit).map {
            Finding(title: $0.text, place: Place(id, ["item", String($0.id)]))
        }
    }
}
