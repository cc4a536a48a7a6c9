// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession
public import AtriumTerminal
public import AtriumWorlds

/// The mediator between apps that never see each other: it knows the catalog, the current app and the login.
///
/// Freely constructible; the executable has one that it shares. Everything happens on the main actor. Calls that
/// suspend must not overlap: the shell performs one command at a time. Background work has an app
/// of its own (`separateApp`) and calls nothing here that suspends, so that it may overlap with anything.
@MainActor
public final class Coordinator {
    /// The factories of all apps, in the order in which they are listed.
    public let catalog: [any AppFactory]
    /// Everything that varies.
    public let world: World
    /// The login, and how long it holds.
    package let lease: SessionLease
    /// The displayed app, or the one to display after a login.
    public private(set) var current: AppID
    /// The language that apps write in.
    public private(set) var language: Language
    /// The size that apps draw for.
    public private(set) var size: Size
    /// The player of transitions; a coordinator without one switches at once.
    public weak var transitions: (any TransitionPlayer)?

    /// Receives every change of the login, after the apps.
    package var onLoginChange: (@MainActor (LoginState) -> Void)?

    /// The app that authenticates users; `nil`: there are no accounts.
    package let authenticatingApp: AppID?
    /// The apps that have been opened during this login.
    private(set) var running: [RunningApp] = []
    private var visited: [AppID] = []
    private(set) var isShown = false
    private var pending: Place?

    /// A coordinator of these apps, without a login.
    ///
    /// - Throws: `CatalogFault` if the catalog is empty or names an app twice; the errors of making the authenticator.
    public init(catalog: [any AppFactory], world: World, language: Language, size: Size) throws {
        let ids = catalog.map(\.id)
        guard let first = ids.first else { throw CatalogFault.empty }
        if let twice = ids.first(where: { id in ids.count(where: { $0 == id }) > 1 }) {
            let factories = catalog.filter { $0.id == twice }.map { String(reflecting: type(of: $0)) }
            throw CatalogFault.duplicate(twice, factories: factories)
        }
        let account = catalog.lazy.compactMap(\.authenticating).first
        self.catalog = catalog
        self.world = world
        self.language = language
        self.size = Self.bounded(size)
        current = first
        authenticatingApp = account?.id
        lease = SessionLease(
            try account?.makeAuthenticator(in: world) ?? GuestAuthenticator(in: world), clock: world.clock)
        lease.holder = self
    }

    /// The state of the login.
    public var login: LoginState { lease.login }

    /// Whether no user’s data may be shown: no user is logged in, or the login is locked or no longer valid.
    public var isCovered: Bool { lease.isCovered }

    /// The authenticator of users; if no app has one, every user of the program is the one guest.
    public var authenticator: any Authenticator { lease.authenticator }

    /// The factory of an app.
    ///
    /// - Throws: `CommandFault.unknownApp`.
    public func factory(_ id: AppID) throws -> any AppFactory {
        guard let factory = catalog.first(where: { $0.id == id }) else {
            throw CommandFault.unknownApp(
                id.rawValue, nearest: NearestWord.to(id.rawValue, among: catalog.map(\.id.rawValue)))
        }
        return factory
    }

    /// Whether an app authenticates users; otherwise the user of the program is its guest.
    public var hasAccounts: Bool { authenticatingApp != nil }

    /// The current app while it may be seen; `nil` without a valid login.
    public var currentApp: RunningApp? { isCovered ? nil : shownApp }

    private func opened(_ id: AppID) -> RunningApp? { running.first { $0.id == id } }

    /// The current app of the logged-in user, whether it may still be seen or not.
    private var shownApp: RunningApp? { login.session == nil ? nil : opened(current) }

    /// The apps that have been opened during this login, the hidden ones too.
    public var openApps: [RunningApp] { catalog.compactMap { opened($0.id) } }

    /// Opens the unopened apps, without showing them, so that their badges count.
    ///
    /// An app that cannot be opened does not affect the others.
    ///
    /// - Returns: The apps that cannot be opened, in the order of the catalog, each with the reason.
    @discardableResult
    public func openAll() -> [(app: AppID, reason: any Error)] {
        catalog.filter { isAllowed($0.id) }.compactMap { factory in
            do {
                _ = try app(factory.id)
                return nil
            } catch { return (factory.id, error) }
        }
    }
}

// MARK: - Switching

