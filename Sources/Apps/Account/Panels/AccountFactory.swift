// SPDX-License-Identifier: GPL-3.0-or-later

package import AccountLogic
public import AtriumKit
package import AtriumSession
public import AtriumStores
public import AtriumTerminal
package import AtriumWorlds

/// Makes the account app, and the authenticator that logs users in and out.
public struct AccountFactory: AuthenticatingFactory {
    static let id: AppID = "account"
    /// The name `account`.
    public var id: AppID { Self.id }
    /// A brown.
    public let accent = Color.palette(173)
    /// The account covers the app before it.
    public let transition = Transition.cover
    /// Its name for people.
    public var title: LocalizedText { Strings.title }
    /// Its purpose.
    public var summary: LocalizedText { Strings.summary }

    private let open: @Sendable (World) throws -> AccountStores
    private let upkeep: @Sendable (World) -> any AccountUpkeep

    /// - Parameters:
    ///   - open: Opens the stores of a world’s system.
    ///   - upkeep: Looks after the rows of all users there.
    package init(
        opening open: @escaping @Sendable (World) throws -> AccountStores,
        upkeep: @escaping @Sendable (World) -> any AccountUpkeep
    ) {
        self.open = open
        self.upkeep = upkeep
    }

    /// Writes the data of a user’s account.
    public func archive(_ user: UserID, in world: World, to archive: ArchiveWriter) async throws {
        try await AccountArchive(open(world)).write(user, to: archive)
    }

    /// Reads the data of a user’s account.
    public func unarchive(_ user: UserID, in world: World, from archive: ArchiveReader) async throws {
        try await AccountArchive(open(world)).read(archive, for: user)
    }

    /// The settings of all users, from the store.
    public func settings(in world: World) async throws -> [UserID: [String: String]] {
        try await upkeep(world).settings()
    }

    /// The users who have an account, or whose data is being deleted with it.
    public func users(in world: World) async throws -> Set<UserID>? { try await upkeep(world).users() }

    /// The names of the users.
    public func names(in world: World) async throws -> [UserID: String] { try await upkeep(world).names() }

    /// Records a command of the command line in the audit trail, as of no user.
    public func record(_ action: AuditedAction, _ command: String, in world: World) async throws {
        try await upkeep(world).note(
            AuditEvent(action), subject: command, at: world.clock.now, place: world.loginPlace)
    }

    /// Examines the accounts, their sessions and the audit trail.
    public func examine(
        in world: World, settings: [UserID: [String: String]], mends: Bool
    ) async throws -> [HealthFinding] {
        try await upkeep(world).examine(mends: mends).map { AccountHealth.finding(of: $0) }
    }

    /// Ends all sessions: a backup may have sessions that were ended since.
    public func settleRestored(in world: World) async throws {
        try await upkeep(world).settleRestored(at: world.clock.now, place: world.loginPlace)
    }

    /// Makes the service of accounts, which logs users in and out.
    public func makeAuthenticator(in world: World) throws -> any Authenticator {
        try AccountService(open(world), in: world)
    }

    /// Makes the model of a user’s own account.
    public func makeModel(for session: UserSession, in world: World) throws -> AccountModel {
        AccountModel(service: try AccountService(open(world), in: world), session: session, in: world)
    }

    /// The tabs, with the number of sessions.
    public func sidebar(_ model: AccountModel, in context: ViewContext) -> SidebarView {
        SidebarView(
            title: model.session.name,
            entries: AccountTab.allCases.map { tab in
                SidebarView.Entry(
                    tab.title.string(in: context.language), id: tab.rawValue,
                    count: tab == .sessions ? model.logins.count : nil, isCurrent: tab == model.tab,
                    action: .tab(tab.rawValue))
            })
    }

    /// The account’s tabs.
    public func tabs(_ model: AccountModel, in context: ViewContext) -> TabsView {
        TabsView(
            AccountTab.allCases.map { .init(key: $0.rawValue, title: $0.title.string(in: context.language)) },
            selected: model.tab.rawValue)
    }

    /// Shows another tab.
    public func selectTab(_ key: String, in model: AccountModel) async throws {
        model.show(AccountTab(rawValue: key) ?? model.tab)
    }

    /// The page of the tab.
    public func main(_ model: AccountModel) -> MainSource { .document(AccountDocument.source(of: model)) }

