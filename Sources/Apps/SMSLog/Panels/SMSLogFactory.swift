// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
package import AtriumSession
package import AtriumStores
package import AtriumTerminal
package import AtriumWorlds
package import SMSLogLogic

/// Makes the message log.
package struct SMSLogFactory: AppFactory {
    static let id: AppID = "sms"
    package var id: AppID { Self.id }
    package let accent = Color.palette(72)
    package let transition = Transition.pushLeft
    package var title: LocalizedText { Strings.title }
    package var summary: LocalizedText { Strings.summary }
    private let stores: @Sendable (World) -> any MessagePlaces
    private let worker: @Sendable (any MessagePlaces, World) -> any GatewayWorker
    private let systemName: String

    /// - Parameters:
    ///   - isOnServer: Whether the system that all apps share is on a server.
    ///   - stores: The stores that a user can choose in a world.
    ///   - worker: The worker for the gateways of these stores.
    package init(
        isOnServer: Bool = false, stores: @escaping @Sendable (World) -> any MessagePlaces,
        worker: @escaping @Sendable (any MessagePlaces, World) -> any GatewayWorker
    ) {
        self.stores = stores
        self.worker = worker
        systemName = isOnServer ? MessageStoreChoice.serverName : MessageStoreChoice.systemName
    }

    package func makeModel(for session: UserSession, in world: World) throws -> SMSLogModel {
        let stores = stores(world)
        let worker = worker(stores, world)
        return try SMSLogModel(for: session, among: stores, attends: world.worksUnasked) {
            try SMSLogService(among: stores, in: world, owner: session.user, choice: $0, worker: worker)
        }
    }

    package func deleteData(of user: UserID, in world: World, onProgress: @escaping @MainActor (Int) -> Void)
        async throws
    {
        try await SMSLogService.deleteAll(of: user, among: stores(world), onProgress: onProgress)
    }

    package func kept(of user: UserID, in world: World) async throws -> [LocalizedText] {
        let kept = try await SMSLogService.kept(of: user, among: stores(world))
        return [
            (kept.messages, Strings.foundCount(count: kept.messages)),
            (kept.attachments, Strings.keptWithFiles(count: kept.attachments)),
            (kept.contacts, Strings.keptContacts(count: kept.contacts)),
            (kept.gateways, Strings.keptGateways(count: kept.gateways)),
        ].filter { $0.0 > 0 }.map(\.1)
    }

    package func archive(_ user: UserID, in world: World, to archive: ArchiveWriter) async throws {
        try await SMSLogService.archive(user, among: stores(world), to: archive)
    }

    package func unarchive(_ user: UserID, in world: World, from archive: ArchiveReader) async throws {
        try await SMSLogService.unarchive(user, among: stores(world), from: archive)
    }

    package func placesElsewhere(_ settings: [String: String]) -> [String] {
        guard case .file(let path)? = settings[MessageStoreChoice.settingName].flatMap({ MessageStoreChoice($0) })
        else {
            return []
        }
        return [path]
    }

    package func examine(
        in world: World, settings: [UserID: [String: String]], mends: Bool
    ) async throws -> [HealthFinding] {
        try await MessageHealth.findings(among: stores(world), in: world, mends: mends)
    }

    package func owners(in world: World) async throws -> Set<UserID> { try await stores(world).owners() }

    package func settleRestored(in world: World) async throws {
        _ = try await SMSLogService.holdBack(among: stores(world))
    }

    package func settleCopied(in world: World) async throws -> [LocalizedText] {
        let count = try await SMSLogService.holdBack(among: stores(world))
        return count == 0 ? [] : [Strings.copiedWaiting(count: count)]
    }

    package func sidebar(_ model: SMSLogModel, in context: ViewContext) -> SidebarView {
        SMSLogSidebar.view(of: model, in: context.language)
    }

    package func tabs(_ model: SMSLogModel, in context: ViewContext) -> TabsView {
        TabsView(
            SMSLogTab.allCases.map { .init(key: $0.rawValue, title: $0.title.string(in: context.language)) },
            selected: model.tab.rawValue)
    }

    package func selectTab(_ key: String, in model: SMSLogModel) async throws {
        try await model.show(SMSLogTab(rawValue: key) ?? model.tab)
    }

    package func main(_ model: SMSLogModel) -> MainSource { SMSLogList.source(of: model) }

    package func document(_ model: SMSLogModel) -> DocumentSource? { ThreadDocument.source(of: model) }

    package var firstCommands: [String] { ["threads", "thread", "send", "find", "contacts", "import"] }

    package var commands: [Command<SMSLogModel>] {
        ThreadCommands.all + MarkingCommands.all + ArchiveCommands.all + MessageCommands.all + ListCommands.all
            + TemplateCommands.all + DraftCommands.all
            + AttachmentCommands.all
            + ContactCommands.all + PeopleCommands.all
            + ImportCommands.all + LookCommands.all
            + ExportCommands.all + LegalCommands.all + StatsCommands.all + GatewayCommands.all
    }

    package var settings: [AppSetting] {
        [
            AppSetting(
                People.regionSetting, initial: People.regionOfSystem, summary: Strings.settingRegion,
                choices: [
                    .init(People.regionOfSystem, summary: Strings.choiceRegionOfSystem),
                    .init(People.noRegion, summary: Strings.choiceNoRegion),
                ], changesData: true
            ) { [stores] in
                let (value, change) = try await People.setRegion($0, of: $1, among: stores($2), in: $2)
                return AppSetting.StoredValue(
                    value,
                    notices: change.after == 0 ? [] : [Strings.regionRead(before: change.before, after: change.after)])
            },
            AppSetting(
                MessageStoreChoice.settingName, initial: systemName, summary: Strings.settingStore,
                choices: MessageStoreChoice.offered(system: systemName)
            ) { [stores, systemName] typed, session, world in
                let choice = try await SMSLogService.checked(
                    store: typed, of: session.user, among: stores(world), in: world)
                return AppSetting.StoredValue(choice == .system ? systemName : choice.text)
            },
        ]
    }

    package var selectionCommands: [SelectionKey: CommandSpec] {
        [
            .reply: MessageCommands.send, .find: MessageCommands.find, .archive: MarkingCommands.archive,
            .undo: Command<SMSLogModel>.undo, .remove: PeopleCommands.different,
        ].mapValues(\.spec)
    }

    package var routes: [Route<SMSLogModel>] { SMSLogRoutes.all }

    package var exampleRoute: String { "sms/thread/+15551234567" }

    package func completions(
        of item: String, for word: String, in model: SMSLogModel, language: Language
    ) async -> [Completion] {
        await SMSLogCompletion(model: model, language: language).candidates(item, for: word)
    }

    package func find(_ words: String, limit: Int, in model: SMSLogModel, language: Language) async -> [Finding] {
        await SMSLogCompletion(model: model, language: language).findings(words, limit: limit)
    }
}

