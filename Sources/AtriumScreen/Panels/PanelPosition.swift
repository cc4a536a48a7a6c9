// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit

/// The position of a panel’s content: the visible rows, and the selected one.
///
/// Rows count from 0. A value that the panel keeps, so that it survives switching, resizing and new data.
package struct PanelPosition: Hashable, Sendable {
    /// The number of rows.
    package private(set) var count = 0
    /// The first visible row.
    package private(set) var top = 0
    /// The number of rows for which the panel has room, since it was last drawn.
    package private(set) var visible = 0
    /// The selected row; `nil` if nothing is selected or can be.
    package private(set) var selected: Int?
    private let isSelectable: Bool
    private let startsAtEnd: Bool
    /// The first visible row before scrolling; `nil` since it was made to fit.
    private var scrolledFrom: Int?

    /// Whether the view was moved without the selection, which may be out of sight until it is moved.
    package private(set) var isApart = false

    /// A position in content that is not loaded yet.
    ///
    /// - Parameters:
    ///   - isSelectable: Whether one of the rows is selected.
    ///   - startsAtEnd: Whether the last rows are seen first, for content with the newest at the bottom.
    package init(isSelectable: Bool = false, startsAtEnd: Bool = false) {
        self.isSelectable = isSelectable
        self.startsAtEnd = startsAtEnd
    }

    package var rows: Range<Int> { top..<max(top, min(top + visible, count)) }

    /// The visible rows, such as `21–40 / 300`; empty if all of them are visible.
    package var place: String {
        rows.count < count ? "\(rows.lowerBound + 1)–\(rows.upperBound) / \(count)" : ""
    }

    /// Sets the number of rows; a view at the end stays there.
    package mutating func setCount(_ count: Int) {
        let wasAtEnd = startsAtEnd && (self.count == 0 || selected == self.count - 1)
        self.count = max(0, count)
        if isSelectable {
            selected = count == 0 ? nil : wasAtEnd ? count - 1 : min(selected ?? 0, count - 1)
        }
        if wasAtEnd { top = self.count }
        settle()
    }

    /// Sets the number of rows for which the panel has room; the selection stays in sight.
    package mutating func fit(_ rows: Int) {
        scrolledFrom = nil
        guard rows != visible else { return }
        let wasAtEnd = startsAtEnd && top + visible >= count
        visible = max(0, rows)
        if wasAtEnd { top = count }
        settle()
        if !isApart { follow() }
    }

    /// Sets the number of lines for which the panel has room, if rows take one or more of them; the selection stays in
    /// sight.
    ///
    /// - Parameter height: The number of lines of a row.
    mutating func fit(lines: Int, height: (Int) -> Int) {
        defer { scrolledFrom = nil }
        let lines = max(1, lines)
        let isAtEnd = startsAtEnd && scrolledFrom == nil && top + visible >= count
        func sum(_ rows: Range<Int>) -> Int { rows.reduce(0) { $0 < lines + 1 ? $0 + height($1) : $0 } }
        if let start = scrolledFrom, top < start, start - top <= visible {
            // Nothing is passed over on the way up, which leads on in any case.
            while top < start - 1, sum(top..<start + 1) > lines { top += 1 }
        } else if isAtEnd {
            while top < count - 1, sum(top..<count) > lines { top += 1 }
        }
        while top > 0, sum(top - 1..<count) <= lines { top -= 1 }
        if let selected, scrolledFrom == nil, !isApart {
            top = min(top, selected)
            while top < selected, sum(top..<selected + 1) > lines { top += 1 }
        }
        var (end, free) = (top, lines)
        while end < count, case let next = height(end), next <= free || end == top {
            free -= next
            end += 1
        }
        visible = end - top + (top == 0 && end == count ? max(0, free) : 0)
        if let selected, !isApart { self.selected = min(max(selected, top), max(top, end - 1)) }
    }

    /// Selects a row, and brings it into sight.
    package mutating func select(_ row: Int) {
        guard isSelectable, count > 0 else { return }
        scrolledFrom = nil
        isApart = false
        selected = min(max(0, row), count - 1)
        follow()
    }

    /// Selects a row, without moving the view.
    mutating func selectUnseen(_ row: Int) {
        let (top, isApart) = (top, isApart)
        select(row)
        (self.top, self.isApart) = (top, isApart)
    }

    /// Selects the row this many further down, or up with a negative number; without a selection it scrolls.
    package mutating func select(by steps: Int) {
        guard isSelectable else { return scroll(by: steps) }
        select((selected ?? 0) + steps)
    }

    /// Moves the content this many rows up, so that later rows are visible; a selection stays within the view.
    package mutating func scroll(by steps: Int) {
        isApart = false
        scrolledFrom = scrolledFrom ?? top
        top += steps
        settle()
        if let selected, visible > 0 { self.selected = min(max(selected, rows.lowerBound), rows.upperBound - 1) }
    }

    /// Moves the content as `scroll` does; the selection keeps its row, even out of sight.
    package mutating func scrollApart(by steps: Int) {
        scrolledFrom = scrolledFrom ?? top
        top += steps
        settle()
        if isSelectable, steps != 0 { isApart = true }
    }

    /// Whether fewer rows than the panel shows are left before or after the visible ones.
    package func isNear(_ edge: PanelEdge) -> Bool {
        switch edge {
        case .start: top < visible
        case .end: top + visible + visible > count
        }
    }

    /// Returns to the first row.
    package mutating func reset() { self = PanelPosition(isSelectable: isSelectable, startsAtEnd: startsAtEnd) }

    private mutating func settle() { top = max(0, min(top, count - visible)) }

    private mutating func follow() {
        guard let selected, visible > 0 else { return }
        if selected < top { top = selected } else if selected >= top + visible { top = selected - visible + 1 }
    }
}

/// The recent places, up to a limit.
struct LastPlaces<Place> {
    private static var most: Int { 12 }
    /// The places, the last one that was left at the end.
    private var places: [Place] = []

    /// Keeps a place that is left; the oldest one is forgotten for it.
    mutating func keep(_ place: Place) {
        places.append(place)
        if places.count > Self.most { places.removeFirst() }
    }

    /// The first matching place; `nil` if there is none, or no more.
    func first(where isMeant: (Place) -> Bool) -> Place? { places.first(where: isMeant) }

    /// Removes and returns the first matching place; `nil` if there is none, or no more.
    mutating func take(where isMeant: (Place) -> Bool) -> Place? {
        places.firstIndex(where: isMeant).map { places.remove(at: $0) }
    }
}
