// SPDX-License-Identifier: GPL-3.0-or-later

import Session
package import Terminal

/// A document of an app: where somebody reads in it, and what of it has been seen.
@MainActor
package final class DocumentPanel: Panel {
    package var position = PanelPosition()
    package private(set) var title = ""
    let supply: @MainActor () -> DocumentSource?
    /// Which list it stands beside.
    private let beside: @MainActor () -> AnyHashable?
    /// Where somebody read beside other lists.
    private var places = DocumentPlaces()
    /// What was read and is gone; nil where nothing is.
    var lost: Reading?
    /// What is read and was changed elsewhere, until somebody is told.
    var rewritten: LocalizedText?
    /// How often documents were closed.
    var closings = 0
    private(set) var layout = DocumentLayout()
    /// Which document was arranged last.
    private(set) var shown: String?
    /// Where somebody went to last in it.
    private var visited: DocumentSource.Start?
    /// What stood at the top before the width was another, as long as nobody goes elsewhere.
    var held: (place: DocumentLayout.Place, top: Int)?
    /// The blocks in sight that nobody has seen before.
    package private(set) var unseen: [String] = []
    /// Those of the unseen blocks that the app was told of already: one that cannot note it leaves them unseen.
    private var told: Set<String> = []

    /// Whether all of the document is laid out the next time: somebody goes to its end.
    private var wantsAll = false
    /// Whether somebody goes to the end, or has gone there: what comes in later is below them otherwise.
    private var followsEnd = FollowingEnd.no

    private enum FollowingEnd { case no, onTheWay, isThere }

    /// What is looked for; nil for nothing.
    var lookedFor: DocumentSearch.Query?
    /// What was found by words last, and by which.
    var taken: Taken?
    /// What is known of more than is laid out.
    private(set) var ends = Ends()
    /// Where they stand.
    var search: DocumentSearch?
    /// The text in which they were looked for.
    var searched: Searched?
    /// What was seen when somebody began to look for something.
    var searchOrigin = 0
    /// Whether the place that is looked at comes into sight the next time.
    var goesToHit = false
    /// What is chosen to be copied.
    var picked: Picked?
    /// What is known of pictures.
    var pictures = PanelPictures()

    struct Searched {
        let view: DocumentView
        let columns: Int
        let text: SearchedText
    }

    /// A document as somebody found it.
    struct Taken: Equatable {
        let id: String
        let isOpen: Bool
        let search: DocumentSource.Search?
    }

    /// Where the text of a document ends.
    struct Ends {
        /// Whether nothing comes before what is loaded, and behind it.
        var isAtStart = true
        var isAtEnd = true
        /// Whether it is read from its end on.
        var startsAtEnd = false
        var areLoaded: Bool { isAtStart && isAtEnd }
    }

    struct Picked {
        let unit: PassageUnit
        let passage: DocumentLayout.Passage
    }

    /// So many lines more than somebody can page to are laid out.
    private static let reserve = 100
    private static let step = 64

    /// The panel of whatever document the app has at the moment.
    ///
    /// - Parameter beside: Tells the list that it stands beside: whoever comes back to that reads on where they were.
    init(
        beside: @escaping @MainActor () -> AnyHashable? = { nil }, _ source: @escaping @MainActor () -> DocumentSource?
    ) {
        supply = source
        self.beside = beside
    }

    /// Whether the app has documents at all.
    var isPossible: Bool { source() != nil }
    /// Whether somebody opened the document.
    package var isOpen: Bool { source()?.isOpen ?? false }

    /// Whether there is nothing to be read.
    package var isEmpty: Bool { source()?.id.isEmpty ?? true }

    /// Which lines are seen, such as `21–40 / 300`; empty where all of it is.
    ///
    /// With `+` where there may be more. Of what is read from its end on, how many lines stand above and below.
    package var place: String {
        let rows = position.rows
        guard !rows.isEmpty else { return "" }
        guard ends.startsAtEnd else {
            guard rows.count < layout.count || !layout.isWhole else { return "" }
            return "\(rows.lowerBound + 1)–\(rows.upperBound) / \(layout.count)\(layout.isWhole ? "" : "+")"
        }
        func part(_ sign: String, _ count: Int, isAll: Bool) -> String? {
            count == 0 && isAll ? nil : sign + (count > 0 ? String(count) : "") + (isAll ? "" : "+")
        }
        return [
            part("↑", rows.lowerBound, isAll: ends.isAtStart),
            part("↓", layout.count - rows.upperBound, isAll: ends.isAtEnd),
        ].compactMap(\.self).joined(separator: " ")
    }

    /// What a user knows the document by, which need not be arranged for it.
    package func title(in context: ViewContext) -> String { source()?.title.string(in: context.language) ?? "" }

    /// The open document as a value of a kind; nil where none is open, or it is no such value.
    func opened(of item: String) -> String? {
        source().flatMap { $0.isOpen && $0.items.contains(item) ? $0.id : nil }
    }

    /// Whether what is open stands for values of a kind.
    func offers(_ item: String) -> Bool { source()?.items.contains(item) ?? false }

    /// The number of the link that stands at a column of a line of the panel; nil where none does.
    package func link(atLine line: Int, column: Int) -> Int? {
        let line = position.top + line
        return position.rows.contains(line) ? layout.link(inLine: line, at: column)?.number : nil
    }

    /// Whether a link is seen that has a number.
    package var seesLinks: Bool {
        let rows = position.rows.isEmpty ? 0..<layout.count : position.rows
        return rows.contains { layout[$0].spans.contains { $0.link?.number != nil } }
    }

    /// Has all of the document laid out when it is arranged next, as somebody needs who goes to its end.
    package func layOutAll() {
        wantsAll = true
        followsEnd = .onTheWay
    }

    package func turnPage(_ edge: PanelEdge, far: Bool) async throws -> Bool {
        try await source()?.turnPage(edge) ?? false
    }

    /// Where more can be loaded for which there is room; nil where there is none.
    package var edgeWithRoom: PanelEdge? {
        guard layout.isWhole, layout.count < position.visible else { return nil }
        return ends.isAtEnd ? ends.isAtStart ? nil : .start : .end
    }

    /// Tells the app that what is unseen is in sight, with nothing over it.
    package func wasSeen() async {
        let blocks = unseen
        unseen = []
        told.formUnion(blocks)
        await source()?.onSeen(blocks)
    }

    package func arrange(for size: Size, in context: ViewContext) {
        guard let source = source() else { return }
        let before = layout
        pictures.arrange(source, rows: size.rows)
        // What is looked for in one document is not looked for in the next one.
        if let shown, shown != source.id {
            endSearch()
            endPicking()
        }
        let start = source.start.flatMap { shown == source.id && $0 == visited ? nil : $0 }
        takeSearch(of: source, goesThere: start == nil)
        let top = shown == source.id ? position.top : 0
        let seen = position.rows
        // As far as one can page before the next time, and some more; whoever begins at the end needs all.
        func wanted(_ top: Int) -> Int {
            let near = top + 4 * max(size.rows, position.visible) + Self.reserve
            // In steps, so that not every key lays out a line.
            return source.startsAtEnd || wantsAll || isSearched ? Int.max : (near / Self.step + 1) * Self.step
        }
        // In another width, and below a picture that is there now, what is read is at another line.
        let isOther = size.columns != before.width || pictures.sizes != before.sizes
        let read = isOther && shown == source.id ? placeRead(in: before) : nil
        let left = placeLeft(for: source, in: before)
        let place = start.map { DocumentLayout.Place($0) } ?? read ?? left
        var view = layOut(source, to: wanted(top), through: place, columns: size.columns, in: context)
        if let place, let line = layout.line(of: place), line > top {
            view = layOut(source, to: wanted(line), columns: size.columns, in: context)
        }
        var kept: Int?
        if start == nil, !isOther, shown == source.id, isMoved(since: before) {
            kept = lineKept(since: before)
            if kept == nil, !layout.isWhole {
                view = layOut(source, to: .max, columns: size.columns, in: context)
                kept = lineKept(since: before)
            }
            held = nil
        }
        wantsAll = false
        ends = Ends(isAtStart: source.isAtStart, isAtEnd: source.isAtEnd, startsAtEnd: source.startsAtEnd)
        fit(source, after: before, place, kept, rows: size.rows)
        if isOther, start == nil { held = read.map { ($0, position.top) } }
        if start != nil || left != nil, let line = place.flatMap(layout.line) {
            position.scroll(by: line - position.top)
        }
        visited = source.start
        arrangeSearch(view, after: before, seen, nowFrom: kept ?? top)
        arrangePicked()
        told.formIntersection(layout.anchors.lazy.filter(\.isUnseen).map(\.id))
        unseen = layout.anchors.filter { $0.isUnseen && $0.lines.overlaps(position.rows) && !told.contains($0.id) }
            .map(\.id)
    }

    /// Where somebody read in a document when they left the list beside it; nil elsewhere.
    private func placeLeft(for source: DocumentSource, in before: DocumentLayout) -> DocumentLayout.Place? {
        let place = position.top > 0 ? before.place(of: position.top) : nil
        let left = places.place(
            in: source.id, beside: beside(), after: shown.flatMap { shown in place.map { (shown, $0) } })
        // What is read from its end on may have another part of it loaded.
        return source.startsAtEnd ? nil : left
    }

    /// Lays out so many lines, where there are as many.
    private func layOut(
        _ source: DocumentSource, to wanted: Int, through place: DocumentLayout.Place? = nil, columns: Int,
        in context: ViewContext
    ) -> DocumentView {
        var asked = wanted
        while true {
            let view = source.view(in: context, lines: asked)
            title = view.title
            layout = DocumentLayout(
                view, width: columns, sizes: pictures.sizes, lines: wanted, through: place, after: layout)
            guard layout.count < wanted, !view.isWhole, asked < .max else { return view }
            asked = asked.multipliedReportingOverflow(by: 4).overflow ? .max : asked * 4
        }
    }

    package func draw(on canvas: inout Canvas, accent: Color, isFocused: Bool) {
        layout.draw(
            position.rows, search: search, picked: picked?.passage.lines ?? 0..<0, drawing: pictures.drawing,
            on: &canvas, accent: accent)
    }

    /// Fits the position to the lines that there are: what was seen stays in sight, and whoever was at the end stays there.
    private func fit(
        _ source: DocumentSource, after before: DocumentLayout, _ place: DocumentLayout.Place?, _ kept: Int?, rows: Int
    ) {
        let reading = before.mark(of: position.top)
        let isKnown = shown == source.id && layout.isAbout(theSameAs: before)
        shown = source.id
        // Something else is seen from its end on, or from its beginning.
        if !isKnown {
            position = PanelPosition(startsAtEnd: source.startsAtEnd)
            followsEnd = .no
        }
        let isAtEnd = position.top + position.visible >= position.count
        switch followsEnd {
        case .onTheWay where isAtEnd: followsEnd = .isThere
        case .isThere where !isAtEnd: followsEnd = .no
        case .no, .onTheWay, .isThere: break
        }
        let isFollowing = isAtEnd && (source.startsAtEnd && source.isAtEnd || followsEnd == .isThere)
        position.setCount(layout.count)
        position.fit(rows)
        guard isKnown else { return }
        if isFollowing {
            position.scroll(by: position.count)
        } else if let line = reading.flatMap({ layout.line(of: $0, isAsWide: before.width == layout.width) })
            ?? kept ?? place.flatMap(layout.line)
        {
            position.scroll(by: line - position.top)
        }
    }
}
