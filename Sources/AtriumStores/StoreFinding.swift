// SPDX-License-Identifier: GPL-3.0-or-later

/// A kind of wrong rows in a store, as an examination finds them.
public struct StoreFinding: Hashable, Sendable {
    /// Whether rows can be mended.
    public enum Outcome: Hashable, Sendable {
        /// They were mended.
        case mended
        /// They can be mended without a loss.
        case mendable
        /// Only a backup has what is missing.
        case lost
    }

    /// The kind, in lower-case English words.
    public let damage: String
    /// The number of wrong rows.
    public let count: Int
    /// Whether they can be mended.
    public let outcome: Outcome

    /// A finding of these facts.
    public init(_ damage: String, count: Int, _ outcome: Outcome) {
        self.damage = damage
        self.count = count
        self.outcome = outcome
    }
}

extension JournalEntry {
    /// The number of lines of changes, valid or not.
    public var lines: Int { changes.split(separator: UInt8(ascii: "\n")).count }
}
