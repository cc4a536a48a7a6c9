// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession
public import AtriumStores
package import AtriumTerminal
public import AtriumWorlds

/// An app during one login: its model, its panels, and its commands.
@MainActor
public final class RunningApp {
    private static var count = 0

    /// The app’s name.
    public let id: AppID
    /// Distinguishes it from every other app that was running before.
    package let serial: Int
    /// The common model of the app’s parts.
    public let model: any AppModel
    /// The drawer at the left.
    package let sidebar: SidebarPanel
    private let list: ListPanel
    private let page: DocumentPanel
    private let document: DocumentPanel
    /// Whether what the panels show has been loaded: before, there is nothing true to show.
    package private(set) var isLoaded = false
    /// The latest change when the panels were loaded.
    private var knownLatest: ListTarget?
    /// Whether it may be stale after changes while it was hidden.
    private var hasMissed = false

    private let viewingTabs: @MainActor (ViewContext) -> TabsView
    private let viewingMain: @MainActor () -> MainSource
    private let selectingTab: @MainActor (String) async throws -> Void
    private typealias Opening = @MainActor ([String], CommandContext) async throws -> Reply
    /// Goes to a place; the routes are made for the first one.
    private lazy var opening = makeOpening()
    private let makeOpening: @MainActor () -> Opening
    private let completing: @MainActor (String, String, Language) async -> [Completion]
    private let finding: @MainActor (String, Int, Language) async -> [Finding]
    /// Checks the commands; `nil` once that is done.
    private var checkingCommands: (@MainActor () throws(CatalogFault) -> Void)?

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
        sidebar = SidebarPanel { factory.sidebar(model, in: $0) }
        viewingTabs = { factory.tabs(model, in: $0) }
        selectingTab = { try await factory.selectTab($0, in: model) }
        viewingMain = { factory.main(model) }
        let list = ListPanel { if case .list(let list) = factory.main(model).kind { list } else { nil } }
        self.list = list
        page = DocumentPanel { if case .document(let page) = factory.main(model).kind { page } else { nil } }
        document = DocumentPanel(beside: { list.listID }) { factory.document(model) }
        makeOpening = { [id = factory.id] in
            let routes = factory.routes
            return { path, context in
                for route in routes {
                    if let values = route.spec.values(in: path) { return try await route.open(model, values, context) }
                }
                throw CommandFault.unknownRoute(([id.rawValue] + path).joined(separator: "/"))
            }
        }
        checkingCommands = { () throws(CatalogFault) in try factory.checkCommands() }
        finding = { await factory.find($0, limit: $1, in: model, language: $2) }
        completing = { await factory.completions(of: $0, for: $1, in: model, language: $2) }
    }

    /// Runs `body`, of whose writes none is made once the login has ended.
    func permitted<Result>(_ body: @MainActor () async throws -> Result) async rethrows -> Result {
        try await WritePermit.$current.withValue(permit) { try await body() }
    }

    /// Makes the app keep its unfinished work, even after the login has ended.
    func endEditing() async {
        await permitted { await WritePermit.recording { await model.endEditing() } }
    }

    /// The tabs at the bottom.
    package func tabs(in context: ViewContext) -> TabsView { viewingTabs(context) }

    /// The list of the app’s items, or a text if that is all there is.
    package var main: any Panel {
        switch viewingMain().kind {
        case .list: list
        case .document: page
        }
    }

    /// One item of the list in full, if the app has that.
    package var detail: DocumentPanel? { isDetailOpen == nil ? nil : document }

    /// Whether an item is open in full; `nil` if the app has none of the kind.
    package var isDetailOpen: Bool? { document.source()?.isOpen }

    /// The ids for a command without an explicit item, as values of a kind: the marked items, or else the open one, or
    /// the one selected in the list.
    ///
    /// - Parameters:
    ///   - isListSeen: Whether the list is visible: hidden marks do not count.
    ///   - isListFocused: Whether keys move in the list: then the selected item counts before the open one.
    package func selection(of item: String, isListSeen: Bool = true, isListFocused: Bool = false) -> [String] {
        let isMarked = isListSeen && !list.markedIDs.isEmpty
        if !isMarked, latest != knownLatest, case let new = latest(of: item, since: knownLatest), !new.isEmpty {
            return new
        }
        if document.isLost, !isMarked { return [] }
        if isListFocused, isListSeen, case let listed = listed(of: item), !listed.isEmpty { return listed }
        guard !isMarked, let opened = document.opened(of: item) else { return listed(of: item) }
        return [opened]
    }

    /// Closes the open item if another one was created or undone since, which is selected then.
    package func turnToLatest() {
        defer { knownLatest = latest }
        guard let latest, latest != knownLatest, let open = document.source(), open.isOpen, open.id != latest.id else {
            return
        }
        open.close()
    }

    /// The latest created or undone items, until the user turns to something else; `nil` if there are none.
    package var latest: ListTarget? { if case .list(let list) = viewingMain().kind { list.target } else { nil } }

    /// The latest created or undone items, as values of a kind: those of a command without an explicit item, if the
    /// user sees no selection.
    ///
    /// - Parameter known: The latest items when a user who does not know them began to give commands.
    package func latest(of item: String, since known: ListTarget? = nil) -> [String] {
        guard case .list(let list) = viewingMain().kind, let target = list.target, target != known else { return [] }
        return list.items.contains(item) || document.opened(of: item) == target.id ? [target.id] : []
    }

    /// Whether the listed or open items stand for values of a kind.
    package func offers(_ item: String) -> Bool { document.offers(item) || mainList?.offers(item) ?? true }

    /// Unmarks all items: a command has used them, or another user comes next.
    package func unmarkAll() { list.unmarkAll() }

    /// Knows of no picture any more.
    package func forgetPictures() {
        page.forgetPictures()
        document.forgetPictures()
    }

    private func listed(of item: String) -> [String] {
        if case .list = viewingMain().kind { list.selection(of: item) } else { [] }
    }

    /// The list, if the main panel is one.
    package var mainList: ListPanel? { if case .list = viewingMain().kind { list } else { nil } }

    /// The query of the list’s items; `nil` if there is none.
    package var query: String? { if case .list(let list) = viewingMain().kind { list.query } else { nil } }

    /// Loads the data of the panels.
    ///
    /// - Parameter isOwn: Whether the user’s own actions may have changed it, so that the selection moves to new
    ///   items; changes from elsewhere leave the displayed item alone.
    /// - Throws: The errors of the model, and of reading its list.
    public func refresh(isOwn: Bool = true) async throws {
        if isOwn, hasMissed {
            try await refresh(isOwn: false)
            _ = document.takeRewritten()
        }
        list.setFollowing(isOwn)
        list.prepare()
        if isOwn { document.endLoss() }
        let reading = isOwn ? nil : document.reading
        try await permitted {
            try await model.refresh()
            try await list.refresh()
        }
        (isLoaded, hasMissed) = (true, false)
        if let reading { document.noteLoss(of: reading, isUnlisted: isSelectionGone(reading)) }
    }

    /// Loads the badge of the app while it is hidden, after changes.
    package func refreshBadge() async throws {
        hasMissed = isLoaded
        try await permitted { try await model.refreshBadge() }
    }

    /// Whether the displayed item was selected in the list, which no longer has it.
    private func isSelectionGone(_ reading: DocumentPanel.Reading) -> Bool { mainList?.hasLost(reading.id) ?? false }

    /// Shows another of the tabs.
    package func select(_ tab: TabsView.Tab) async throws {
        try await permitted { try await selectingTab(tab.key) }
    }

    /// Runs one of the app’s commands.
    ///
    /// - Throws: `CatalogFault.duplicateCommand`, and what the command throws.
    package func perform(_ invocation: Invocation, _ context: CommandContext) async throws -> Reply {
        // With the first one: many apps are only shown.
        try checkingCommands?()
        checkingCommands = nil
        let reply = try await permitted { try await invocation.perform(for: model, context) }
        if let action = invocation.spec.audited { await onAudited?(action, "\(id) \(invocation.spec.name)") }
        return reply
    }

    /// The place of the open item; `nil` if nothing is open.
    package var place: Place? { document.isLost ? nil : model.path.map { Place(id, $0) } }

    /// The place of a number: a link of the open item, or if nothing is open, the app’s item of that number.
    package func place(of number: Int) -> Place { Place(id, (place?.path ?? []) + [String(number)]) }

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
