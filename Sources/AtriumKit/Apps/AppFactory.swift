// SPDX-License-Identifier: GPL-3.0-or-later

// An app’s author writes one import: faults, logins, languages and worlds are in the signatures of a factory.
@_exported public import AtriumFaults
@_exported public import AtriumSession
public import AtriumStores
public import AtriumTerminal
@_exported public import AtriumWorlds

/// The abstract factory of an app: makes the parts that the shell puts together.
///
/// The names, the model, the main part, the commands and `deleteData` have no default, so that an app without one of them
/// does not compile. A factory is made once and has no state; the `Model` that it makes has the state of a login.
///
/// A member that only resembles one with a default compiles, and is never called. Declare the conformance in an
/// extension, where the compiler warns of a type that differs, and test what the app shows.
@MainActor
public protocol AppFactory {
    /// The common model of the app’s panels and commands during one login.
    associatedtype Model: AppModel

    /// The app’s name for `switch` and routes.
    var id: AppID { get }
    /// The app’s name for people.
    var title: LocalizedText { get }
    /// One line on the purpose of the app.
    var summary: LocalizedText { get }
    /// The app’s own colour.
    var accent: Color { get }
    /// The transition that brings the app on the screen.
    var transition: Transition { get }

    /// Prepares the app, such as by starting the process that does its work; the program waits for it before a login.
    ///
    /// Called once in a running program, before any model is made. Commands that only describe or examine apps, such as
    /// `manual` and `doctor`, do not call it.
    func start() async throws
    /// Ends what `start` began; the program waits for it before its own end, also after a signal.
    func end() async

    /// Makes the common model of the parts below, for one login.
    ///
    /// Called when the user first goes to the app, or when the shell opens all apps for their badges; not again before
    /// the login ends. It opens the app’s stores and reads nothing: `AppModel.refresh()` does.
    ///
    /// - Parameters:
    ///   - session: The login; `session.user` is the owner of the data.
    ///   - world: The system that keeps the data, the clock, and all else that varies.
    /// - Throws: `StoreFault`, or another error; a `UserFacing` one is shown in its own words. The app before stays then.
    func makeModel(for session: UserSession, in world: World) throws -> Model
    /// The sidebar, from data in memory.
    ///
    /// Called whenever the panels are arranged, as `tabs`, `main` and `document` are: it reads nothing and changes nothing.
    func sidebar(_ model: Model, in context: ViewContext) -> SidebarView
    /// The tabs at the bottom; their keys are what a user may type after `tab`.
    func tabs(_ model: Model, in context: ViewContext) -> TabsView
    /// Shows another of the tabs, by its key.
    ///
    /// - Parameters:
    ///   - key: The key of one of `tabs`; the shell has refused any other.
    ///   - model: The model of the login.
    /// - Throws: Any error, which the shell shows; the tab stays then.
    func selectTab(_ key: String, in model: Model) async throws
    /// The list of the app’s items, or a text if that is all there is.
    func main(_ model: Model) -> MainSource
    /// One item of the list in full; always `nil` if the list has all there is.
    func document(_ model: Model) -> DocumentSource?

    /// Deletes all of a user’s data of the app in the world’s system, in steps that others need not wait for.
    ///
    /// The account is gone then, and its number is never reused. Called once more after an interruption, until it
    /// returns. Data outside of the system, such as a folder of the user’s own, stays.
    ///
    /// - Parameters:
    ///   - user: The owner of the data.
    ///   - world: The world whose system has it.
    ///   - onProgress: Receives the number of the user’s deleted items.
    /// - Throws: `StoreFault`, after which it is called again at a later start.
    func deleteData(of user: UserID, in world: World, onProgress: @escaping @MainActor (Int) -> Void) async throws

    /// A summary of the user’s data that `deleteData` deletes, such as `12 notes`; shown before an account is deleted.
    ///
    /// - Throws: `StoreFault`.
    func kept(of user: UserID, in world: World) async throws -> [LocalizedText]

    /// The users whose data the app keeps in the world’s system, for an examination, which changes nothing.
    ///
    /// - Throws: `StoreFault`.
    func owners(in world: World) async throws -> Set<UserID>

    /// Writes all of a user’s data of the app to an archive, in a form from which `unarchive` makes the same in any
    /// installation.
    ///
    /// Data that belongs to the installation, such as a password sealed under its key, is left out.
    func archive(_ user: UserID, in world: World, to archive: ArchiveWriter) async throws

    /// Stores the data of an archive as a user’s, who has no other data of the app.
    ///
    /// Called in a `StoreTransaction` with those of the other apps.
    ///
    /// - Throws: `DecodingError` for data that the app does not understand; then nothing that was written in the world’s
    ///   system is kept.
    func unarchive(_ user: UserID, in world: World, from archive: ArchiveReader) async throws

    /// Examines the app’s data of all users in the world’s system, and what belongs to it elsewhere.
    ///
    /// Everything but the app’s own data was examined before. Called without a login.
    ///
    /// - Parameters:
    ///   - world: The world whose system has the data.
    ///   - settings: The settings of all users.
    ///   - mends: Whether to mend what can be mended without a loss; otherwise nothing is changed.
    /// - Returns: The findings; none if everything is in order.
    /// - Throws: `StoreFault` if the data cannot be examined.
    func examine(
        in world: World, settings: [UserID: [String: String]], mends: Bool
    ) async throws -> [HealthFinding]

