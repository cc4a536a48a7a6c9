// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
package import AtriumSession

/// The panels of an app, which show its views.
@MainActor
package final class AppPanels: AppDisplay {
    /// The drawer at the left.
    package let sidebar: SidebarPanel
    private let views: AppViews
    private let list: ListPanel
    private let page: DocumentPanel
    private let document: DocumentPanel
    /// Whether the shown data has been loaded: before, there is nothing true to show.
    package fileprivate(set) var isLoaded = false
    /// The latest change when the data was loaded.
    private var knownLatest: ListTarget?
    /// Whether the data may be stale after changes while the app was hidden.
    fileprivate var hasMissed = false

    /// The panels for the views of an app.
    fileprivate init(_ views: AppViews) {
        self.views = views
        sidebar = SidebarPanel(views.sidebar)
        let list = ListPanel { views.list }
        self.list = list
        page = DocumentPanel { views.page }
        document = DocumentPanel(beside: { list.listID }, views.document)
    }

    /// Whether the app has a sidebar: one without entries is none.
    func hasSidebar(in context: ViewContext) -> Bool { !views.sidebar(context).entries.isEmpty }

    package func loginDidChange(to login: LoginState) { if case .active = login {} else { unmarkAll() } }

    /// The list of the app’s items, or a text if that is all there is.
    package var main: any Panel {
        switch views.main().kind {
        case .list: list
        case .document: page
        }
    }

    /// The list, if the main panel is one.
    package var mainList: ListPanel? { if case .list = views.main().kind { list } else { nil } }

    /// One item of the list in full, if the app has that.
    package var detail: DocumentPanel? { isDetailOpen == nil ? nil : document }

    /// Whether an item is open in full; `nil` if the app has none of the kind.
    package var isDetailOpen: Bool? { document.source()?.isOpen }

    /// Unmarks all items: a command has used them, or another user comes next.
    package func unmarkAll() { list.unmarkAll() }

    /// Knows of no picture any more.
    func forgetPictures() {
        page.forgetPictures()
        document.forgetPictures()
    }

    /// Whether the listed or open items stand for values of a kind.
    func offers(_ item: String) -> Bool { document.offers(item) || mainList?.offers(item) ?? true }

    /// Closes the open item if another one was created or undone since, which is selected then.
    package func turnToLatest() {
        let latest = views.list?.target
        defer { knownLatest = latest }
        guard let latest, latest != knownLatest, let open = document.source(), open.isOpen, open.id != latest.id else {
            return
        }
        open.close()
    }
}

// MARK: - The selection

extension AppPanels {
    /// The ids for a command without an explicit item, as values of a kind: the marked items, or else the open one, or
    /// the one selected in the list.
    ///
    /// - Parameters:
    ///   - isListSeen: Whether the list is visible: hidden marks do not count.
    ///   - isListFocused: Whether keys move in the list: then the selected item counts before the open one.
    package func selection(of item: String, isListSeen: Bool = true, isListFocused: Bool = false) -> [String] {
        let isMarked = isListSeen && !list.markedIDs.isEmpty
        if !isMarked, case let new = views.latest(of: item, since: knownLatest), !new.isEmpty { return new }
        if document.isLost, !isMarked { return [] }
        if isListFocused, isListSeen, case let listed = listed(of: item), !listed.isEmpty { return listed }
        guard !isMarked, let opened = views.opened(of: item) else { return listed(of: item) }
        return [opened]
    }

    private func listed(of item: String) -> [String] { mainList?.selection(of: item) ?? [] }
}

// MARK: - Loading

extension RunningApp {
    /// The app’s panels.
    package var panels: AppPanels {
        if let panels = display as? AppPanels { return panels }
        let panels = AppPanels(views)
        display = panels
        return panels
    }

    /// Loads the data of the panels.
    ///
    /// - Parameter isOwn: Whether the user’s own actions may have changed it, so that the selection moves to new
    ///   items; changes from elsewhere leave the displayed item alone.
    /// - Throws: The errors of the model, and of reading its list.
    package func refresh(isOwn: Bool = true) async throws {
        let panels = panels
        if isOwn, panels.hasMissed {
            try await refresh(isOwn: false)
            panels.takeRewritten()
        }
        let reading = panels.prepare(isOwn: isOwn)
        try await permitted {
            try await model.refresh()
            try await panels.load()
        }
        if let reading { panels.noteLoss(of: reading) }
    }

    /// Loads the badge of the app while it is hidden, after changes.
    package func refreshBadge() async throws {
        panels.hasMissed = panels.isLoaded
        try await permitted { try await model.refreshBadge() }
    }

    /// The place of the open item; `nil` if nothing is open.
    package var place: Place? { panels.detail?.isLost == true ? nil : model.path.map { Place(id, $0) } }

    /// The place of a number: a link of the open item, or if nothing is open, the app’s item of that number.
    package func place(of number: Int) -> Place { Place(id, (place?.path ?? []) + [String(number)]) }
}

extension AppPanels {
    /// Announces the next reading; returns the displayed item if changes from elsewhere may remove it.
    fileprivate func prepare(isOwn: Bool) -> DocumentPanel.Reading? {
        list.setFollowing(isOwn)
        list.prepare()
        guard isOwn else { return document.reading }
        document.endLoss()
        return nil
    }

    /// Reads the list after the model.
    fileprivate func load() async throws {
        try await list.refresh()
        (isLoaded, hasMissed) = (true, false)
    }

    /// Forgets that the displayed item was changed elsewhere.
    fileprivate func takeRewritten() { _ = document.takeRewritten() }

    /// Compares the displayed item with the data after changes elsewhere: was it selected in the list, that may not
    /// have it any more.
    fileprivate func noteLoss(of reading: DocumentPanel.Reading) {
        document.noteLoss(of: reading, isUnlisted: mainList?.hasLost(reading.id) ?? false)
    }
}
