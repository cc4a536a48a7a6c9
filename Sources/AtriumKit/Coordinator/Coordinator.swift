import Session
import Terminal

/// The mediator between apps that never see each other: it knows the catalog, the current app and the login.
///
/// Freely constructible; the executable has one that it shares. Everything happens on the main actor. Calls that
/// suspend are not meant to overlap: the shell performs one command at a time. What goes on in the background has an app
/// of its own (`separateApp`) and calls nothing here that suspends, so that it may overlap with anything.
@MainActor
public final class Coordinator {
    /// The factories of all apps, in the order in which they are listed.
    public let catalog: [any AppFactory]
    /// Everything that varies.
    public let world: World
    /// Who is logged in.
    public private(set) var login: LoginState = .loggedOut
    /// The app that is shown, or will be when somebody logs in.
    public private(set) var current: AppID
    /// The language that apps write in.
    public private(set) var language: Language
    /// The size that apps draw for.
    public private(set) var size: Size
    /// Where transitions are played; a coordinator without one switches at once.
    public weak var stage: (any Stage)?

    /// Hears of every change of the login, after the apps.
    var onLoginChange: (@MainActor (LoginState) -> Void)?

    /// What logs users in and out.
    public let authenticator: any Authenticator
    /// The app that it is of.
    let authenticatingApp: AppID
    private var running: [AppID: RunningApp] = [:]
    private var visited: [AppID] = []
    private var isShown = false
    private var pendingRoute: String?
    private var lastActivity: Duration = .zero
    private var lastCheck: Duration = .zero
    /// When the login expires by the clock that nobody can set back.
    private var deadline: Duration = .zero

    /// A coordinator of these apps, with nobody logged in.
    ///
    /// - Throws: `CatalogFault` when the catalog is empty, names an app twice, or has no app that authenticates;
    ///   what making the authenticator throws.
    public init(catalog: [any AppFactory], world: World, language: Language, size: Size) throws {
        let ids = catalog.map(\.id)
        guard let first = ids.first else { throw CatalogFault.empty }
        guard Set(ids).count == ids.count else { throw CatalogFault.duplicate }
        guard let account = catalog.lazy.compactMap({ $0 as? any AuthenticatingFactory }).first else {
            throw CatalogFault.noAuthenticator
        }
        self.catalog = catalog
        self.world = world
        self.language = language
        self.size = size
        current = first
        authenticatingApp = account.id
        authenticator = try account.makeAuthenticator(in: world)
    }

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

    /// The current app while somebody is logged in; nil otherwise.
    public var currentApp: RunningApp? { login.session == nil ? nil : running[current] }

    /// The apps that have been opened during this login, the hidden ones too.
    public var openApps: [RunningApp] { catalog.compactMap { running[$0.id] } }

    /// Opens the apps that have not been seen yet, without showing them, so that their badges count.
    public func openAll() throws {
        for factory in catalog { _ = try app(factory.id) }
    }
}

// MARK: - Switching

extension Coordinator {
    /// Shows another app.
    ///
    /// To the current one: nothing happens.
    ///
    /// In this order: the old app ends editing, the new one will appear, the transition, it did appear, the old one
    /// did disappear. When the new app cannot be made, the old one stays.
    public func switchTo(_ id: AppID) async throws {
        let factory = try factory(id)
        guard id != current || !isShown else { return }
        let old = currentApp
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
        guard let id = visited.popLast() else { throw CommandFault.nothingBefore }
        let depth = visited.count
        try await switchTo(id)
        // Going back is no visit: twice `back` goes two apps back, not there and here again.
        visited.removeLast(visited.count - depth)
    }

    /// Has the current app keep what is half done; before a switch, a lock, and the end of the program.
    public func endEditing() async {
        for part in currentApp?.parts ?? [] { await part.endEditing() }
    }

    private func show(_ new: RunningApp, with transition: Transition, after old: RunningApp?) async throws {
        for part in new.parts { await part.willAppear() }
        current = new.id
        isShown = true
        await stage?.play(transition, from: old, to: new)
        for part in new.parts { part.didAppear() }
        for part in old?.parts ?? [] { part.didDisappear() }
    }

    /// The app, made and told of the present size and language when this is its first time.
    private func app(_ id: AppID) throws -> RunningApp {
        if login.session != nil, let app = running[id] { return app }
        let app = try separateApp(id)
        running[id] = app
        return app
    }

    /// An app with a model and panels that nobody else uses, for work that overlaps with commands.
    ///
    /// It hears of nothing; whoever has it lets it go when the login ends.
    ///
    /// - Throws: `AuthenticationFault.notLoggedIn`, `CommandFault.unknownApp`.
    func separateApp(_ id: AppID) throws -> RunningApp {
        guard let session = login.session else { throw AuthenticationFault.notLoggedIn }
        let app = try RunningApp(factory(id), for: session, in: world)
        for part in app.parts {
            part.sizeDidChange(to: size)
            part.languageDidChange(to: language)
            part.loginDidChange(to: login)
        }
        return app
    }
}

// MARK: - Commands and routes

