// SPDX-License-Identifier: GPL-3.0-or-later

extension BidirectionalCollection {
    /// The elements without unwanted ones at both ends.
    ///
    /// - Parameter isUnwanted: Whether an element is dropped.
    @inlinable
    public func trimmed(where isUnwanted: (Element) throws -> Bool) rethrows -> SubSequence {
        let rest = try drop(while: isUnwanted)
        return rest[..<(try rest.lastIndex { try !isUnwanted($0) }.map(rest.index(after:)) ?? rest.startIndex)]
    }
}

extension BinaryInteger {
    /// A number with zeros before its digits.
    ///
    /// - Parameters:
    ///   - count: The least number of digits.
    ///   - radix: The base of the digits.
    ///   - uppercase: Whether digits above 9 are capitals.
    @inlinable
    public func digits(_ count: Int, radix: Int = 10, uppercase: Bool = false) -> String {
        let text = String(magnitude, radix: radix, uppercase: uppercase)
        let zeros = text.utf8.count < count ? String(repeating: "0", count: count - text.utf8.count) : ""
        return (self < 0 ? "-" : "") + zeros + text
    }
}
