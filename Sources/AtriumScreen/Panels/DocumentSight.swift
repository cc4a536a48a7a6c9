// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
import AtriumSession
import AtriumTerminal

/// The laid-out part of a document, and the reading place in it.
///
/// It keeps the place by its content, whatever becomes of the width and of the text.
@MainActor
package final class DocumentSight {
    /// The visible lines.
    package var position = PanelPosition()
    private(set) var layout = DocumentLayout()
    /// The id of the last arranged document.
    private(set) var shown: String?
    /// The known limits of the loaded part.
    private(set) var ends = Ends()
    /// The reading places beside other lists.
    private var places = DocumentPlaces()
    /// The last visited place in it.
    private var visited: DocumentSource.Start?
    /// The top of the view before a change of the width, until the user moves.
    private var held: (place: DocumentLayout.Place, top: Int)?
    /// Whether all of the document is laid out the next time: the user goes to its end.
    private var wantsAll = false
    /// Whether the user goes to the end, or is there: otherwise later text comes in below the view.
    private var followsEnd = FollowingEnd.no
    /// The text that was laid out last, if its source knows its state.
    private var known: (state: TextState, view: DocumentView)?

    /// The values that a laid-out text depends on.
    private struct TextState: Equatable {
        let id: String
        let revision: Int
        let title: String
        let language: Language
        let zone: Zone
        let day: Day
        let columns: Int
        let sizes: PictureSizes
    }

    private enum FollowingEnd { case no, onTheWay, isThere }

    /// The ends of a document’s text.
    struct Ends {
        /// Whether nothing comes before the loaded part, and after it.
        var isAtStart = true
        var isAtEnd = true
        /// Whether it is read from its end on.
        var startsAtEnd = false
        var areLoaded: Bool { isAtStart && isAtEnd }
    }

    /// The effect of a change on the layout before.
    struct Change {
        /// The present document.
        let view: DocumentView
        let before: DocumentLayout
        /// The visible lines of the layout before.
        let seen: Range<Int>
        /// The present place of the first of them, in the same width.
        let top: Int
    }

    /// The number of lines that are laid out beyond the reach of paging.
    private static let reserve = 100
    private static let step = 64

    /// Brings lines into sight, and their beginning in any case.
    func show(_ lines: Range<Int>) {
        if lines.upperBound > position.top + position.visible {
            position.scroll(by: lines.upperBound - position.visible - position.top)
        }
        if lines.lowerBound < position.top { position.scroll(by: lines.lowerBound - position.top) }
    }

    /// Brings an invisible line into sight, with some lines above it.
    func show(_ line: Int) {
        if !position.rows.contains(line) { scroll(to: line - position.visible / 3) }
    }

    /// Scrolls until a line is the first visible one.
    func scroll(to line: Int) { position.scroll(by: line - position.top) }

    /// Lays out all of the document at its next arrangement, for a user who goes to its end.
    package func layOutAll() {
        wantsAll = true
        followsEnd = .onTheWay
    }
}

// MARK: - The visible part

extension DocumentSight {
    /// The visible lines, such as `21–40 / 300`; empty if all of it is visible.
    ///
    /// With `+` if there may be more. For a text that is read from its end on, the numbers of lines above and below.
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

    /// The number of the link at a column of a line of the panel; `nil` if there is none.
    package func link(atLine line: Int, column: Int) -> Int? {
        let line = position.top + line
        return position.rows.contains(line) ? layout.link(inLine: line, at: column)?.number : nil
    }

    /// Whether a numbered link is visible.
    package var seesLinks: Bool {
        let rows = position.rows.isEmpty ? 0..<layout.count : position.rows
        return rows.contains { layout[$0].spans.contains { $0.link?.number != nil } }
    }

    /// The end at which more can be loaded and there is room for it; `nil` if there is none.
    package var edgeWithRoom: PanelEdge? {
        guard layout.isWhole, layout.count < position.visible else { return nil }
        return ends.isAtEnd ? ends.isAtStart ? nil : .start : .end
    }
}