extension Coordinator {
    /// Runs a command of an app.
    ///
    /// An expired login asks for the password first and then runs it once, as typed.
    public func perform(_ invocation: Invocation, in id: AppID, _ context: CommandContext) async throws -> Reply {
        try await requireLogin(context.prompter)
        return try await app(id).perform(invocation.spec, invocation.arguments, context)
    }

    /// Goes to a place such as `notes/3`.
    ///
    /// Without a login the place is kept, and gone to after the next one.
    public func open(_ route: String, _ context: CommandContext) async throws -> Reply {
        let parts = route.split(separator: "/").map(String.init)
        guard let first = parts.first else { throw CommandFault.unknownRoute(route) }
        _ = try factory(AppID(rawValue: first))
        do {
            try await requireLogin(context.prompter)
        } catch AuthenticationFault.notLoggedIn {
            pendingRoute = route
            throw AuthenticationFault.notLoggedIn
        }
        try await switchTo(AppID(rawValue: first))
        return try await app(current).open(Array(parts.dropFirst()), context)
    }

    /// Keeps a place to go to after the next login.
    public func openAfterLogin(_ route: String) { pendingRoute = route }

    /// The place that was asked for while nobody was logged in; asking takes it.
    public func takePendingRoute() -> String? {
        defer { pendingRoute = nil }
        return pendingRoute
    }
}

// MARK: - Login

extension Coordinator {
    /// Makes sure that somebody is logged in and recently active; asks for the password when the login has expired or
    /// is locked.
    ///
    /// - Throws: `AuthenticationFault.notLoggedIn` where nobody was or nobody answers.
    public func requireLogin(_ prompter: any Prompter) async throws {
        let elapsed = world.clock.elapsed
        if case .active(let session) = login, hasExpired(session, elapsed) { await lock() }
        if case .active(let session) = login, elapsed - lastCheck > .seconds(60) {
            lastCheck = elapsed
            await replace(try await authenticator.refreshed(session))
        }
        switch login {
        case .active: lastActivity = elapsed
        case .locked(let session):
            let password: Secret
            do {
                password = try await prompter.askSecret(Strings.promptPasswordOf(name: session.name))
            } catch CommandFault.noAnswer {
                throw AuthenticationFault.notLoggedIn
            }
            await replace(try await authenticator.renew(session, password: password))
        case .loggedOut: throw AuthenticationFault.notLoggedIn
        }
    }

    /// Whether the password has to be given before anything more is done.
    var isExpired: Bool {
        guard case .active(let session) = login else { return true }
        return hasExpired(session, world.clock.elapsed)
    }

    private func hasExpired(_ session: UserSession, _ elapsed: Duration) -> Bool {
        if elapsed >= deadline || world.clock.now >= session.expiresAt { return true }
        guard let limit = session.idleLimit else { return false }
        return elapsed - lastActivity > limit
    }

    /// Hides everything until the password is given again; apps keep their state.
    public func lock() async {
        guard case .active(let session) = login else { return }
        await endEditing()
        tell(.locked(session))
    }

    /// Logs out for good: every app hears of it, and what belonged to the user is released.
    public func logOut() async throws {
        switch login {
        case .loggedOut: throw AuthenticationFault.notLoggedIn
        case .active(let session), .locked(let session):
            await replace(nil)
            try await authenticator.logOut(session)
        }
    }

    /// Makes a session the current one and tells every app; nil ends the login.
    public func replace(_ session: UserSession?) async {
        let isOther = login.user != session?.user
        if isOther { await endEditing() }
        let elapsed = world.clock.elapsed
        lastActivity = elapsed
        lastCheck = elapsed
        if let session, session.id != login.id {
            deadline = elapsed + .milliseconds(session.expiresAt.milliseconds - world.clock.now.milliseconds)
        }
        tell(session.map(LoginState.active) ?? .loggedOut)
        if isOther { release() }
        if let language = session?.language { setLanguage(language) }
    }

    /// Shows the current app after a login, if it is not shown yet.
    public func appear() async throws {
        guard login.session != nil, !isShown else { return }
        try await switchTo(current)
    }

    private func tell(_ login: LoginState) {
        guard login != self.login else { return }
        self.login = login
        for app in running.values { for part in app.parts { part.loginDidChange(to: login) } }
        onLoginChange?(login)
    }

    private func release() {
        for part in running[current]?.parts ?? [] where isShown { part.didDisappear() }
        running = [:]
        visited = []
        isShown = false
        if let first = catalog.first?.id { current = first }
    }
}

// MARK: - Language and size

extension Coordinator {
    /// Has every app, also the hidden ones, write in another language.
    public func setLanguage(_ language: Language) {
        guard language != self.language else { return }
        self.language = language
        for app in running.values { for part in app.parts { part.languageDidChange(to: language) } }
    }

    /// Has every app, also the hidden ones, draw for another size.
    ///
    /// A terminal larger than anybody can see is drawn on as far as that: what is drawn costs memory for each cell.
    public func setSize(_ size: Size) {
        let size = Size(columns: min(size.columns, 1_000), rows: min(size.rows, 400))
        guard size != self.size else { return }
        self.size = size
        for app in running.values { for part in app.parts { part.sizeDidChange(to: size) } }
    }
}
