// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
package import AtriumSession
package import AtriumStores
package import AtriumTerminal
package import AtriumWorlds
package import NotesLogic

/// Makes the parts of Notes.
package struct NotesFactory: AppFactory {
    private let stores: any NoteStores
    private let systemName: String

    /// - Parameters:
    ///   - stores: The possible places of notes.
    ///   - isOnServer: Whether the system that all apps share is on a server.
    package init(stores: any NoteStores, isOnServer: Bool = false) {
        self.stores = stores
        systemName = isOnServer ? StoreChoice.serverName : StoreChoice.systemName
    }

    static let id: AppID = "notes"
    package var id: AppID { Self.id }
    package let title = Strings.title
    package let summary = Strings.summary
    package let accent = Color.rgb(0xE8, 0xB3, 0x39)
    package let transition = Transition.pushLeft

    package func makeModel(for session: UserSession, in world: World) throws -> NotesModel {
        try NotesModel(for: session, variables: world.variables) { [stores] in
            try NotesService(for: $0, among: stores, in: world)
        }
    }

    package func deleteData(of user: UserID, in world: World, onProgress: @escaping @MainActor (Int) -> Void)
        async throws
    {
        try await NotesService.deleteAll(of: user, among: stores, in: world, onProgress: onProgress)
    }

    package func kept(of user: UserID, in world: World) async throws -> [LocalizedText] {
        let kept = try await NotesService.kept(of: user, among: stores, in: world)
        return [
            (kept.notes, Strings.keptNotes(count: kept.notes)),
            (kept.attachments, Strings.keptAttachments(count: kept.attachments)),
        ].filter { $0.0 > 0 }.map(\.1)
    }

    package func archive(_ user: UserID, in world: World, to archive: ArchiveWriter) async throws {
        try await NotesService.archive(user, among: stores, in: world, to: archive)
    }

    package func unarchive(_ user: UserID, in world: World, from archive: ArchiveReader) async throws {
        try await NotesService.unarchive(user, among: stores, in: world, from: archive)
    }

    package func placesElsewhere(_ settings: [String: String]) -> [String] {
        guard case .folder(let path)? = settings[StoreChoice.settingName].flatMap({ StoreChoice($0) }) else {
            return []
        }
        return [path]
    }

    package func examine(
        in world: World, settings: [UserID: [String: String]], mends: Bool
    ) async throws -> [HealthFinding] {
        try await NoteHealth.findings(among: stores, in: world, settings: settings, mends: mends)
    }

    package func owners(in world: World) async throws -> Set<UserID> { try await stores.owners(in: world) }

    package func sidebar(_ model: NotesModel, in context: ViewContext) -> SidebarView {
        NotesSidebar.view(of: model, in: context.language)
    }

    package func tabs(_ model: NotesModel, in context: ViewContext) -> TabsView {
        TabsView(
            NotesTab.allCases.map { .init(key: $0.rawValue, title: $0.title.string(in: context.language)) },
            selected: NotesTab(model.scope)?.rawValue ?? "")
    }

    package func selectTab(_ key: String, in model: NotesModel) async throws {
        if let tab = NotesTab(rawValue: key) { try await model.show(tab.scope) }
    }

    package func main(_ model: NotesModel) -> MainSource { .list(NoteList.source(of: model)) }

    package func document(_ model: NotesModel) -> DocumentSource? { NoteDocument.source(of: model) }

    package var firstCommands: [String] { ["add", "list", "find", "show", "edit", "todo"] }

    package var commands: [Command<NotesModel>] { NotesCommands.all }

    package var selectionCommands: [SelectionKey: CommandSpec] {
        [
            .edit: NotesCommands.edit, .remove: NotesCommands.remove, .done: NotesCommands.done,
            .rename: NotesCommands.rename,
            .tag: NotesCommands.tag, .find: NotesCommands.find, .undo: Command<NotesModel>.undo,
        ].mapValues(\.spec)
    }

    package var settings: [AppSetting] {
        [
            AppSetting(
                StoreChoice.settingName, initial: systemName, summary: Strings.settingStore,
                choices: [
                    .init(systemName, summary: Strings.choiceStoreSystem),
                    .init(StoreChoice.folderPrefix, summary: Strings.choiceStoreFolder, isBeginning: true),
                    .init(StoreChoice.sharedPrefix, summary: Strings.choiceStoreShared, isBeginning: true),
                ]
            ) { [stores, systemName] in
                let value = try await NotesService.checked(store: $0, of: $1.user, among: stores, in: $2)
                return AppSetting.StoredValue(value == StoreChoice.systemName ? systemName : value)
            },
            AppSetting(
                NotesService.gitSetting, initial: NotesService.gitOff, summary: Strings.settingGit,
                choices: [
                    .init(NotesService.gitOff, summary: Strings.choiceGitOff),
                    .init(NotesService.gitOn, summary: Strings.choiceGitOn),
                ]
            ) { [stores] in
                let (value, new) = try await NotesService.checked(git: $0, of: $1, among: stores, in: $2)
                return AppSetting.StoredValue(value, notices: new.map { [Strings.gitMade(path: $0)] } ?? [])
            },
        ]
    }

    package var routes: [Route<NotesModel>] {
        [
            Route(summary: Strings.routeAll) { model, _ in
                try await model.show(.active)
                return try await model.list()
            },
            Route("trash", summary: Strings.routeTrash) { model, _ in
                try await model.show(.trash)
                return try await model.list()
            },
            Route(NotesCommands.monthRoute, parameters: NotesCommands.month, summary: Strings.routeMonth) {
                model, context, month in
                try await NotesCommands.show(month: month, limit: nil, model, context)
            },
            Route(
                NotesCommands.monthRoute, parameters: NotesCommands.month, NotesCommands.dayOfMonth,
                summary: Strings.routeDay
            ) { model, context, month, day in
                try await NotesCommands.show(day: day, of: month, model, context)
            },
            Route(parameters: NotesCommands.id, summary: Strings.routeNote) { model, context, reference in
                try await model.open(reference, context)
            },
            Route(parameters: NotesCommands.id, NotesCommands.link, summary: Strings.routeLink) {
                model, context, id, link in
                try await model.open(link, of: id, context)
            },
        ]
    }

    package var exampleRoute: String { "notes/1" }

    package func completions(of item: String, for word: String, in model: NotesModel, language: Language) async
        -> [Completion]
    {
        await NoteCompletion(model: model, language: language).candidates(item, for: word)
    }

    package func find(_ words: String, limit: Int, in model: NotesModel, language: Language) async -> [Finding] {
        // The next command reports notes that cannot be read now.
        let found = (try? await model.service.search(words, limit: limit)) ?? []
        return found.map {
            Finding(title: $0.shownTitle, detail: String($0.id), place: Place(Self.id, [String($0.id)]))
        }
    }
}
