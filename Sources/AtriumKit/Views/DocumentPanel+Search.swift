// SPDX-License-Identifier: GPL-3.0-or-later

/// Looking for words in what is read.
extension DocumentPanel {
    /// Whether words are looked for.
    package var isSearched: Bool { lookedFor != nil }

    /// Which of the places is looked at, of how many, behind the words; with `+` where more text is not loaded.
    package var foot: String {
        search.map { "/\($0.query.words)  \(($0.current ?? -1) + 1) / \($0.count)\(ends.areLoaded ? "" : "+")" } ?? ""
    }

    /// Begins to look for something: from what is seen on, where it also goes back to.
    package func beginSearch() { searchOrigin = position.top }

    /// Looks for words, and goes to the first place from where it began.
    package func look(for query: String) {
        guard lookedFor != .typed(query) else { return }
        lookedFor = .typed(query)
        goesToHit = true
    }

    /// Looks at the place so many further on.
    package func moveHit(by steps: Int) {
        search?.move(by: steps, seeing: position.rows)
        showHit()
    }

    /// How many places there are in what is loaded.
    package var hitCount: Int { search?.count ?? 0 }

    /// Where more has to be loaded before the place so many further on is known; nil where it is.
    package func edge(beforeHit steps: Int) -> PanelEdge? {
        guard let search, !ends.areLoaded else { return nil }
        if let current = search.current, (0..<search.count).contains(current + steps) { return nil }
        return steps < 0 ? (ends.isAtStart ? .end : .start) : (ends.isAtEnd ? .start : .end)
    }

    /// Looks for nothing any more; false where nothing was looked for.
    ///
    /// - Parameter goesBack: Whether what is seen is what was seen before.
    @discardableResult
    package func endSearch(goesBack: Bool = false) -> Bool {
        guard lookedFor != nil else { return false }
        lookedFor = nil
        search = nil
        searched = nil
        if goesBack { position.scroll(by: searchOrigin - position.top) }
        return true
    }

    /// Looks for what somebody found the document by, when it comes into sight or is opened; until another search, or its
    /// end.
    ///
    /// - Parameter goesThere: Whether the first place comes into sight.
    func takeSearch(of source: DocumentSource, goesThere: Bool) {
        let before = taken
        let new = Taken(id: source.id, isOpen: source.isOpen, search: source.search)
        guard before != new else { return }
        taken = new
        guard let search = source.search else {
            if case .found = lookedFor { endSearch() }
            return
        }
        let isSame = before?.id == new.id && before?.search == search
        // What was opened and is closed again is seen as it was.
        guard !isSame || source.isOpen else { return }
        lookedFor = .found(search)
        self.search = nil
        goesToHit = goesThere
    }

    /// Finds the words in what is laid out now.
    ///
    /// - Parameters:
    ///   - before: What was laid out before.
    ///   - seen: Which lines of it were seen.
    ///   - top: Where the first of them stands now, in the same width.
    func arrangeSearch(
        _ view: DocumentView, after before: DocumentLayout, _ seen: Range<Int>, nowFrom top: Int
    ) {
        guard let lookedFor else { return }
        let isSame = searched.map { $0.columns == layout.width && $0.view == view } ?? false
        if !isSame { searched = Searched(view: view, columns: layout.width, text: SearchedText(layout)) }
        guard let searched, search?.query != lookedFor || !isSame else { return }
        if let search, search.query == lookedFor {
            // More may stand before it by now.
            let mark = search.line.flatMap(before.mark)
            let isAsWide = before.width == layout.width
            self.search = search.moved(
                to: searched.text, from: mark.flatMap { layout.lines(of: $0)?.lowerBound } ?? (isAsWide ? top : 0),
                before: mark.flatMap { before.lines(of: $0)?.lowerBound } ?? (isAsWide ? seen.lowerBound : 0))
            if let line = search.line, seen.contains(line) { showHit() }
        } else {
            search = DocumentSearch(lookedFor, in: searched.text, from: origin(of: lookedFor))
        }
        defer { goesToHit = false }
        if case .found(let found) = lookedFor { return arrangeFound(found) }
        guard goesToHit else { return }
        // Where the words stand nowhere, what was seen before is seen.
        if search?.line == nil { position.scroll(by: searchOrigin - position.top) } else { showHit() }
    }

    /// The line from which on the first place is looked at.
    private func origin(of query: DocumentSearch.Query) -> Int {
        guard case .found(let search) = query else { return searchOrigin }
        return search.block.flatMap(layout.lines(ofAnchor:))?.lowerBound ?? 0
    }

    /// Shows the first place in what was found.
    private func arrangeFound(_ found: DocumentSource.Search) {
        // It may have been found by what it does not say.
        guard let line = search?.line else {
            endSearch()
            return
        }
        let block = found.block.map { layout.lines(ofAnchor: $0) ?? 0..<0 }
        if goesToHit, block?.contains(line) ?? true { showHit() }
    }

    /// Brings the place that is looked at into sight.
    private func showHit() {
        guard let line = search?.line, !position.rows.contains(line) else { return }
        position.scroll(by: line - position.visible / 3 - position.top)
    }
}
