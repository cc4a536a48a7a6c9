// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession

/// The loaded part of a list, in the displayed order.
@MainActor
final class LoadedList<Item: Sendable>: ListContent {
    private var source: ListSource<Item>
    private var window: ListWindow<Item>
    private var extent = ListTotal(0)
    /// The largest number of items so far, while they are not counted.
    private var reached = ListTotal(0)
    /// The number of items without the limit, if that leaves any out.
    private var uncut: ListTotal?
    /// Whether anything was read of this list, and at which state of it.
    private var isLoaded = false
    private var loadedRevision: Int?
    private(set) var ids: [String] = []
    /// The last searched row of the open item.
    private var soughtID: String?
    /// The number of replacements of the part: data of an older one does not replace a newer.
    private var generation = 0

    init(_ source: ListSource<Item>) {
        self.source = source
        window = ListWindow(limit: source.limit)
        _ = adopt(source)
    }

    var id: ListID { source.id }

    func adopt(_ other: any ListProviding) -> Bool {
        guard let other = other as? ListSource<Item>, other.id == source.id else { return false }
        source = other
        if case .all(let items) = other.supply {
            take(ListWindow(of: items, limit: other.limit), of: ListTotal(items.count))
        }
        return true
    }

    func putAside() {
        generation += 1
        window = window.emptied
        ids = []
        isLoaded = false
        soughtID = nil
    }

    func prepare() {
        guard case .pages = source.supply else { return }
        let (after, limit) = window.request
        source.willRefresh(
            ListRequest(loaded: window.elements, isLoaded: isLoaded, after: after, limit: limit))
    }

    func refresh() async throws {
        try await reload()
        try await seekOpen()
    }

    private func reload() async throws {
        let (id, revision) = (source.id, source.revision)
        guard !isLoaded || revision == nil || revision != loadedRevision else { return }
        // Again if a page was turned meanwhile.
        while source.id == id, case .pages = source.supply {
            // It may end elsewhere now.
            reached = reached.isKnown ? ListTotal(0) : ListTotal(reached.count, .about)
            if try await move({ window, load in try await window.refreshed(load) }) {
                return (isLoaded, loadedRevision) = (true, revision)
            }
        }
    }

    /// Loads the part with the row of the open item, unless that is far away, or was searched already.
    private func seekOpen() async throws {
        let id = source.id
        while source.id == id, let openID = source.openID, openID != soughtID {
            if source.listsOpen() { try await seek(openID) }
            if source.id == id { soughtID = openID }
        }
        if source.openID == nil { soughtID = nil }
    }

    func seek(_ sought: String) async throws {
        let id = source.id
        while source.id == id, !ids.contains(sought), case .pages = source.supply {
            let (rowID, limit) = (source.rowID, source.limit)
            // Again if a page was turned meanwhile.
            if try await move({ try await $0.moved(to: { rowID($0) == sought }, limit: limit, $1) }) { return }
        }
    }

    func turnPage(_ edge: PanelEdge, far: Bool) async throws -> Bool {
        let isOnward = (edge == .end) != source.isUpsideDown
        guard isOnward ? window.hasMore : window.before != nil else { return false }
        return try await move { [source] window, load in
            if isOnward { return try await window.next(far: far, load) }
            return try await far ? ListWindow(limit: source.limit).refreshed(load) : window.previous(load)
        }
    }

    /// Loads another part of the list; `false` if another list, or another part, has replaced it meanwhile.
    @discardableResult
    private func move(
        _ step: (ListWindow<Item>, ListWindow<Item>.Load) async throws -> ListWindow<Item>
    ) async throws -> Bool {
        let (source, generation) = (source, generation)
        guard case .pages(let load) = source.supply else { return false }
        let moved = try await step(window, load)
        let total = try await total(of: moved, source)
        guard self.source.id == source.id, self.generation == generation else { return false }
        take(moved, of: total)
        return true
    }

