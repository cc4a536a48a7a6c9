// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
import AtriumSession
import AtriumTerminal

/// The palette, which finds by a part of the name: commands, apps, places, and the things in them.
///
/// Items that are there from the start are ranked at once; the apps look for their things meanwhile, and a search whose
/// words have changed is cancelled.
@MainActor
package final class Palette {
    /// The results of the apps for words, and whether they have more.
    package typealias Found = (items: [PaletteItem], hasMore: Bool)

    private let items: [PaletteItem]
    private let find: @MainActor (String) async -> Found
    private let onChange: @MainActor () -> Void
    private var things: (query: String, found: Found) = ("", ([], false))
    private var searching: Task<Void, Never>?

    /// The typed text.
    private(set) var query = ""
    /// The matching items, the best first.
    private(set) var matches: [PaletteMatch] = []
    /// The lines that it takes in the box.
    private(set) var lines = FoldedRows()
    /// The room within the border for which that was arranged; `nil` at first.
    private var size: Size?
    /// The visible lines, and the selected one.
    var position = PanelPosition(isSelectable: true)

    /// A palette of these items and those that `find` finds for words.
    ///
    /// - Parameter onChange: Called when things have been found.
    init(
        items: [PaletteItem], find: @escaping @MainActor (String) async -> Found,
        onChange: @escaping @MainActor () -> Void
    ) {
        self.items = items
        self.find = find
        self.onChange = onChange
        rank()
    }

    deinit { searching?.cancel() }

    /// Sets the typed text.
    func type(_ text: String) {
        guard text != query else { return }
        query = text
        position.reset()
        rank()
        searching?.cancel()
        guard text.contains(where: { !$0.isWhitespace }) else {
            things = (text, ([], false))
            return rank()
        }
        searching = Task { [weak self, find] in
            let found = await find(text)
            guard !Task.isCancelled, let self, self.query == text else { return }
            self.things = (text, found)
            self.rank()
            self.onChange()
        }
    }

    /// Whether the apps have more matches for the typed text.
    var hasMore: Bool { things.found.hasMore }

    /// Stops looking.
    func close() { searching?.cancel() }

    /// The index of the selected match.
    var selected: Int? { position.selected.flatMap(lines.thing) }

    /// The selected item.
    var chosen: PaletteItem? { selected.map { matches[$0].item } }

    /// Fits the visible lines to the room within the border.
    func arrange(for size: Size) {
        if size != self.size {
            self.size = size
            setLines()
        }
        position.fit(size.rows - lines.fullRows)
    }

    /// Gives the matches their lines; the selection stays.
    private func setLines() {
        let (before, part) = (selected, position.selected.flatMap(lines.part) ?? 0)
        lines = size.map { PaletteText.lines(of: matches, in: $0) } ?? FoldedRows(matches.count)
        position.setCount(lines.count)
        guard let before, before < matches.count else { return }
        let now = lines.lines(of: before)
        position.select(min(now.lowerBound + part, now.upperBound - 1))
    }

    private func rank() {
        // Results for other words are offered as long as their title matches the new ones.
        let known = things.query == query ? things.found.items : things.found.items.map(\.byTitle)
        matches = PaletteMatch.ranked(items + known, for: query)
        setLines()
    }
}

extension PaletteItem {
    /// The same, to be offered for its title alone.
    fileprivate var byTitle: PaletteItem { PaletteItem(kind, title: title, detail: detail, action: action) }
}

/// Something that the palette offers.
package struct PaletteItem: Hashable {
    /// The kind; of equal matches the first of these comes first.
    package enum Kind: Int {
        /// An app.
        case app
        /// A command.
        case command
        /// A place in an app.
        case place
        /// A command of another app.
        case foreign
        /// One of the things in an app.
        case thing
        /// The app’s own search, which lists everything.
        case search
    }

    let kind: Kind
    /// The title to match and mark; safe to show.
    let title: String
    /// The description; safe to show.
    let detail: String
    /// The action of choosing it.
    let action: Action
    /// Whether the app has found it by other words than its title’s, so that it is offered although that does not match.
    let isFound: Bool

    package init(
        _ kind: Kind, title: String, detail: String, action: Action, isFound: Bool = false
    ) {
        self.kind = kind
        self.title = Sanitizer.visible(title)
        self.detail = Sanitizer.visible(detail)
        self.action = action
        self.isFound = isFound
    }
}
