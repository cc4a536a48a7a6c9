// SPDX-License-Identifier: GPL-3.0-or-later

public import Session
public import Terminal
public import Worlds

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
    public internal(set) var login: LoginState = .loggedOut
    /// The app that is shown, or will be when somebody logs in.
    public private(set) var current: AppID
    /// The language that apps write in.
    public private(set) var language: Language
    /// The size that apps draw for.
    public private(set) var size: Size
    /// Where transitions are played; a coordinator without one switches at once.
    public weak var transitions: (any TransitionPlayer)?

    /// Hears of every change of the login, after the apps.
    package var onLoginChange: (@MainActor (LoginState) -> Void)?

    /// What logs users in and out; where no app does, everybody who starts the program is the one guest.
    public let authenticator: any Authenticator
    /// The app that it is of; nil: there are no accounts.
    package let authenticatingApp: AppID?
    /// The apps that have been opened during this login.
    private(set) var running: [RunningApp] = []
    private var visited: [AppID] = []
    private(set) var isShown = false
    private var pending: Place?
    /// How long the login holds.
    var limits = LoginLimits()
    /// Whether somebody has ended the session elsewhere.
    package var isRevoked = false
    /// Whether the session was looked at for the line that is performed.
    var wasLookedAt = false
    /// In which session work goes on that this login has begun.
    let working = WorkingSession()
    /// When the account was last asked for what it says of the session; nil: it is to be asked.
    var lastCheck: Duration?

    /// A coordinator of these apps, with nobody logged in.
    ///
    /// - Throws: `CatalogFault` when the catalog is empty or names an app twice; what making the authenticator throws.
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
        authenticator = try account?.makeAuthenticator(in: world) ?? GuestAuthenticator(in: world)
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

    /// Whether an app logs users in; otherwise whoever starts the program is its guest.
    public var hasAccounts: Bool { authenticatingApp != nil }

    /// The current app while it may be seen; nil while nobody is logged in or the login does not hold.
    public var currentApp: RunningApp? { isCovered ? nil : shownApp }

    private func opened(_ id: AppID) -> RunningApp? { running.first { $0.id == id } }

    /// The current app of whoever is logged in, whether it may still be seen or not.
    private var shownApp: RunningApp? { login.session == nil ? nil : opened(current) }

    /// The apps that have been opened during this login, the hidden ones too.
    public var openApps: [RunningApp] { catalog.compactMap { opened($0.id) } }

    /// Opens the apps that have not been seen yet, without showing them, so that their badges count.
    ///
    /// One that cannot be opened keeps no other from it.
    ///
    /// - Returns: Those that cannot be opened, in the order of the catalog, each with the reason.
    @discardableResult
    public func openAll() -> [(app: AppID, reason: any Error)] {
        catalog.compactMap { factory in
            do {
                _ = try app(factory.id)
                return nil
            } catch { return (factory.id, error) }
        }
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

    /// Has the current app keep what is half done; before a switch, a lock, and the end of the program.
    public func endEditing() async { await shownApp?.endEditing() }

    /// Has each app do what it has put off while commands came in a row.
    ///
    /// - Returns: What has gone wrong with it.
    package func settle() async -> [LocalizedText] {
        var notices: [LocalizedText] = []
        for app in running { notices += await app.permitted { await app.model.settle() } }
        return notices
    }

    /// Lets go of everything that belonged to the user of a login.
    func release() {
        if isShown { opened(current)?.model.didDisappear() }
        running = []
        visited = []
        isShown = false
        if let first = catalog.first?.id { current = first }
    }

    private func show(_ new: RunningApp, with transition: Transition, after old: RunningApp?) async throws {
        await new.permitted { await new.model.willAppear() }
        current = new.id
        isShown = true
        await transitions?.play(transition, from: old, to: new)
        new.model.didAppear()
        old?.model.didDisappear()
    }

    /// The app, made and told of the present size and language when this is its first time.
    private func app(_ id: AppID) throws -> RunningApp {
        if login.session != nil, let app = opened(id) { return app }
        let app = try separateApp(id)
        running.removeAll { $0.id == id }
        running.append(app)
        return app
    }

    /// An app with a model and panels that nobody else uses, for work that overlaps with commands.
    ///
    /// It hears of nothing; whoever has it lets it go when the login ends.
    ///
    /// - Throws: `AuthenticationFault.notLoggedIn`, `CommandFault.unknownApp`.
    package func separateApp(_ id: AppID) throws -> RunningApp {
        guard let session = login.session else { throw AuthenticationFault.notLoggedIn }
        // The account asks for itself, within its own transactions: some of its commands end the session.
        let permit = id == authenticatingApp ? nil : working.permit(for: session.user, of: authenticator)
        let app = try RunningApp(factory(id), for: session, in: world, permit: permit)
        app.model.sizeDidChange(to: size)
        app.model.languageDidChange(to: language)
        app.model.loginDidChange(to: login)
        return app
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
        try await requireLogin(context.prompter)
        guard id == authenticatingApp else { return try await app(id).perform(invocation, context) }
        return try await working.replacing { try await app(id).perform(invocation, context) }
    }

    /// Goes to a place such as `notes/3`.
    ///
    /// Without a login the place is kept, and gone to after the next one.
    public func open(_ place: Place, _ context: CommandContext) async throws -> Reply {
        _ = try factory(place.app)
        do {
            try await requireLogin(context.prompter)
        } catch AuthenticationFault.notLoggedIn {
            pending = place
            throw AuthenticationFault.notLoggedIn
        }
        try await switchTo(place.app)
        return try await app(current).open(place.path, context)
    }

    /// Keeps a place to go to after the next login.
    public func openAfterLogin(_ place: Place) { pending = place }

    /// The place that was asked for while nobody was logged in; asking takes it.
    public func takePendingPlace() -> Place? {
        defer { pending = nil }
        return pending
    }
}

// MARK: - Language and size

extension Coordinator {
    /// Has every app, also the hidden ones, write in another language.
    public func setLanguage(_ language: Language) {
        guard language != self.language else { return }
        self.language = language
        for app in running { app.model.languageDidChange(to: language) }
    }

    /// Has every app, also the hidden ones, draw for another size.
    public func setSize(_ size: Size) {
        let size = Self.bounded(size)
        guard size != self.size else { return }
        self.size = size
        for app in running { app.model.sizeDidChange(to: size) }
    }

    /// A terminal larger than anybody can see is drawn on as far as that: what is drawn costs memory for each cell.
    private static func bounded(_ size: Size) -> Size {
        Size(columns: min(size.columns, 1_000), rows: min(size.rows, 400))
    }
}

/// What of the coordinator drawing needs.
extension Coordinator {
    /// An app’s own colour.
    package func accent(of id: AppID) -> Color { catalog.first { $0.id == id }?.accent ?? .palette(7) }

    /// What apps need to know of the moment.
    package var viewContext: ViewContext { viewContext(in: language) }

    /// The same in a language.
    package func viewContext(in language: Language) -> ViewContext {
        ViewContext(language: language, timeZone: world.timeZone, now: world.clock.now)
    }
}

/// What is wrong with a list of apps: a mistake of whoever put the shell together.
public enum CatalogFault: Error, Hashable, Sendable {
    /// There is no app.
    case empty
    /// Several apps have the same name; the types of their factories, in the order of the list, say which.
    case duplicate(AppID, factories: [String])
    /// Two commands of an app have the same name.
    case duplicateCommand(String, app: AppID)
}
