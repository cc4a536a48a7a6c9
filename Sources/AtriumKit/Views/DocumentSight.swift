// SPDX-License-Identifier: GPL-3.0-or-later

import Terminal

/// What of a document is laid out, and where in it somebody reads.
///
/// It keeps the place: by what stands there, whatever becomes of the width and of the text.
@MainActor
package final class DocumentSight {
    /// Which of the lines are seen.
    package var position = PanelPosition()
    private(set) var layout = DocumentLayout()
    /// Which document was arranged last.
    private(set) var shown: String?
    /// What is known of more than is laid out.
    private(set) var ends = Ends()
    /// Where somebody read beside other lists.
    private var places = DocumentPlaces()
    /// Where somebody went to last in it.
    private var visited: DocumentSource.Start?
    /// What stood at the top before the width was another, as long as nobody goes elsewhere.
    private var held: (place: DocumentLayout.Place, top: Int)?
    /// Whether all of the document is laid out the next time: somebody goes to its end.
    private var wantsAll = false
    /// Whether somebody goes to the end, or has gone there: what comes in later is below them otherwise.
    private var followsEnd = FollowingEnd.no

    private enum FollowingEnd { case no, onTheWay, isThere }

    /// Where the text of a document ends.
    struct Ends {
        /// Whether nothing comes before what is loaded, and behind it.
        var isAtStart = true
        var isAtEnd = true
        /// Whether it is read from its end on.
        var startsAtEnd = false
        var areLoaded: Bool { isAtStart && isAtEnd }
    }

    /// What has become of what was laid out before.
    struct Change {
        /// What is laid out now.
        let view: DocumentView
        let before: DocumentLayout
        /// Which lines of that were seen.
        let seen: Range<Int>
        /// Where the first of them stands now, in the same width.
        let top: Int
    }

    /// So many lines more than somebody can page to are laid out.
    private static let reserve = 100
    private static let step = 64

    /// Brings lines into sight, and their beginning in any case.
    func show(_ lines: Range<Int>) {
        if lines.upperBound > position.top + position.visible {
            position.scroll(by: lines.upperBound - position.visible - position.top)
        }
        if lines.lowerBound < position.top { position.scroll(by: lines.lowerBound - position.top) }
    }

    /// Brings a line into sight that is out of it, with some lines above it.
    func show(_ line: Int) {
        if !position.rows.contains(line) { scroll(to: line - position.visible / 3) }
    }

    /// Scrolls until a line is the first one that is seen.
    func scroll(to line: Int) { position.scroll(by: line - position.top) }

    /// Has all of the document laid out when it is arranged next, as somebody needs who goes to its end.
    package func layOutAll() {
        wantsAll = true
        followsEnd = .onTheWay
    }
}

// MARK: - What is seen

extension DocumentSight {
    /// Which lines are seen, such as `21–40 / 300`; empty where all of it is.
    ///
    /// With `+` where there may be more. Of what is read from its end on, how many lines stand above and below.
    var place: String {
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

    /// Where more can be loaded for which there is room; nil where there is none.
    package var edgeWithRoom: PanelEdge? {
        guard layout.isWhole, layout.count < position.visible else { return nil }
        return ends.isAtEnd ? ends.isAtStart ? nil : .start : .end
    }
}

// MARK: - Arranging it

extension DocumentSight {
    /// Where somebody goes to in a document who has not been there yet; nil for nowhere.
    func start(in source: DocumentSource) -> DocumentSource.Start? {
        source.start.flatMap { shown == source.id && $0 == visited ? nil : $0 }
    }