    /// The folders and files of a user’s own in which the app keeps data, by the user’s settings: no backup has them.
    func placesElsewhere(_ settings: [String: String]) -> [String]

    /// Puts restored data in order, before it takes the place of the present data.
    ///
    /// A backup is older than the world: sessions that it has may have been ended since, and messages that wait in it
    /// may have been sent.
    ///
    /// - Parameter world: A world whose system is the restored one.
    /// - Throws: `StoreFault`; the present data stays then.
    func settleRestored(in world: World) async throws

    /// Settles a copy of the data before its first use: copy and original would both send the messages that wait.
    ///
    /// - Parameter world: A world whose system is the copy.
    /// - Returns: What users have to know of it.
    /// - Throws: `StoreFault`; the copy is not finished then.
    func settleCopied(in world: World) async throws -> [LocalizedText]

    /// The commands of this app.
    ///
    /// A shell reads its lines with the commands that there are at its start, so they may come from data, but do not
    /// change while it runs. No two have the same name, which is checked before the first one is performed.
    var commands: [Command<Model>] { get }
    /// The names of the most used commands, the first ones first: help lists some six of them before all others.
    var firstCommands: [String] { get }
    /// The commands of the keys that work on the selection; a key without one does nothing.
    ///
    /// A command that needs more than the selection is begun on the line, where the user continues it.
    var selectionCommands: [SelectionKey: CommandSpec] { get }
    /// The places that `open` can go to.
    var routes: [Route<Model>] { get }
    /// A place that help shows as an example of what `open` takes, such as `notes/1`; without one it is the app itself.
    var exampleRoute: String { get }
    /// The user’s settings for this app, kept with the user.
    var settings: [AppSetting] { get }
    /// Candidates for a parameter whose value is one of the app’s own items, the likeliest first, 50 or so at most.
    ///
    /// A candidate may begin differently from `word` if its meaning has that: a note’s number for a word of its title.
    /// Work longer than some milliseconds belongs on another actor, so that it does not hold up the keyboard.
    func completions(of item: String, for word: String, in model: Model, language: Language) async -> [Completion]
    /// The app’s items with these words, the likeliest first, `limit` at most; the words are still being typed.
    ///
    /// One more than is displayed is requested, which shows that there are more. Work longer than some milliseconds is
    /// for another actor. The task is cancelled when the words change.
    func find(_ words: String, limit: Int, in model: Model, language: Language) async -> [Finding]
    /// The factory itself if its app also authenticates users, as an `AuthenticatingFactory` returns itself.
    var authenticating: (any AuthenticatingFactory)? { get }
}

/// The defaults of an app.
extension AppFactory {
    /// Does nothing: a model has all it needs.
    public func start() async throws {}
    /// Does nothing.
    public func end() async {}
    /// One of eight colours, by the letters of the name.
    public var accent: Color {
        let colors: [UInt8] = [36, 178, 110, 173, 139, 72, 167, 67]
        return .palette(colors[id.rawValue.utf8.reduce(0) { $0 + Int($1) } % colors.count])
    }
    /// The new app comes from the right.
    public var transition: Transition { .pushLeft }
    /// A sidebar without entries.
    public func sidebar(_ model: Model, in context: ViewContext) -> SidebarView {
        SidebarView(title: title.string(in: context.language), entries: [])
    }
    /// One tab, with the app’s name.
    public func tabs(_ model: Model, in context: ViewContext) -> TabsView {
        TabsView([.init(key: id.rawValue, title: title.string(in: context.language))], selected: id.rawValue)
    }
    /// Does nothing: there is one tab.
    public func selectTab(_ key: String, in model: Model) async throws {}
    /// There is no item to open.
    public func document(_ model: Model) -> DocumentSource? { nil }
    /// The app itself.
    public var routes: [Route<Model>] { [Route(summary: summary) { _, _ in .nothing }] }
    /// The app’s name.
    public var exampleRoute: String { id.rawValue }
    /// There are no items to complete.
    public func completions(
        of item: String, for word: String, in model: Model, language: Language
    ) async -> [Completion] { [] }
    /// There are no items to find.
    public func find(_ words: String, limit: Int, in model: Model, language: Language) async -> [Finding] { [] }
    /// Nothing is said.
    public func kept(of user: UserID, in world: World) async throws -> [LocalizedText] { [] }
    /// None are known.
    public func owners(in world: World) async throws -> Set<UserID> { [] }
    /// Nothing is archived.
    public func archive(_ user: UserID, in world: World, to archive: ArchiveWriter) async throws {}
    /// Nothing is stored.
    public func unarchive(_ user: UserID, in world: World, from archive: ArchiveReader) async throws {}
    /// Nothing is examined.
    public func examine(
        in world: World, settings: [UserID: [String: String]], mends: Bool
    ) async throws -> [HealthFinding] { [] }
    /// Everything is in the world’s system and home.
    public func placesElsewhere(_ settings: [String: String]) -> [String] { [] }
    /// Data stays as it was restored.
    public func settleRestored(in world: World) async throws {}
    /// Data stays as it was copied.
    public func settleCopied(in world: World) async throws -> [LocalizedText] { [] }
    /// The first ones of all commands.
    public var firstCommands: [String] { commands.prefix(6).map { $0.spec.name } }
    /// There are no settings.
    public var settings: [AppSetting] { [] }
    /// `nil`: it does not authenticate users.
    public var authenticating: (any AuthenticatingFactory)? { nil }
    /// No key stands for a command.
    public var selectionCommands: [SelectionKey: CommandSpec] { [:] }
}

