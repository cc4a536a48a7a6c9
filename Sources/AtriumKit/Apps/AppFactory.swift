// SPDX-License-Identifier: GPL-3.0-or-later

public import Session
public import Terminal
public import Worlds

/// The abstract factory of an app: makes the parts that the shell puts together.
///
/// Everything an app must supply is a requirement here, so that leaving it out does not compile. A factory is made once
/// and has no state; what belongs to a login is in the `Model` that it makes.
@MainActor
public protocol AppFactory {
    /// What the app’s panels and commands share during one login.
    associatedtype Model: AppModel

    /// The app’s name for `switch` and routes.
    var id: AppID { get }
    /// The app’s name for people.
    var title: LocalizedText { get }
    /// One line on what the app is for.
    var summary: LocalizedText { get }
    /// The app’s own colour.
    var accent: Color { get }
    /// How the app comes on the screen.
    var transition: Transition { get }

    /// Makes what the parts below share, for one login.
    func makeModel(for session: UserSession, in world: World) throws -> Model
    /// What stands in the sidebar, from what is in memory.
    func sidebar(_ model: Model, in context: ViewContext) -> SidebarView
    /// The tabs at the bottom; their keys are what a user may type after `tab`.
    func tabs(_ model: Model, in context: ViewContext) -> TabsView
    /// Shows another of the tabs, by its key.
    func selectTab(_ key: String, in model: Model) async throws
    /// The list of what the app has, or a text where that says all there is.
    func main(_ model: Model) -> MainSource
    /// One thing of the list in full; nil, always, where the list says all there is.
    func document(_ model: Model) -> DocumentSource?

    /// Deletes everything that the app keeps of a user in the world’s system, in steps that others need not wait for.
    ///
    /// The account is gone by then, and nobody has the number again. Called once more after an interruption, until it
    /// returns. What lies outside of the system, such as a folder of the user’s own, stays.
    ///
    /// - Parameter onProgress: Hears how many things of the user’s are gone.
    func deleteData(of user: UserID, in world: World, onProgress: @escaping @MainActor (Int) -> Void) async throws

    /// What the app keeps of a user, and `deleteData` deletes, such as `12 notes`; said before an account is deleted.
    func kept(of user: UserID, in world: World) async throws -> [LocalizedText]

    /// What a user can type in this app.
    var commands: [Command<Model>] { get }
    /// The commands behind the keys that work on what is selected; a key without one does nothing.
    ///
    /// A command that needs more than what is selected is begun on the line, where somebody goes on with it.
    var selectionCommands: [SelectionKey: CommandSpec] { get }
    /// The places that `open` can go to.
    var routes: [Route<Model>] { get }
    /// A place that help shows as an example of what `open` takes, such as `notes/1`; without one it is the app itself.
    var exampleRoute: String { get }
    /// What a user can set for this app, kept with the user; an app without settings need not say so.
    var settings: [AppSetting] { get }
    /// Candidates for a parameter whose value is one of the app’s own things, the likeliest first, 50 or so at most.
    ///
    /// A candidate may begin otherwise than `word`, where what it means has that: a note’s number for a word of its
    /// title. What takes longer than some milliseconds is for another actor, lest it holds up the keyboard.
    func completions(of item: String, for word: String, in model: Model, language: Language) async -> [Completion]
    /// The app’s things that have these words, the likeliest first, `limit` at most; the words are still being typed.
    ///
    /// One more than is shown is asked for, which tells that there are more. What takes longer than some milliseconds is
    /// for another actor. The task is cancelled when the words change.
    func find(_ words: String, limit: Int, in model: Model, language: Language) async -> [Finding]
    /// The factory itself where its app also authenticates users, as an `AuthenticatingFactory` says of itself.
    var authenticating: (any AuthenticatingFactory)? { get }
}

extension AppFactory {
    /// The app’s name.
    public var exampleRoute: String { id.rawValue }
    /// Nothing is said unless the app says so.
    public func kept(of user: UserID, in world: World) async throws -> [LocalizedText] { [] }
    /// An app has no settings of its own unless it says so.
    public var settings: [AppSetting] { [] }
    /// Nil: the app logs nobody in.
    public var authenticating: (any AuthenticatingFactory)? { nil }
    /// No key stands for a command unless the app says so.
    public var selectionCommands: [SelectionKey: CommandSpec] { [:] }
}

