// SPDX-License-Identifier: GPL-3.0-or-later

/// A row’s primary key in a table that all users share: the owner above, the owner’s own number below.
///
/// One user’s rows are one range of keys, so that reading them never meets another user’s. The number is the short one
/// that the user sees; 40 bits hold a million millions of them.
public struct RowKey: Hashable, Sendable, RawRepresentable {
    private static let numberBits: Int64 = 40

    /// The largest number that a row can have.
    public static let largest = 1 << Int(numberBits) - 1

    /// The key as the database stores it.
    public let rawValue: Int64

    /// A key that the database holds.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// The key of an owner’s row.
    ///
    /// A number that no row can have, negative or above 40 bits, becomes 0, which no row has.
    public init(owner: Int64, number: Int) {
        let isNumber = number >= 0 && Int64(number) < 1 << Self.numberBits
        rawValue = owner << Self.numberBits | (isNumber ? Int64(number) : 0)
    }

    /// Whose row it is.
    public var owner: Int64 { rawValue >> Self.numberBits }

    /// The owner’s number of the row.
    public var number: Int { Int(rawValue & (1 << Self.numberBits - 1)) }

    /// The keys of all rows that an owner can have.
    public static func range(owner: Int64) -> ClosedRange<Int64> {
        let first = owner << numberBits
        return first...(first | (1 << numberBits - 1))
    }
}