/// The places in the app that `open` can go to.
@MainActor
enum SMSLogRoutes {
    static var all: [Route<SMSLogModel>] {
        [
            Route(summary: Strings.routeThreads) { model, _ in
                try await ThreadCommands.list(model)
            },
            Route("thread", parameters: .word("number", values: .item("address")), summary: Strings.routeThread) {
                model, _, number in
                let address = try await model.service.people.address(of: number)
                return MessageReplies.page(try await model.open(address), in: model)
            },
            Route("contacts", summary: Strings.routeContacts) { model, _ in ContactCommands.list(model) },
            Route("contact", parameters: .word("number", values: .item("number")), summary: Strings.routeContact) {
                model, _, number in
                let address = try await model.service.people.address(of: number)
                guard try await model.service.conversation(with: address) != nil else {
                    return try await ContactCommands.show(address, in: model)
                }
                return MessageReplies.page(try await model.open(address), in: model)
            },
            Route("message", parameters: MessageCommands.id, summary: Strings.routeMessage) { model, _, id in
                let message = try await model.service.message(id)
                _ = try await model.open(message.address, upTo: message)
                // The panels show it in its conversation.
                return .onPanels {
                    MessageReplies.detail(try await model.service.whole(id)) { [weak model] in
                        await model?.didShow([message])
                    }
                }
            },
        ]
    }
}

/// The content of the app’s main part.
enum SMSLogTab: String, CaseIterable, Sendable {
    /// The conversations.
    case threads
    /// The conversation that is open.
    case messages
    case contacts

    var title: LocalizedText {
        switch self {
        case .threads: Strings.tabThreads
        case .messages: Strings.tabMessages
        case .contacts: Strings.tabContacts
        }
    }
}
