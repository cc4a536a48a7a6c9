// SPDX-License-Identifier: GPL-3.0-or-later

/// Looking for words in what is read.
extension DocumentPanel {
    /// Whether words are looked for.
    package var isSearched: Bool { lookedFor != nil }

    /// Which of the places is looked at, of how many, behind the words.
    package var foot: String { search.map { "/\($0.query)  \(($0.current ?? -1) + 1) / \($0.count)" } ?? "" }

    /// Begins to look for something: from what is seen on, where it also goes back to.
    package func beginSearch() { searchOrigin = position.top }

    /// Looks for words, and goes to the first place from where it began.
    package func look(for query: String) {
        guard query != lookedFor else { return }
        lookedFor = query
        goesToHit = true
    }

    /// Looks at the place so many further on.
    package func moveHit(by steps: Int) {
        search?.move(by: steps, seeing: position.rows)
        showHit()
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

    /// Finds the words in what is laid out now.
    func arrangeSearch(_ view: DocumentView) {
        guard let lookedFor else { return }
        let isSame = searched.map { $0.columns == layout.width && $0.view == view } ?? false
        if !isSame { searched = Searched(view: view, columns: layout.width, text: SearchedText(layout)) }
        guard let searched, search?.query != lookedFor || !isSame else { return }
        if let search, search.query == lookedFor {
            self.search = search.moved(to: searched.text, from: position.top)
        } else {
            search = DocumentSearch(lookedFor, in: searched.text, from: searchOrigin)
        }
        if goesToHit {
            // Where the words stand nowhere, what was seen before is seen.
            if search?.line == nil { position.scroll(by: searchOrigin - position.top) } else { showHit() }
        }
        goesToHit = false
    }

    /// Brings the place that is looked at into sight.
    private func showHit() {
        guard let line = search?.line, !position.rows.contains(line) else { return }
        position.scroll(by: line - position.visible / 3 - position.top)
    }
}
