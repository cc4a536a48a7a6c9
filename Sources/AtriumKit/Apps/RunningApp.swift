// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession
public import AtriumStores
package import AtriumTerminal
public import AtriumWorlds

/// An app during one login: its model, its views, and its commands.
@MainActor
public final class RunningApp {
    private static var count = 0

    /// The app’s name.
    public let id: AppID
    /// Distinguishes it from every other app that was running before.
    package let serial: Int
    /// The common model of the app’s parts.
    public let model: any AppModel
    /// The app’s views.
    package let views: AppViews
    /// The display of the app; `nil` before it is seen anywhere.
    package var display: (any AppDisplay)?

    private let selectingTab: @MainActor (String) async throws -> Void
    private typealias Opening = @MainActor ([String], CommandContext) async throws -> Reply
    /// Goes to a place; the routes are made for the first one.
    private lazy var opening = makeOpening()
    private let makeOpening: @MainActor () -> Opening
    private let completing: @MainActor (String, String, Language) async -> [Completion]
    private let finding: @MainActor (String, Int, Language) async -> [Finding]

    private let permit: WritePermit?
    /// Called for each command that has had an effect which the audit trail records.
    var onAudited: (@MainActor (AuditedAction, _ command: String) async -> Void)?

    /// Builds the app’s parts for a login.
    ///
    /// - Parameters:
    ///   - factory: The factory of the app.
    ///   - session: The login.
    ///   - world: The world in which the app runs.
    ///   - permit: The app’s permit to write; `nil` for no limit.
    /// - Throws: The errors of making the model.
    public init<Factory: AppFactory>(
        _ factory: Factory, for session: UserSession, in world: World, permit: WritePermit? = nil
    ) throws {
        self.permit = permit
        // Work that the model continues by itself is bound to the login, too.
        let model = try WritePermit.$current.withValue(permit) { try factory.makeModel(for: session, in: world) }
        Self.count += 1
        serial = Self.count
        id = factory.id
        self.model = model
        views = AppViews(factory, of: model)
        selectingTab = { try await factory.selectTab($0, in: model) }
        makeOpening = { [id = factory.id] in
            let routes = factory.routes
            return { path, context in
                for route in routes {
                    if let values = route.spec.values(in: path) { return try await route.open(model, values, context) }
                }
                throw CommandFault.unknownRoute(([id.rawValue] + path).joined(separator: "/"))
            }
        }
        finding = { await factory.find($0, limit: $1, in: model, language: $2) }
        completing = { await factory.completions(of: $0, for: $1, in: model, language: $2) }
    }

    /// Runs `body`, of whose writes none is made once the login has ended.
    package func permitted<Result>(_ body: @MainActor () async throws -> Result) async rethrows -> Result {
        try await WritePermit.$current.withValue(permit) { try await body() }
    }

    /// Makes the app keep its unfinished work, even after the login has ended.
    func endEditing() async {
        await permitted { await WritePermit.recording { await model.endEditing() } }
    }

    /// The tabs at the bottom.
    package func tabs(in context: ViewContext) -> TabsView { views.tabs(context) }

    /// The query of the list’s items; `nil` if there is none.
    package var query: String? { views.list?.query }

    /// The latest created or undone items, until the user turns to something else; `nil` if there are none.
    package var latest: ListTarget? { views.list?.target }

    /// The latest created or undone items, as values of a kind: those of a command without an explicit item, if the
    /// user sees no selection.
    ///
    /// - Parameter known: The latest items when a user who does not know them began to give commands.
    package func latest(of item: String, since known: ListTarget? = nil) -> [String] {
        views.latest(of: item, since: known)
    }

    /// Shows another of the tabs.
    package func select(_ tab: TabsView.Tab) async throws {
        try await permitted { try await selectingTab(tab.key) }
    }

    /// Runs one of the app’s commands.
    ///
    /// - Throws: The errors of the command.
    package func perform(_ invocation: Invocation, _ context: CommandContext) async throws -> Reply {
        let reply = try await permitted { try await invocation.perform(for: model, context) }
        if let action = invocation.spec.audited { await onAudited?(action, "\(id) \(invocation.spec.name)") }
        return reply
    }

    /// Goes to a place in the app; `path` is the route without the app’s name.
    func open(_ path: [String], _ context: CommandContext) async throws -> Reply {
        try await permitted { try await opening(path, context) }
    }

    /// Candidates for a word that names one of the app’s own things.
    package func completions(of item: String, for word: String, language: Language) async -> [Completion] {
        await completing(item, word, language)
    }

    /// The app’s items with these words, `limit` at most.
    package func find(_ words: String, limit: Int, language: Language) async -> [Finding] {
        await finding(words, limit, language)
    }
}
