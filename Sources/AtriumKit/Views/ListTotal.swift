// SPDX-License-Identifier: GPL-3.0-or-later

/// How many things there are.
public struct ListTotal: Hashable, Sendable, Codable {
    /// How well the number is known.
    public enum Precision: String, Sendable, Codable {
        /// There are that many.
        case exact
        /// There are that many, and may be more.
        case least
        /// There may be more, and there may be fewer.
        case about
    }

    /// So many.
    public let count: Int
    /// How well that is known.
    public let precision: Precision

    /// Whether there are that many, and not more.
    public var isKnown: Bool { precision == .exact }

    /// So many things, as far as is known.
    public init(_ count: Int, _ precision: Precision) {
        self.count = count
        self.precision = precision
    }

    /// So many things, or at least so many.
    public init(_ count: Int, isKnown: Bool = true) { self.init(count, isKnown ? .exact : .least) }
}