    /// Takes a part of this many items, as far as the limit allows.
    private func take(_ window: ListWindow<Item>, of total: ListTotal) {
        generation += 1
        self.window = window
        uncut = window.isCut || total.count > source.limit ? total : nil
        extent = uncut == nil ? total : ListTotal(source.limit)
        reached = total
        let ids = window.elements.map(source.rowID)
        self.ids = source.isUpsideDown ? ids.reversed() : ids
    }

    /// The number of items without the limit: requested only if they are not all loaded.
    private func total(of window: ListWindow<Item>, _ source: ListSource<Item>) async throws -> ListTotal {
        let loaded = window.passedCount + window.elements.count
        guard window.hasMore || window.isCut || window.before != nil else { return ListTotal(loaded) }
        let total = try await source.total()
        if let total, total.isKnown { return total }
        let isAtEnd = !window.hasMore && !window.isCut
        if isAtEnd, window.offset != nil { return ListTotal(loaded) }
        if reached.isKnown, reached.count >= loaded { return reached }
        // Some of those that were left behind may have come and gone.
        if isAtEnd { return ListTotal(loaded, .about) }
        let least = max(loaded, total?.count ?? 0)
        // A displayed number is not withdrawn during scrolling.
        if reached.count > least { return reached }
        return ListTotal(least, window.offset == nil ? .about : .least)
    }
}

// The displayed data of the list
extension LoadedList {
    var columns: ListView.Columns { source.columns }

    var traits: ListTraits {
        let hasNewest = window.before == nil && source.startsWithNewest
        return ListTraits(
            startsAtEnd: source.isUpsideDown, newest: hasNewest ? (source.isUpsideDown ? .end : .start) : nil,
            items: source.items,
            passedCount: window.passedCount, openID: open.isSought ? source.openID : nil,
            isOpenElsewhere: open.isElsewhere, target: source.target)
    }

    /// Whether the row of the open item was searched, and whether it is none of the loaded ones.
    private var open: (isSought: Bool, isElsewhere: Bool) {
        guard let openID = source.openID else { return (true, false) }
        let isLoaded = ids.contains(openID)
        if case .all = source.supply { return (true, !isLoaded) }
        return (isLoaded || openID == soughtID, !isLoaded)
    }

    func related(_ item: String, to id: String) -> String? {
        source.related[item].flatMap { value in window.elements.first { source.rowID($0) == id }.flatMap(value) }
    }

    func offers(_ item: String) -> Bool { source.items.contains(item) || source.related[item] != nil }

    var initialID: String? { source.initialID(window.elements) }

    func select(_ row: Int?) { source.onSelection(row.flatMap(item)) }

    var isRead: Bool { if case .all = source.supply { true } else { isLoaded } }

    private func view(in context: ViewContext) -> ListView {
        var view = ListView(
            title: source.title.string(in: context.language),
            whenEmpty: isRead ? source.whenEmpty.string(in: context.language) : "")
        view.columns = source.columns
        view.total = extent
        view.uncut = uncut
        view.offset = offset
        return view
    }

    /// The number of items before the loaded ones, in the displayed order; `nil` if it is unknown.
    ///
    /// If nothing comes after them it is exact, whatever has come and gone among the passed ones.
    private var offset: Int? {
        let unloaded = extent.isKnown ? max(0, extent.count - ids.count) : nil
        guard source.isUpsideDown else { return window.hasMore ? window.offset : unloaded ?? window.offset }
        guard window.hasMore else { return 0 }
        return window.offset.flatMap { passed in unloaded.map { max(0, $0 - passed) } }
    }

    func view(from row: Int, in context: ViewContext) -> ListView {
        var view = view(in: context)
        view.offset = view.offset.map { $0 + row }
        return view
    }

    func row(_ index: Int, in context: ViewContext) -> Row? { item(index).map { source.row($0, context) } }

    private func item(_ row: Int) -> Item? {
        window.elements.indices.contains(row) ? window.elements[index(of: row)] : nil
    }

    /// The index of a row’s item among the loaded ones, and the other way round.
    private func index(of row: Int) -> Int { source.isUpsideDown ? window.elements.count - 1 - row : row }
}