extension Coordinator: LeaseHolder {
    /// Shows another app.
    ///
    /// To the current one: nothing happens.
    ///
    /// In this order: the old app ends editing, the new one will appear, the transition, it did appear, the old one
    /// did disappear. When the new app cannot be made, the old one stays.
    ///
    /// - Throws: `CommandFault.unknownApp`; `AuthenticationFault.notLoggedIn`, or `.notForApp` for a script’s token; the
    ///   errors of `AppFactory.makeModel`.
    public func switchTo(_ id: AppID) async throws {
        let factory = try factory(id)
        guard id != current || !isShown else { return }
        let old = shownApp
        let new = try app(id)
        if let old {
            visited.append(old.id)
            await endEditing()
        }
        try await show(new, with: factory.transition, after: old)
    }

    /// Shows the app before this one.
    ///
    /// - Throws: `CommandFault.nothingBefore`.
    public func back() async throws {
        guard let id = visited.last else { throw CommandFault.nothingBefore }
        let depth = visited.count - 1
        try await switchTo(id)
        // Going back is no visit: twice `back` goes two apps back, not there and here again.
        visited.removeLast(visited.count - depth)
    }

    /// Makes the current app keep its unfinished work; before a switch, a lock, and the end of the program.
    public func endEditing() async { await shownApp?.endEditing() }

    /// Makes each app perform the work that it postponed during a series of commands.
    ///
    /// - Returns: The failures of that work.
    package func settle() async -> [LocalizedText] {
        var notices: [LocalizedText] = []
        for app in running { notices += await app.permitted { await app.model.settle() } }
        return notices
    }

    /// Shows the current app after a login, if it is not shown yet.
    ///
    /// - Throws: As `switchTo`.
    public func appear() async throws {
        guard login.session != nil, !isShown else { return }
        try await switchTo(current)
    }

    /// Notifies the apps of a change of the login.
    package func loginDidChange(to login: LoginState) {
        for app in running {
            app.model.loginDidChange(to: login)
            app.display?.loginDidChange(to: login)
        }
        onLoginChange?(login)
    }

    /// Releases all data of a login’s user.
    package func release() {
        if isShown { opened(current)?.model.didDisappear() }
        running = []
        visited = []
        isShown = false
        if let first = (catalog.first { isAllowed($0.id) } ?? catalog.first)?.id { current = first }
    }

    /// Whether the login may use an app: that of a script’s token is for some of them, and never for the account.
    package func isAllowed(_ id: AppID) -> Bool {
        guard let apps = login.known?.apps else { return true }
        return id != authenticatingApp && apps.contains(id.rawValue)
    }

    private func show(_ new: RunningApp, with transition: Transition, after old: RunningApp?) async throws {
        await new.permitted { await new.model.willAppear() }
        current = new.id
        isShown = true
        await transitions?.play(transition, from: old, to: new)
        new.model.didAppear()
        old?.model.didDisappear()
    }

    /// The app, made with the present size and language the first time.
    private func app(_ id: AppID) throws -> RunningApp {
        if login.session != nil, let app = opened(id) { return app }
        let app = try separateApp(id)
        running.removeAll { $0.id == id }
        running.append(app)
        return app
    }

    /// An app with a model of its own, for work that overlaps with commands.
    ///
    /// It receives no events; its owner releases it when the login ends.
    ///
    /// - Throws: `AuthenticationFault.notLoggedIn`, `CommandFault.unknownApp`.
    package func separateApp(_ id: AppID) throws -> RunningApp {
        guard let session = login.session else { throw AuthenticationFault.notLoggedIn }
        guard isAllowed(id) else { throw AuthenticationFault.notForApp(id.rawValue) }
        // The account asks for itself, within its own transactions: some of its commands end the session.
        let permit = id == authenticatingApp ? nil : lease.working.permit(for: session.user, of: authenticator)
        let app = try RunningApp(factory(id), for: session, in: world, permit: permit)
        app.model.sizeDidChange(to: size)
        app.model.languageDidChange(to: language)
        app.model.loginDidChange(to: login)
        app.onAudited = { [weak self] action, command in await self?.audit(action, command) }
        return app
    }

    /// Records an effect of a command outside of the store in the audit trail.
    package func audit(_ action: AuditedAction, _ command: String) async {
        // The effect stays, recorded or not.
        if let session = lease.working.session { try? await authenticator.record(action, command, by: session) }
    }
}

// MARK: - Commands and routes

extension Coordinator {
    /// Runs a command of an app.
    ///
    /// An expired login asks for the password first and then runs it once, as typed.
    ///
    /// - Throws: `CommandFault.unknownCommand` for one of the shell’s, and what the command throws.
    public func perform(_ invocation: Invocation, _ context: CommandContext) async throws -> Reply {
        guard let id = invocation.owner.app else {
            throw CommandFault.unknownCommand(invocation.spec.name, nearest: nil)
        }
        try await lease.requireLogin(context.prompter)
        guard id == authenticatingApp else { return try await app(id).perform(invocation, context) }
        return try await lease.working.replacing { try await app(id).perform(invocation, context) }
    }

