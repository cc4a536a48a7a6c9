// SPDX-License-Identifier: GPL-3.0-or-later

/// How many things there are.
public struct ListTotal: Hashable, Sendable, Codable {
    /// So many.
    public let count: Int
    /// Whether there are that many, and not more.
    public let isKnown: Bool

    /// So many things, or at least so many.
    public init(_ count: Int, isKnown: Bool = true) {
        self.count = count
        self.isKnown = isKnown
    }
}
