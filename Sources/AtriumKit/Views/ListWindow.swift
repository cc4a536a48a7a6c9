// SPDX-License-Identifier: GPL-3.0-or-later

/// The part of a long list that is loaded, which moves along the list as somebody scrolls.
///
/// Each page is asked for by the element that it comes after, so that none costs more than the first; and what is loaded
/// stays bounded, however long the list is.
///
/// ```swift
/// window = try await window.next { try await service.find(query, after: $0, limit: $1) }
/// ```
public struct ListWindow<Element: Sendable>: Sendable {
    /// Reads elements of the list: those after an element, or the first ones, at most so many.
    public typealias Load = (_ after: Element?, _ limit: Int) async throws -> [Element]

    /// The elements that are loaded.
    public private(set) var elements: [Element] = []
    /// Whether the list goes on behind them.
    public private(set) var hasMore = false
    /// Whether there are more behind them, which the list leaves out.
    private(set) var isCut = false
    /// The last element of each part that was left behind.
    private var passed: [Element] = []
    /// Whether the list was read again since parts were left behind, so that there may be more or fewer before the window.
    private var isShifted = false
    /// How many elements there were when they were let go of.
    private var emptiedCount = 0
    /// The most elements that the list has.
    private let limit: Int

    private static var page: Int { 50 }
    private static var part: Int { 500 }
    private static var most: Int { 1_000 }
    /// How many elements are read at most to find one: so many take no time that is noticed.
    private static var sought: Int { 100_000 }

    /// A list of which nothing is loaded yet, and which ends after so many elements.
    public init(limit: Int = .max) { self.limit = max(0, limit) }

    /// A list that is in memory as a whole, and ends after so many elements.
    init(of elements: [Element], limit: Int) {
        self.init(limit: limit)
        self.elements = elements.count > self.limit ? Array(elements.prefix(self.limit)) : elements
        isCut = elements.count > self.limit
    }

    /// The last element before those that are loaded; nil where they are the first ones.
    public var before: Element? { passed.last }

    /// How many elements were left behind, as far as none of them has gone since, and none has come.
    public var passedCount: Int { passed.count * Self.part }

    /// How many elements come before those that are loaded; nil where some of them may have come or gone.
    var offset: Int? { isShifted ? nil : passedCount }

    /// What is asked for to have the same part as it is now: those after an element, so many at most.
    public var request: (after: Element?, limit: Int) {
        var window = self
        window.elements = []
        return (before, window.room(for: wanted) + 1)
    }

    private var wanted: Int { max(Self.page, elements.count, emptiedCount) }

    /// The same part without its elements, which are there again once it is refreshed.
    var emptied: ListWindow {
        var window = self
        (window.elements, window.emptiedCount) = ([], max(elements.count, emptiedCount))
        return window
    }

    /// The same part as it is now.
    public func refreshed(_ load: Load) async throws -> ListWindow {
        var window = self
        window.isShifted = before != nil
        return try await window.loaded(wanted, load)
    }

    /// With the page behind it, or with a whole part for somebody on the way to the end.
    func next(far: Bool, _ load: Load) async throws -> ListWindow {
        guard hasMore, let last = elements.last else { return self }
        var window = self
        let count = window.room(for: far ? Self.part : Self.page)
        window.take(try await load(last, count + 1), wanted: count)
        if window.elements.count > Self.most {
            window.passed.append(window.elements[Self.part - 1])
            window.elements.removeFirst(Self.part)
        }
        return window
    }

    /// The part that has a certain element, looked for in what comes next and from the beginning on; this one where that is
    /// far away, or nowhere.
    func moved(to isSought: (Element) -> Bool, limit: Int, _ load: Load) async throws -> ListWindow {
        var window = try await next(far: true, load)
        if before != nil, !window.elements.contains(where: isSought) {
            window = try await ListWindow(limit: limit).refreshed(load)
        }
        while !window.elements.contains(where: isSought) {
            guard window.hasMore, window.passedCount < Self.sought else { return self }
            window = try await window.next(far: true, load)
        }
        return window
    }

    /// With the part before it.
    public func previous(_ load: Load) async throws -> ListWindow {
        guard !passed.isEmpty else { return self }
        var window = self
        window.passed.removeLast()
        if window.before == nil { window.isShifted = false }
        return try await window.loaded(Self.most, load)
    }

    private func loaded(_ wanted: Int, _ load: Load) async throws -> ListWindow {
        var window = self
        (window.elements, window.emptiedCount) = ([], 0)
        let count = window.room(for: wanted)
        window.take(try await load(before, count + 1), wanted: count)
        // What was there is gone: the part before it is the nearest.
        return window.elements.isEmpty ? try await window.previous(load) : window
    }

    /// How many more elements there may be, so many at most.
    private func room(for count: Int) -> Int { min(count, max(0, limit - passedCount - elements.count)) }

    /// Takes what was read: one more than was wanted tells that there are more.
    private mutating func take(_ found: [Element], wanted: Int) {
        // One by one: the generic append asks at run time what the slice conforms to, which the first screen waits for.
        for index in 0..<min(max(0, wanted), found.count) { elements.append(found[index]) }
        let isFull = passedCount + elements.count >= limit
        hasMore = found.count > wanted && !isFull
        isCut = found.count > wanted && isFull
    }
}