/// A factory whose app also authenticates users; one in a catalog, or none: then there are no accounts, and whoever
/// starts the program is its guest.
@MainActor
public protocol AuthenticatingFactory: AppFactory {
    /// Makes what the coordinator asks to log in and out.
    func makeAuthenticator(in world: World) throws -> any Authenticator
}

extension AuthenticatingFactory {
    /// The factory itself.
    public var authenticating: (any AuthenticatingFactory)? { self }
}

extension [any AppFactory] {
    /// Whether one of the apps logs users in.
    @MainActor package var hasAccounts: Bool { contains { $0.authenticating != nil } }

    /// The app that examples of the shell’s own commands name: the second, to which one can switch at the start.
    @MainActor package var exampleApp: AppID? { (dropFirst().first ?? first)?.id }
}

extension AppFactory {
    /// What there is to know of the app’s commands.
    public var commandSpecs: [CommandSpec] {
        // Not by key path, which would be looked up at run time for each factory.
        commands.map { $0.spec }
    }

    /// Checks that each command has a name of its own.
    ///
    /// - Throws: `CatalogFault.duplicateCommand`.
    package func checkCommands() throws(CatalogFault) {
        var names: Set<String> = []
        for command in commands where !names.insert(command.spec.name).inserted {
            throw CatalogFault.duplicateCommand(command.spec.name, app: id)
        }
    }

    /// The app’s commands, to be found by their names.
    public var anyCommands: [AnyCommand] {
        commands.map { AnyCommand($0) }
    }

    /// How the app’s routes are written, with the app’s name in front.
    public var routeSpecs: [RouteSpec] {
        routes.map { route in
            let pattern = route.spec.pattern
            return RouteSpec(
                pattern: pattern.isEmpty ? id.rawValue : "\(id)/\(pattern)", summary: route.spec.summary,
                items: route.spec.items)
        }
    }
}

/// Names an app: what a user types after `switch`, and the first part of its routes.
public struct AppID: Hashable, Sendable, Codable, RawRepresentable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The name, in lower-case ASCII letters.
    public let rawValue: String

    /// The app of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The app of this name.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// The name.
    public var description: String { rawValue }
}

/// What the coordinator tells an app, in the order of these declarations when apps are switched.
///
/// All calls are on the main actor and none is nested in another. A hidden app hears of size, language and login
/// changes too. Every method has an empty default, since few apps care for all of them.
@MainActor
public protocol AppLifecycle: AnyObject {
    /// Nobody has typed the next command yet: what was put off until all of a kind is done, such as telling another
    /// program of it, is done now.
    ///
    /// - Returns: What has gone wrong with it; nothing that was asked for is lost by that.
    func settle() async -> [LocalizedText]
    /// The app is about to be left: what is half done must be kept, for instance as a draft.
    func endEditing() async
    /// The app is about to be seen; it may load what it shows.
    func willAppear() async
    /// The app is seen, and its transition has ended.
    func didAppear()
    /// The app is no longer seen; it stays in memory with its state.
    func didDisappear()
    /// The terminal has another size.
    func sizeDidChange(to size: Size)
    /// The user has chosen another language.
    func languageDidChange(to language: Language)
    /// Somebody has logged in, locked, unlocked or logged out.
    func loginDidChange(to login: LoginState)
}

extension AppLifecycle {
    /// Nothing was put off.
    public func settle() async -> [LocalizedText] { [] }
    /// Does nothing.
    public func endEditing() async {}
    /// Does nothing.
    public func willAppear() async {}
    /// Does nothing.
    public func didAppear() {}
    /// Does nothing.
    public func didDisappear() {}
    /// Does nothing.
    public func sizeDidChange(to size: Size) {}
    /// Does nothing.
    public func languageDidChange(to language: Language) {}
    /// Does nothing.
    public func loginDidChange(to login: LoginState) {}
}
