// SPDX-License-Identifier: GPL-3.0-or-later

/// Looking for words in what is read.
@MainActor
package final class DocumentSearching {
    private let sight: DocumentSight
    /// What is looked for; nil for nothing.
    private var query: DocumentSearch.Query?
    /// What was found by words last, and by which.
    private var taken: Taken?
    /// Where they stand.
    private(set) var found: DocumentSearch?
    /// The text in which they were looked for.
    private var searched: Searched?
    /// What was seen when somebody began to look for something.
    private var origin = 0
    /// Whether the place that is looked at comes into sight the next time.
    private var goesToHit = false
    /// Whether the words stand nowhere, also not in what is not loaded.
    private var isNowhere = false

    private struct Searched {
        let view: DocumentView
        let columns: Int
        let text: SearchedText
    }

    /// A document as somebody found it.
    private struct Taken: Equatable {
        let id: String
        let isOpen: Bool
        let search: DocumentSource.Search?
    }

    init(_ sight: DocumentSight) { self.sight = sight }

    /// Whether words are looked for.
    package var isOn: Bool { query != nil }

    /// How many places there are in what is loaded.
    package var count: Int { found?.count ?? 0 }

    /// Whether words are looked for that stand nowhere in what is loaded, and perhaps elsewhere.
    package var mayBeElsewhere: Bool { found?.count == 0 && !sight.ends.areLoaded }

    /// The direction in which it is read, from what is seen first.
    package var reading: Int { sight.ends.startsAtEnd ? -1 : 1 }

    /// The words, and which of all places is looked at; how many there are is known only where all of the text is loaded.
    var foot: String {
        found.map {
            let isCounted = sight.ends.areLoaded || $0.count == 0 && isNowhere
            return "/\($0.query.words)" + (isCounted ? "  \(($0.current ?? -1) + 1) / \($0.count)" : "")
        } ?? ""
    }

    /// Begins to look for something: from what is seen on, where it also goes back to.
    package func begin() { origin = sight.position.top }

    /// Looks for words, and goes to the first place from where it began.
    package func look(for words: String) {
        guard query != .typed(words) else { return }
        query = .typed(words)
        (goesToHit, isNowhere) = (true, false)
    }

    /// Looks at the place so many further on.
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

    /// Knows that the words stand nowhere in what is not loaded.
    package func noteNowhere() { isNowhere = true }

    /// The end towards which more has to be loaded before the place so many further on is known; nil where it is.
    package func edge(before steps: Int) -> PanelEdge? {
        guard let found, !sight.ends.areLoaded, !found.has(steps, seeing: sight.position.rows) else { return nil }
        return steps < 0 ? .start : .end
    }

    /// Whether the words stand in a text that is not laid out; nil where nothing is looked for.
    var finds: (@Sendable (String) -> Bool)? { query?.finds }

    /// Looks for nothing any more; false where nothing was looked for.
    ///
    /// - Parameter goesBack: Whether what is seen is what was seen before.
    @discardableResult
    package func end(goesBack: Bool = false) -> Bool {
        guard isOn else { return false }
        query = nil
        found = nil
        searched = nil
        if goesBack { sight.scroll(to: origin) }
        return true
    }

    /// Looks for what somebody found the document by, when it comes into sight or is opened; until another search, or its
    /// end.
    ///
    /// - Parameter goesThere: Whether the first place comes into sight.
    func take(_ source: DocumentSource, goesThere: Bool) {
        let before = taken
        let new = Taken(id: source.id, isOpen: source.isOpen, search: source.search)
        guard before != new else { return }
        taken = new
        guard let search = source.search else {
            if case .found = query { end() }
            return
        }
        let isSame = before?.id == new.id && before?.search == search
        // What was opened and is closed again is seen as it was.
        guard !isSame || source.isOpen else { return }
        query = .found(search)
        found = nil
        goesToHit = goesThere
    }

    /// Finds the words in what is laid out now.
    func arrange(after change: DocumentSight.Change) {
        guard let query else { return }
        let layout = sight.layout
        let isSame = searched.map { $0.columns == layout.width && $0.view == change.view } ?? false
        if !isSame { searched = Searched(view: change.view, columns: layout.width, text: SearchedText(layout)) }
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
        // Where the words stand nowhere, what was seen before is seen.
        if found?.line == nil { sight.scroll(to: origin) } else { showHit() }
    }

    /// The same words in another text, before which more may stand by now.
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

    /// Shows the first place in what was found.
    private func arrangeFound(_ search: DocumentSource.Search) {
        // It may have been found by what it does not say.
        guard let line = found?.line else {
            end()
            return
        }
        let block = search.block.map { sight.layout.lines(ofAnchor: $0) ?? 0..<0 }
        if goesToHit, block?.contains(line) ?? true { showHit() }
    }

    /// Brings the place that is looked at into sight.
    private func showHit() { if let line = found?.line { sight.show(line) } }
}
