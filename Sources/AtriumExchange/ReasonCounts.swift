// SPDX-License-Identifier: GPL-3.0-or-later

/// The numbers of changed or left-out items of an import by reason; all of them count, also those that no list shows.
public struct ReasonCounts: Equatable, Sendable {
    /// The numbers by the name of the reason.
    public private(set) var byName: [String: Int] = [:]

    /// No items.
    public init() {}

    /// Counts items.
    ///
    /// - Parameters:
    ///   - reason: A case, whose name without its values is the reason’s.
    ///   - count: The number of items.
    public mutating func add(_ reason: some Any, count: Int = 1) {
        guard count > 0 else { return }
        byName[String("\(reason)".prefix { $0 != "(" }), default: 0] += count
    }

    /// Counts the items of others in.
    public mutating func add(_ others: ReasonCounts) { byName.merge(others.byName, uniquingKeysWith: +) }
}
