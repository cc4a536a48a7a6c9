// SPDX-License-Identifier: GPL-3.0-or-later

/// Where a panel’s content stands: which of its rows are seen, and which one is selected.
///
/// Rows count from 0. A value that the panel keeps, so that it survives switching, resizing and new data.
public struct PanelPosition: Hashable, Sendable {
    /// How many rows there are.
    public private(set) var count = 0
    /// The first row that is seen.
    public private(set) var top = 0
    /// How many rows the panel has room for, since it was last drawn.
    public private(set) var visible = 0
    /// The selected row; nil where nothing is selected or can be.
    public private(set) var selected: Int?
    private let isSelectable: Bool
    private let startsAtEnd: Bool
    /// The first row that was seen before it was scrolled; nil since it was made to fit.
    private var scrolledFrom: Int?

    /// Whether what is seen was moved without the selection, which may be out of sight until it is moved.
    public private(set) var isApart = false

    /// A position in content that is not loaded yet.
    ///
    /// - Parameters:
    ///   - isSelectable: Whether one of the rows is selected.
    ///   - startsAtEnd: Whether the last rows are seen first, as where the newest stands at the bottom.
    public init(isSelectable: Bool = false, startsAtEnd: Bool = false) {
        self.isSelectable = isSelectable
        self.startsAtEnd = startsAtEnd
    }

    /// The rows that are seen.
    public var rows: Range<Int> { top..<max(top, min(top + visible, count)) }

    /// Which rows are seen, such as `21–40 / 300`; empty where all of them are.
    package var place: String {
        rows.count < count ? "\(rows.lowerBound + 1)–\(rows.upperBound) / \(count)" : ""
    }

    /// Tells how many rows there are now; whoever was at the end stays there.
    public mutating func setCount(_ count: Int) {
        let wasAtEnd = startsAtEnd && (self.count == 0 || selected == self.count - 1)
        self.count = max(0, count)
        if isSelectable {
            selected = count == 0 ? nil : wasAtEnd ? count - 1 : min(selected ?? 0, count - 1)
        }
        if wasAtEnd { top = self.count }
        settle()
    }

    /// Tells how many rows the panel has room for now; what is selected stays in sight.
    public mutating func fit(_ rows: Int) {
        scrolledFrom = nil
        guard rows != visible else { return }
        let wasAtEnd = startsAtEnd && top + visible >= count
        visible = max(0, rows)
        if wasAtEnd { top = count }
        settle()
        if !isApart { follow() }
    }

    /// Tells how many lines the panel has room for now, where rows take one or more of them; what is selected stays in
    /// sight.
    ///
    /// - Parameter height: How many lines a row takes.
    mutating func fit(lines: Int, height: (Int) -> Int) {
        defer { scrolledFrom = nil }
        let lines = max(1, lines)
        let isAtEnd = startsAtEnd && scrolledFrom == nil && top + visible >= count
        func sum(_ rows: Range<Int>) -> Int { rows.reduce(0) { $0 < lines + 1 ? $0 + height($1) : $0 } }
        if let start = scrolledFrom, top < start, start - top <= visible {
            // Nothing is passed over on the way up.
            while top < start, sum(top..<start + 1) > lines { top += 1 }
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
    public mutating func select(_ row: Int) {
        guard isSelectable, count > 0 else { return }
        scrolledFrom = nil
        isApart = false
        selected = min(max(0, row), count - 1)
        follow()
    }

    /// Selects a row, whatever is seen.
    mutating func selectUnseen(_ row: Int) {
        let (top, isApart) = (top, isApart)
        select(row)
        (self.top, self.isApart) = (top, isApart)
    }

    /// Selects the row so many further down, or up with a negative number; without selection it scrolls.
    public mutating func select(by steps: Int) {
        guard isSelectable else { return scroll(by: steps) }
        select((selected ?? 0) + steps)
    }

    /// Moves the content so many rows up, so that later rows are seen; a selection stays within what is seen.
    public mutating func scroll(by steps: Int) {
        isApart = false
        scrolledFrom = scrolledFrom ?? top
        top += steps
        settle()
        if let selected, visible > 0 { self.selected = min(max(selected, rows.lowerBound), rows.upperBound - 1) }
    }

    /// Moves the content as `scroll` does; the selection stays where it is, also out of sight.
    package mutating func scrollApart(by steps: Int) {
        scrolledFrom = scrolledFrom ?? top
        top += steps
        settle()
        if isSelectable, steps != 0 { isApart = true }
    }

    /// Whether fewer rows than the panel shows are left before or behind those that are seen.
    package func isNear(_ edge: PanelEdge) -> Bool {
        switch edge {
        case .start: top < visible
        case .end: top + visible + visible > count
        }
    }

    /// Goes back to the first row.
    public mutating func reset() { self = PanelPosition(isSelectable: isSelectable, startsAtEnd: startsAtEnd) }

    private mutating func settle() { top = max(0, min(top, count - visible)) }

    private mutating func follow() {
        guard let selected, visible > 0 else { return }
        if selected < top { top = selected } else if selected >= top + visible { top = selected - visible + 1 }
    }
}

/// Where somebody was lately, in so many places at most.
struct LastPlaces<Place> {
    private static var most: Int { 12 }
    /// The one that was left last at the end.
    private var places: [Place] = []

    /// Keeps a place that is left; what was left longest ago is forgotten for it.
    mutating func keep(_ place: Place) {
        places.append(place)
        if places.count > Self.most { places.removeFirst() }
    }

    /// The first of the places that are meant; nil where there is none, or no more.
    func first(where isMeant: (Place) -> Bool) -> Place? { places.first(where: isMeant) }

    /// Takes the first of the places that are meant out of them; nil where there is none, or no more.
    mutating func take(where isMeant: (Place) -> Bool) -> Place? {
        places.firstIndex(where: isMeant).map { places.remove(at: $0) }
    }
}
