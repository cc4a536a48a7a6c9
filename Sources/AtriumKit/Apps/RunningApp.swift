// SPDX-License-Identifier: GPL-3.0-or-later

public import Session
public import Stores
package import Terminal
public import Worlds

/// An app during one login: its model, its panels, and its commands.
@MainActor
public final class RunningApp {
    private static var count = 0

    /// The app’s name.
    public let id: AppID
    /// Tells it from every other app that was running before.
    package let serial: Int
    /// What the app’s parts share.
    public let model: any AppModel
    /// The drawer at the left.
    package let sidebar: SidebarPanel
    private let list: ListPanel
    private let page: DocumentPanel
    private let document: DocumentPanel
    /// Whether what the panels show has been loaded: before, there is nothing true to show.
    package private(set) var isLoaded = false
    /// What was made or taken back last when the panels were loaded.
    private var knownLatest: ListTarget?
    /// Whether it may be another by now, by what came while nobody saw it.
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
    /// Checks the commands; nil once that is done.
    private var checkingCommands: (@MainActor () throws(CatalogFault) -> Void)?

    private let permit: WritePermit?

    /// Builds the app’s parts for a login.
    ///
    /// - Parameter permit: What the app may write; nil: whatever it wants.
    /// - Throws: What making the model throws.
    public init<Factory: AppFactory>(
        _ factory: Factory, for session: UserSession, in world: World, permit: WritePermit? = nil
    ) throws {
        self.permit = permit
        // What the model goes on with by itself is bound to the login, too.
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

    /// Has the app keep what is half done, also of a login that has ended.
    func endEditing() async {
        await permitted { await WritePermit.recording { await model.endEditing() } }
    }

    /// The tabs at the bottom.
    package func tabs(in context: ViewContext) -> TabsView { viewingTabs(context) }

    /// The list of what the app has, or a text where that says all there is.
    package var main: any Panel {
        switch viewingMain().kind {
        case .list: list
        case .document: page
        }
    }

    /// One thing of the list in full, where the app has that.
    package var detail: DocumentPanel? { isDetailOpen == nil ? nil : document }

    /// Whether something is open in full; nil where the app has nothing of the kind.
    package var isDetailOpen: Bool? { document.source()?.isOpen }

    /// The ids of what a command means that names nothing, as values of a kind: what is marked, or else what is open, or
    /// selected in the list.
    ///
    /// - Parameters:
    ///   - isListSeen: Whether the list is seen: what is marked out of sight is not meant.
    ///   - isListFocused: Whether keys move in the list: then what is selected there is meant rather than what is open.
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

    /// Closes what is open where another thing was made or taken back since, which is selected then.
    package func turnToLatest() {
        defer { knownLatest = latest }
        guard let latest, latest != knownLatest, let open = document.source(), open.isOpen, open.id != latest.id else {
            return
        }
        open.close()
    }

    /// What was made or taken back last, until the user turns to something else; nil where nothing was.
    package var latest: ListTarget? { if case .list(let list) = viewingMain().kind { list.target } else { nil } }

    /// What was made or taken back last, as values of a kind: what a command means that names nothing, where the user sees
    /// no selection.
    ///
    /// - Parameter known: What was the latest when somebody who does not know it began to give commands.
    package func latest(of item: String, since known: ListTarget? = nil) -> [String] {
        guard case .list(let list) = viewingMain().kind, let target = list.target, target != known else { return [] }
        return list.items.contains(item) || document.opened(of: item) == target.id ? [target.id] : []
    }

    /// Whether what is listed or open stands for values of a kind.
    package func offers(_ item: String) -> Bool { document.offers(item) || mainList?.offers(item) ?? true }

    /// Unmarks what was marked: a command was for it, or somebody else comes next.
    package func unmarkAll() { list.unmarkAll() }

    /// Knows of no picture any more.
    package func forgetPictures() {
        page.forgetPictures()
        document.forgetPictures()
    }

    private func listed(of item: String) -> [String] {
        if case .list = viewingMain().kind { list.selection(of: item) } else { [] }
    }

    /// The list, where the main panel is one.
    package var mainList: ListPanel? { if case .list = viewingMain().kind { list } else { nil } }

    /// What the things of the list were found by; nil where nothing was looked for.
    package var query: String? { if case .list(let list) = viewingMain().kind { list.query } else { nil } }

    /// Loads what the panels show.
    ///
    /// - Parameter isOwn: Whether it may be another by what somebody has done here, so that the selection goes on to what
    ///   is new; what comes from elsewhere changes nothing of what is read.
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

    /// Loads what is told of the app while it is hidden, after changes.
    package func refreshBadge() async throws {
        hasMissed = isLoaded
        try await permitted { try await model.refreshBadge() }
    }

    /// Whether what is read was selected in the list, which does not have it any more.
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
        return try await permitted { try await invocation.perform(for: model, context) }
    }

    /// The place of what is open; nil where nothing is.
    package var place: Place? { document.isLost ? nil : model.path.map { Place(id, $0) } }

    /// The place of a number: a link of what is open, or where nothing is, what the app shows by that number.
    package func place(of number: Int) -> Place { Place(id, (place?.path ?? []) + [String(number)]) }

    /// Goes to a place in the app; `path` is the route without the app’s name.
    func open(_ path: [String], _ context: CommandContext) async throws -> Reply {
        try await permitted { try await opening(path, context) }
    }

    /// Candidates for a word that names one of the app’s own things.
    package func completions(of item: String, for word: String, language: Language) async -> [Completion] {
        await completing(item, word, language)
    }

    /// The app’s things that have these words, so many at most.
    package func find(_ words: String, limit: Int, language: Language) async -> [Finding] {
        await finding(words, limit, language)
    }
}
