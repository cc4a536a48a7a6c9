// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit

/// The search for words in the displayed document.
@MainActor
package final class DocumentSearching {
    private let sight: DocumentSight
    /// The search query; `nil` for none.
    private var query: DocumentSearch.Query?
    /// The last document that was found by words, and the words.
    private var taken: SearchState?
    /// The places of the words.
    private(set) var found: DocumentSearch?
    /// The text in which they were looked for.
    private var searched: SearchedView?
    /// The top of the visible part when the search began.
    private var origin = 0
    /// Whether the current place comes into sight the next time.
    private var goesToHit = false
    /// Whether the words are nowhere, even in the unloaded part.
    private var isNowhere = false

    private struct SearchedView {
        let view: DocumentView
        let columns: Int
        let text: SearchedText
    }

    /// A document as it was found.
    private struct SearchState: Equatable {
        let id: String
        let isOpen: Bool
        let search: DocumentSource.Search?
    }

    init(_ sight: DocumentSight) { self.sight = sight }

    /// Whether words are looked for.
    package var isOn: Bool { query != nil }

    /// The number of places in the loaded part.
    package var count: Int { found?.count ?? 0 }

    /// Whether the searched words are nowhere in the loaded part, and perhaps elsewhere.
    package var mayBeElsewhere: Bool { found?.count == 0 && !sight.ends.areLoaded }

    /// The reading direction, from the part that is seen first.
    package var reading: Int { sight.ends.startsAtEnd ? -1 : 1 }

    /// The words, and the number of the current place; the number of places is known only if all of the text is loaded.
    var foot: String {
        found.map {
            let isCounted = sight.ends.areLoaded || $0.count == 0 && isNowhere
            return "/\($0.query.words)" + (isCounted ? "  \(($0.current ?? -1) + 1) / \($0.count)" : "")
        } ?? ""
    }

    /// Begins a search from the visible part on, to which it also returns.
    package func begin() { origin = sight.position.top }

    /// Searches for words, and goes to the first place from its beginning.
    package func look(for words: String) {
        guard query != .typed(words) else { return }
        query = .typed(words)
        (goesToHit, isNowhere) = (true, false)
    }

    /// Moves to the place this many further on.
    package func move(by steps: Int) {
        found?.move(by: steps, seeing: sight.position.rows)
        showHit()
    }

    /// Looks at the first place in a block, from its beginning on or from its end.
    package func look(inBlock id: String, from edge: PanelEdge) {
        guard let lines = sight.layout.lines(ofAnchor: id) else { return }
        found?.look(in: lines, atLast: edge == .end)
        if let line = found?.line, lines.contains(line) { showHit() } else { sight.show(lines.lowerBound) }
    }

    /// Moves to the place that comes first on the way to an end of the document.
    package func lookAtFirst(towards edge: PanelEdge) {
        found?.look(in: 0..<sight.layout.count, atLast: edge == .start)
        showHit()
    }

    /// Notes that the words are nowhere in the unloaded part.
    package func noteNowhere() { isNowhere = true }

    /// The end at which more has to be loaded before the place this many further on is known; `nil` if it is known.
    package func edge(before steps: Int) -> PanelEdge? {
        guard let found, !sight.ends.areLoaded, !found.has(steps, seeing: sight.position.rows) else { return nil }
        return steps < 0 ? .start : .end
    }

    /// Returns whether the words are in a text that is not laid out; `nil` without a search.
    var finds: (@Sendable (String) -> Bool)? { query?.finds }

    /// Ends the search; `false` if there was none.
    ///
    /// - Parameter goesBack: Whether the view returns to the former part.
    @discardableResult
    package func end(goesBack: Bool = false) -> Bool {
        guard isOn else { return false }
        query = nil
        found = nil
        searched = nil
        if goesBack { sight.scroll(to: origin) }
        return true
    }

    /// Searches for the words that found the document, when it comes into sight or is opened; until another search, or
    /// its end.
    ///
    /// - Parameter goesThere: Whether the first place comes into sight.
    func take(_ source: DocumentSource, goesThere: Bool) {
        let before = taken
        let new = SearchState(id: source.id, isOpen: source.isOpen, search: source.search)
        guard before != new else { return }
        taken = new
        guard let search = source.search else {
            if case .found = query { end() }
            return
        }
        let isSame = before?.id == new.id && before?.search == search
        // A document that was opened and closed again stays in its place.
        guard !isSame || source.isOpen else { return }
        query = .found(search)
        found = nil
        goesToHit = goesThere
    }

    /// Finds the words in the present layout.
    func arrange(after change: DocumentSight.Change) {
        guard let query else { return }
        let layout = sight.layout
        let isSame = searched.map { $0.columns == layout.width && $0.view == change.view } ?? false
        if !isSame { searched = SearchedView(view: change.view, columns: layout.width, text: SearchedText(layout)) }
        guard let searched, found?.query != query || !isSame else { return }
        if let found, found.query == query {
            self.found = moved(found, to: searched.text, after: change)
            if let line = self.found?.line, change.seen.contains(line) { showHit() }
        } else {
            let isTyped = if case .typed = query { true } else { false }
            found = DocumentSearch(
                query, in: searched.text, from: start(of: query), isFromEnd: isTyped && sight.ends.startsAtEnd)
        }
        defer { goesToHit = false }
        if case .found(let search) = query { return arrangeFound(search) }
        guard goesToHit else { return }
        // If the words are nowhere, the view returns to the former part.
        if found?.line == nil { sight.scroll(to: origin) } else { showHit() }
    }

    /// The same words in another text, which may now have more before them.
    private func moved(
        _ found: DocumentSearch, to text: SearchedText, after change: DocumentSight.Change
    ) -> DocumentSearch {
        let (layout, before) = (sight.layout, change.before)
        let mark = found.line.flatMap(before.mark)
        let isAsWide = before.width == layout.width
        return found.moved(
            to: text, from: mark.flatMap { layout.lines(of: $0)?.lowerBound } ?? (isAsWide ? change.top : 0),
            before: mark.flatMap { before.lines(of: $0)?.lowerBound } ?? (isAsWide ? change.seen.lowerBound : 0))
    }

    /// The line from which on the first place is looked at.
    private func start(of query: DocumentSearch.Query) -> Int {
        guard case .found(let search) = query else { return origin }
        return search.block.flatMap(sight.layout.lines(ofAnchor:))?.lowerBound ?? 0
    }

    /// Shows the first place of the found document.
    private func arrangeFound(_ search: DocumentSource.Search) {
        // It may have been found by what it does not say.
        guard let line = found?.line else {
            end()
            return
        }
        let block = search.block.map { sight.layout.lines(ofAnchor: $0) ?? 0..<0 }
        if goesToHit, block?.contains(line) ?? true { showHit() }
    }

    /// Brings the current place into sight.
    private func showHit() { if let line = found?.line { sight.show(line) } }
}
