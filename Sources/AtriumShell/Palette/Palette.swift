// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session
import Terminal

/// What is found by typing a part of its name: commands, apps, places, and the things in them.
///
/// What is there from the start is ranked at once; the apps look for their things meanwhile, and a search whose words
/// are no longer those that are typed is cancelled.
@MainActor
final class Palette {
    /// What the apps find for words, and whether they have more.
    typealias Found = (items: [PaletteItem], hasMore: Bool)

    private let items: [PaletteItem]
    private let find: @MainActor (String) async -> Found
    private let onChange: @MainActor () -> Void
    private var things: (query: String, found: Found) = ("", ([], false))
    private var searching: Task<Void, Never>?

    /// What has been typed.
    private(set) var query = ""
    /// What goes with it, the best first.
    private(set) var matches: [PaletteMatch] = []
    /// The lines that it takes in the box.
    private(set) var lines = FoldedRows()
    /// The room within the border for which that was arranged; nil at first.
    private var size: Size?
    /// Which of those lines are seen, and which one is selected.
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

    /// Takes what is typed now.
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

    /// Whether the apps have more that goes with what is typed.
    var hasMore: Bool { things.found.hasMore }

    /// Stops looking.
    func close() { searching?.cancel() }

    /// Which of the matches is selected.
    var selected: Int? { position.selected.flatMap(lines.thing) }

    /// What is selected.
    var chosen: PaletteItem? { selected.map { matches[$0].item } }

    /// Fits what is seen to the room within the border.
    func arrange(for size: Size) {
        if size != self.size {
            self.size = size
            setLines()
        }
        position.fit(size.rows - lines.fullRows)
    }

    /// Gives the matches their lines; what was selected stays so.
    private func setLines() {
        let (before, part) = (selected, position.selected.flatMap(lines.part) ?? 0)
        lines = size.map { PaletteText.lines(of: matches, in: $0) } ?? FoldedRows(matches.count)
        position.setCount(lines.count)
        guard let before, before < matches.count else { return }
        let now = lines.lines(of: before)
        position.select(min(now.lowerBound + part, now.upperBound - 1))
    }

    private func rank() {
        // What was found for other words is offered as long as its title goes with these.
        let known = things.query == query ? things.found.items : things.found.items.map(\.byTitle)
        matches = PaletteMatch.ranked(items + known, for: query)
        setLines()
    }
}

extension PaletteItem {
    /// The same, to be offered for its title alone.
    fileprivate var byTitle: PaletteItem { PaletteItem(kind, title: title, detail: detail, action: action) }
}
