// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit

/// The loaded part of a long list, which moves along the list on scrolling.
///
/// Each page is requested by the element before it, so that none costs more than the first; and the loaded part
/// stays bounded, however long the list is.
///
/// ```swift
/// window = try await window.next { try await service.find(query, after: $0, limit: $1) }
/// ```
struct ListWindow<Element: Sendable>: Sendable {
    /// Reads elements of the list: those after an element, or the first ones, up to a limit.
    typealias Load = ListSource<Element>.Load

    /// The loaded elements.
    private(set) var elements: [Element] = []
    /// Whether the list goes on behind them.
    private(set) var hasMore = false
    /// Whether there are more behind them, which the list leaves out.
    private(set) var isCut = false
    /// The last element of each part that was left behind.
    private var passed: [Element] = []
    /// Whether the list was read again since parts were left behind, so that there may be more or fewer before the window.
    private var isShifted = false
    /// The number of elements before they were released.
    private var emptiedCount = 0
    /// The most elements that the list has.
    private let limit: Int

    private static var page: Int { ListRequest<Element>.page }
    private static var part: Int { 500 }
    private static var most: Int { 1_000 }
    /// The most elements that are read to find one: this many take no noticeable time.
    private static var sought: Int { 100_000 }

    /// A list without any loaded element, with this limit.
    init(limit: Int = .max) { self.limit = max(0, limit) }

    /// A list that is in memory as a whole, with this limit.
    init(of elements: [Element], limit: Int) {
        self.init(limit: limit)
        self.elements = elements.count > self.limit ? Array(elements.prefix(self.limit)) : elements
        isCut = elements.count > self.limit
    }

    /// The last element before the loaded ones; `nil` if they are the first ones.
    var before: Element? { passed.last }

    /// The number of elements that were left behind, if none of them has gone since, and none has come.
    var passedCount: Int { passed.count * Self.part }

    /// The number of elements before the loaded ones; `nil` if some of them may have come or gone.
    var offset: Int? { isShifted ? nil : passedCount }

    /// The request for the present state of the same part: the elements after one, up to a limit.
    var request: (after: Element?, limit: Int) {
        var window = self
        window.elements = []
        return (before, window.room(for: wanted) + 1)
    }

    private var wanted: Int { max(Self.page, elements.count, emptiedCount) }

    /// The same part without its elements, which are loaded again by a refresh.
    var emptied: ListWindow {
        var window = self
        (window.elements, window.emptiedCount) = ([], max(elements.count, emptiedCount))
        return window
    }

    /// The same part as it is now.
    ///
    /// - Throws: The errors of `load`.
    func refreshed(_ load: Load) async throws -> ListWindow {
        var window = self
        window.isShifted = before != nil
        return try await window.loaded(wanted, load)
    }

    /// With the page after it, or with a whole part for a user on the way to the end.
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

    /// The part with a certain element, searched in the next elements and from the beginning on; this one if that is
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
    ///
    /// - Throws: The errors of `load`.
    func previous(_ load: Load) async throws -> ListWindow {
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
        // The elements are gone: the part before them is the nearest.
        return window.elements.isEmpty ? try await window.previous(load) : window
    }

    /// The number of possible further elements, this many at most.
    private func room(for count: Int) -> Int { min(count, max(0, limit - passedCount - elements.count)) }

    /// Takes read elements: one more than was wanted shows that there are more.
    private mutating func take(_ found: [Element], wanted: Int) {
        // One by one: the generic append resolves the slice’s conformances at run time, while the first screen waits.
        for index in 0..<min(max(0, wanted), found.count) { elements.append(found[index]) }
        let isFull = passedCount + elements.count >= limit
        hasMore = found.count > wanted && !isFull
        isCut = found.count > wanted && isFull
    }
}