    /// The journal of the settings, if the login may change them.
    package var settingsJournal: SettingsJournal? {
        guard let id = authenticatingApp, isAllowed(id), let app = try? app(id),
            let model = app.model as? any JournalModel
        else { return nil }
        return SettingsJournal(model: model) { [lease] step, context in
            try await lease.working.replacing { try await app.permitted { try await model.perform(step, context) } }
        }
    }

    /// Goes to a place such as `notes/3`.
    ///
    /// Without a login the place is kept, and opened after the next one.
    ///
    /// - Returns: The reply of the route.
    /// - Throws: `CommandFault.unknownApp`, `.unknownRoute` if no route of the app has the form of the place; as
    ///   `requireLogin`, and the errors of the route.
    public func open(_ place: Place, _ context: CommandContext) async throws -> Reply {
        _ = try factory(place.app)
        do {
            try await lease.requireLogin(context.prompter)
        } catch AuthenticationFault.notLoggedIn {
            pending = place
            throw AuthenticationFault.notLoggedIn
        }
        try await switchTo(place.app)
        return try await app(current).open(place.path, context)
    }

    /// Keeps a place to go to after the next login.
    public func openAfterLogin(_ place: Place) { pending = place }

    /// Takes the place that was requested before the login.
    public func takePendingPlace() -> Place? {
        defer { pending = nil }
        return pending
    }
}

// MARK: - Language and size

extension Coordinator {
    /// Whether the program has this language: a user’s may be one of another program’s.
    package func offers(_ language: Language) -> Bool { world.program.languages.contains(language) }

    /// Sets the language of every app, including hidden ones.
    public func setLanguage(_ language: Language) {
        guard language != self.language else { return }
        self.language = language
        for app in running { app.model.languageDidChange(to: language) }
    }

    /// Sets the size of every app, including hidden ones.
    public func setSize(_ size: Size) {
        let size = Self.bounded(size)
        guard size != self.size else { return }
        self.size = size
        for app in running { app.model.sizeDidChange(to: size) }
    }

    /// A very large terminal is drawn on only up to a visible limit: each cell costs memory.
    private static func bounded(_ size: Size) -> Size {
        Size(columns: min(size.columns, 1_000), rows: min(size.rows, 400))
    }
}

/// The parts of the coordinator for drawing.
extension Coordinator {
    /// An app’s own colour.
    package func accent(of id: AppID) -> Color { catalog.first { $0.id == id }?.accent ?? .palette(7) }

    /// The present circumstances for apps.
    package var viewContext: ViewContext { viewContext(in: language) }

    /// The same in a language.
    package func viewContext(in language: Language) -> ViewContext {
        ViewContext(language: language, timeZone: world.timeZone, now: world.clock.now)
    }
}

extension SessionLease {
    /// Makes sure that a user is logged in and recently active; asks for the password if the login has expired or
    /// is locked.
    ///
    /// - Throws: `AuthenticationFault.notLoggedIn` if no user was, `.locked` if there is no answer.
    package func requireLogin(_ prompter: any Prompter) async throws {
        try await checkLogin()
        switch login {
        case .active: noteActivity()
        case .locked(let session):
            let password: Secret
            do {
                password = try await prompter.askSecretInPerson(.passwordQuestion(for: session.name))
            } catch CommandFault.noAnswer {
                throw AuthenticationFault.locked
            }
            try await unlock(with: password)
        case .loggedOut: throw AuthenticationFault.notLoggedIn
        }
    }
}

extension LocalizedText {
    /// The question for the password of the user of this name.
    package static func passwordQuestion(for name: String) -> LocalizedText { Strings.promptPasswordOf(name: name) }
}

/// A fault in a list of apps: a mistake in the composition of the shell, which the program reports at its start.
public enum CatalogFault: Error, Hashable, Sendable {
    /// There is no app.
    case empty
    /// Several apps have the same name; the types of their factories, in the order of the list, say which.
    case duplicate(AppID, factories: [String])
    /// The name of an app is none that can be typed.
    case appName(AppID)
    /// The name of the command that starts the program is none of a file.
    case programName(String)
    /// A command of an app cannot be typed, or not as it was meant.
    case command(String, of: AppID, SpecFault)
    /// Two places of an app have the same form, so that the second one is never reached.
    case route(String, of: AppID)
}