    /// Lays a document out as far as it is seen, and some more; what was read stays in sight.
    ///
    /// - Parameters:
    ///   - list: Which list it stands beside.
    ///   - sizes: How large its pictures are.
    ///   - needsAll: Whether all of it is laid out.
    func arrange(
        _ source: DocumentSource, beside list: ListID?, for size: Size, sizes: PictureSizes, needsAll: Bool,
        in context: ViewContext
    ) -> Change {
        let (before, seen) = (layout, position.rows)
        let start = start(in: source)
        let top = shown == source.id ? position.top : 0
        // As far as one can page before the next time, and some more; whoever begins at the end needs all.
        func wanted(_ top: Int) -> Int {
            let near = top + 4 * max(size.rows, position.visible) + Self.reserve
            // In steps, so that not every key lays out a line.
            return source.startsAtEnd || wantsAll || needsAll ? Int.max : (near / Self.step + 1) * Self.step
        }
        func layOut(to wanted: Int, through place: DocumentLayout.Place? = nil) -> DocumentView {
            self.layOut(source, to: wanted, through: place, columns: size.columns, sizes: sizes, in: context)
        }
        // In another width, and below a picture that is there now, what is read is at another line.
        let isOther = size.columns != before.width || sizes != before.sizes
        let read = isOther && shown == source.id ? placeRead : nil
        let left = placeLeft(for: source, beside: list)
        let place = start.map { DocumentLayout.Place($0) } ?? read ?? left
        var view = layOut(to: wanted(top), through: place)
        if let place, let line = layout.line(of: place), line > top { view = layOut(to: wanted(line)) }
        var kept: Int?
        if start == nil, !isOther, shown == source.id, isMoved(since: before) {
            kept = lineKept(since: before)
            if kept == nil, !layout.isWhole {
                view = layOut(to: .max)
                kept = lineKept(since: before)
            }
            held = nil
        }
        wantsAll = false
        ends = Ends(isAtStart: source.isAtStart, isAtEnd: source.isAtEnd, startsAtEnd: source.startsAtEnd)
        fit(source, after: before, place, kept, rows: size.rows)
        if isOther, start == nil { held = read.map { ($0, position.top) } }
        if start != nil || left != nil, let line = place.flatMap(layout.line) { scroll(to: line) }
        visited = source.start
        return Change(view: view, before: before, seen: seen, top: kept ?? top)
    }

    /// What stands at the top of what is seen, which is where it was however often the width changes.
    private var placeRead: DocumentLayout.Place? {
        if let held, held.top == position.top { return held.place }
        return layout.place(of: position.top)
    }

    /// Where somebody read in a document when they left the list beside it; nil elsewhere.
    private func placeLeft(for source: DocumentSource, beside list: ListID?) -> DocumentLayout.Place? {
        let place = position.top > 0 ? layout.place(of: position.top) : nil
        let left = places.place(
            in: source.id, beside: list, after: shown.flatMap { shown in place.map { (shown, $0) } })
        // What is read from its end on may have another part of it loaded.
        return source.startsAtEnd ? nil : left
    }

    /// Lays out so many lines, where there are as many.
    private func layOut(
        _ source: DocumentSource, to wanted: Int, through place: DocumentLayout.Place?, columns: Int,
        sizes: PictureSizes, in context: ViewContext
    ) -> DocumentView {
        var asked = wanted
        while true {
            let view = source.view(in: context, lines: asked)
            layout = DocumentLayout(
                view, width: columns, sizes: sizes, lines: wanted, through: place, after: layout)
            guard layout.count < wanted, !view.isWhole, asked < .max else { return view }
            asked = asked.multipliedReportingOverflow(by: 4).overflow ? .max : asked * 4
        }
    }

    /// Whether what is seen may stand elsewhere by now: whoever is at the very top stays there, and whoever reads blocks
    /// that can be told from the others stays with them.
    private func isMoved(since before: DocumentLayout) -> Bool {
        let rows = position.rows.clamped(to: 0..<before.count)
        guard rows.lowerBound > 0, !rows.isEmpty, before.mark(of: rows.lowerBound) == nil else { return false }
        return !layout.says(rows, asIn: before)
    }

    /// The line at which what is seen stands now; nil where none of it is left.
    private func lineKept(since before: DocumentLayout) -> Int? {
        layout.line(of: position.rows.clamped(to: 0..<before.count), in: before)
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
            scroll(to: line)
        }
    }
}