    /// Always `nil`: there is no list.
    public func document(_ model: AccountModel) -> DocumentSource? { nil }

    /// The commands that users of an account need most.
    public var firstCommands: [String] { ["profile", "password", "sessions", "factor", "backups", "export"] }

    /// The commands of the account.
    public var commands: [Command<AccountModel>] {
        ProfileCommands.all + Command.journal + PasswordCommands.all + FactorCommands.all + SessionCommands.all
            + TokenCommands.all + UserCommands.all + AuditCommands.all + ArchiveCommands.all
            + DeletionCommands.all
    }

    /// Nothing is left: the account’s own data goes with it.
    public func deleteData(of user: UserID, in world: World, onProgress: @escaping @MainActor (Int) -> Void)
        async throws
    {}

    /// The settings of the login.
    public var settings: [AppSetting] {
        let minutes = IdleLimit.minutes.map {
            AppSetting.Choice(String($0), summary: Strings.choiceIdle(minutes: $0))
        }
        let hours = Lifetime.hours.map { AppSetting.Choice(String($0), summary: Strings.choiceLifetime(hours: $0)) }
        return [
            AppSetting(
                IdleLimit.settingName, initial: String(IdleLimit.usual), summary: Strings.settingIdle,
                choices: minutes + [.init(IdleLimit.off, summary: Strings.choiceIdleOff)]
            ) { typed, _, _ in AppSetting.StoredValue(try IdleLimit.checked(typed)) },
            AppSetting(
                Lifetime.settingName, initial: String(Lifetime.usual), summary: Strings.settingLifetime, choices: hours
            ) {
                typed, _, _ in AppSetting.StoredValue(try Lifetime.checked(typed))
            },
        ]
    }

    /// The account’s places.
    public var routes: [Route<AccountModel>] { AccountRoutes.all }

    /// The list of sessions.
    public var exampleRoute: String { "account/sessions" }

    /// The user’s sessions, devices and tokens.
    public func completions(
        of item: String, for word: String, in model: AccountModel, language: Language
    ) async -> [Completion] {
        // Candidates are a convenience: if they cannot be read there are none.
        switch item {
        case "token":
            ((try? await model.service.tokens(for: model.session)) ?? []).map {
                Completion(text: $0.name, description: $0.apps.joined(separator: ", "))
            }.filter { $0.fits(word) }
        case "user":
            ((try? await model.service.users(for: model.session)) ?? []).map {
                Completion(text: $0.name, description: $0.displayName)
            }.filter { $0.fits(word) }
        default: await sessions(for: word, in: model, language: language)
        }
    }

    /// Nothing: the few things that there are have routes.
    public func find(_ words: String, limit: Int, in model: AccountModel, language: Language) async -> [Finding] { [] }

    private func sessions(for word: String, in model: AccountModel, language: Language) async -> [Completion] {
        let logins = (try? await model.service.logins(for: model.session)) ?? []
        let others = Completion(
            text: LoginReference.others.word, description: Strings.completionOthers.string(in: language))
        let all = Completion(
            text: LoginReference.all.word, description: Strings.completionAll.string(in: language))
        let numbers = logins.map {
            Completion(text: String($0.id), description: $0.name.isEmpty ? $0.place : $0.name)
        }
        return (numbers + [others, all]).filter { $0.fits(word) }
    }
}

/// The places in the app that `open` can go to.
@MainActor
enum AccountRoutes {
    static var all: [Route<AccountModel>] {
        [
            Route(summary: Strings.routeAccount) { model, _ in try await ProfileCommands.show(model) },
            Route("profile", summary: Strings.routeProfile) { model, _ in try await ProfileCommands.show(model) },
            Route("security", summary: Strings.routeSecurity) { model, _ in try await FactorCommands.show(model) },
            Route("sessions", summary: Strings.routeSessions) { model, _ in try await SessionCommands.list(model) },
            Route("backups", summary: Strings.routeBackups) { model, _ in try await ArchiveCommands.list(model) },
            Route("users", summary: Strings.routeUsers) { model, _ in try await UserCommands.list(model) },
            Route("audit", summary: Strings.routeAudit) { model, _ in try await AuditCommands.list(model) },
        ]
    }
}