/// A factory whose app also authenticates users; one in a catalog, or none: then there are no accounts, and the user of
/// the program is its guest.
@MainActor
public protocol AuthenticatingFactory: AppFactory {
    /// Makes the authenticator that the coordinator uses to log in and out.
    ///
    /// Called once for each coordinator.
    ///
    /// - Throws: `StoreFault` if the accounts cannot be opened: the program ends with its sentence.
    func makeAuthenticator(in world: World) throws -> any Authenticator
    /// The settings of all users, for an examination.
    ///
    /// - Throws: `StoreFault`.
    func settings(in world: World) async throws -> [UserID: [String: String]]
    /// The users who have an account, or whose data is being deleted with it, for an examination; `nil` if that is not
    /// known.
    ///
    /// - Throws: `StoreFault`.
    func users(in world: World) async throws -> Set<UserID>?
    /// The names of the users, for the roles of a server.
    ///
    /// - Throws: `StoreFault`.
    func names(in world: World) async throws -> [UserID: String]
    /// Records in the audit trail what a command of the program’s command line has done, which needs no login.
    ///
    /// - Throws: `StoreFault`.
    func record(_ action: AuditedAction, _ command: String, in world: World) async throws
}

extension AuthenticatingFactory {
    /// The factory itself.
    public var authenticating: (any AuthenticatingFactory)? { self }
    /// They are not known.
    public func users(in world: World) async throws -> Set<UserID>? { nil }
    /// They are not known.
    public func names(in world: World) async throws -> [UserID: String] { [:] }
    /// Records nothing.
    public func record(_ action: AuditedAction, _ command: String, in world: World) async throws {}
    /// None are known.
    public func settings(in world: World) async throws -> [UserID: [String: String]] { [:] }
}

extension [any AppFactory] {
    /// Whether one of the apps logs users in.
    @MainActor package var hasAccounts: Bool { contains { $0.authenticating != nil } }

    /// The app that examples of the shell’s own commands name: the second, to which one can switch at the start.
    @MainActor package var exampleApp: AppID? { (dropFirst().first ?? first)?.id }
}

extension AppFactory {
    /// The specifications of the app’s commands.
    public var commandSpecs: [CommandSpec] {
        // Not by key path, which would be looked up at run time for each factory.
        commands.map { $0.spec }
    }

    /// The app’s commands, to be found by their names.
    public var anyCommands: [AnyCommand] {
        commands.map { AnyCommand($0) }
    }

    /// The patterns of the app’s routes, with the app’s name in front.
    public var routeSpecs: [RouteSpec] {
        routes.map { route in
            let pattern = route.spec.pattern
            return RouteSpec(
                pattern.isEmpty ? id.rawValue : "\(id)/\(pattern)", summary: route.spec.summary,
                items: route.spec.items)
        }
    }
}

/// The name of an app: the word after `switch`, and the first part of its routes.
public struct AppID: Hashable, Sendable, Codable, RawRepresentable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The name, in lower-case ASCII letters and digits: a program refuses any other at its start.
    public let rawValue: String

    /// The app of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The app of this name.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// The name.
    public var description: String { rawValue }
}

/// The events that the coordinator sends to an app, in the order of these declarations when apps are switched.
///
/// All calls are on the main actor and none is nested in another. A hidden app receives size, language and login
/// changes too. Every method has an empty default, since few apps need all of them.
@MainActor
public protocol AppLifecycle: AnyObject {
    /// No next command is typed yet: performs work that was postponed until the end of a series, such as notifying
    /// another program.
    ///
    /// - Returns: The failures of that work; none of the requested changes is lost by them.
    func settle() async -> [LocalizedText]
    /// The app is about to be left: unfinished work must be kept, for instance as a draft.
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
    /// A user has logged in, locked, unlocked or logged out.
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

extension Completion {
    /// Whether the candidate begins like a word, without regard to case, accents and width.
    public func begins(like word: String) -> Bool { Folding.of(text).hasPrefix(Folding.of(word)) }

    /// Whether the candidate begins like a word, or every part of that word begins a word of its description.
    public func fits(_ word: String) -> Bool {
        if begins(like: word) { return true }
        guard let description else { return false }
        let words = Folding.of(description).split { !$0.isLetter && !$0.isNumber }
        let parts = Folding.of(word).split(separator: " ")
        return !parts.isEmpty && parts.allSatisfy { part in words.contains { $0.hasPrefix(part) } }
    }
}