// MARK: - Arranging it

extension DocumentSight {
    /// The place to go to in a document, if it was not visited yet; `nil` for none.
    func start(in source: DocumentSource) -> DocumentSource.Start? {
        source.start.flatMap { shown == source.id && $0 == visited ? nil : $0 }
    }

    /// Lays a document out as far as it is visible, and some more; the displayed text stays in sight.
    ///
    /// - Parameters:
    ///   - list: The list beside it.
    ///   - sizes: The sizes of its pictures.
    ///   - needsAll: Whether all of it is laid out.
    func arrange(
        _ source: DocumentSource, beside list: ListID?, for size: Size, sizes: PictureSizes, needsAll: Bool,
        in context: ViewContext
    ) -> Change {
        let (before, seen) = (layout, position.rows)
        let start = start(in: source)
        let top = shown == source.id ? position.top : 0
        // As far as the user can page before the next time, and some more; a view that begins at the end needs all.
        func wanted(_ top: Int) -> Int {
            let near = top + 4 * max(size.rows, position.visible) + Self.reserve
            // In steps, so that not every key lays out a line.
            return source.startsAtEnd || wantsAll || needsAll ? Int.max : (near / Self.step + 1) * Self.step
        }
        func layOut(to wanted: Int, through place: DocumentLayout.Place? = nil) -> DocumentView {
            self.layOut(source, to: wanted, through: place, columns: size.columns, sizes: sizes, in: context)
        }
        // In another width, and below a new picture, the displayed text is at another line.
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

    /// The place at the top of the view, which stays the same however often the width changes.
    private var placeRead: DocumentLayout.Place? {
        if let held, held.top == position.top { return held.place }
        return layout.place(of: position.top)
    }

    /// The reading place in a document when its list was left; `nil` otherwise.
    private func placeLeft(for source: DocumentSource, beside list: ListID?) -> DocumentLayout.Place? {
        let place = position.top > 0 ? layout.place(of: position.top) : nil
        let left = places.place(
            in: source.id, beside: list, after: shown.flatMap { shown in place.map { (shown, $0) } })
        // A document that is read from its end on may have another part loaded.
        return source.startsAtEnd ? nil : left
    }

    /// Lays out this many lines, if there are as many.
    private func layOut(
        _ source: DocumentSource, to wanted: Int, through place: DocumentLayout.Place?, columns: Int,
        sizes: PictureSizes, in context: ViewContext
    ) -> DocumentView {
        let state = source.revision.map {
            TextState(
                id: source.id, revision: $0, title: source.title.string(in: context.language),
                language: context.language, zone: context.timeZone, day: Day(context.now, in: context.timeZone),
                columns: columns, sizes: sizes)
        }
        if let known, known.state == state, place == nil, layout.isWhole || layout.count >= wanted { return known.view }
        var asked = wanted
        while true {
            let view = source.view(in: context, lines: asked)
            known = state.map { ($0, view) }
            layout = DocumentLayout(
                view, width: columns, sizes: sizes, lines: wanted, through: place, after: layout)
            guard layout.count < wanted, !view.isWhole, asked < .max else { return view }
            asked = asked.multipliedReportingOverflow(by: 4).overflow ? .max : asked * 4
        }
    }

    /// Whether the displayed text may be elsewhere now: at the very top the view stays there, and blocks
    /// with an identity keep their place.
    private func isMoved(since before: DocumentLayout) -> Bool {
        let rows = position.rows.clamped(to: 0..<before.count)
        guard rows.lowerBound > 0, !rows.isEmpty, before.mark(of: rows.lowerBound) == nil else { return false }
        return !layout.says(rows, asIn: before)
    }

    /// The present line of the displayed text; `nil` if none of it is left.
    private func lineKept(since before: DocumentLayout) -> Int? {
        layout.line(of: position.rows.clamped(to: 0..<before.count), in: before)
    }

    /// Fits the position to the present lines: the displayed text stays in sight, and a view at the end stays there.
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
