// SPDX-License-Identifier: GPL-3.0-or-later

/// Puts a long visible text together from many parts.
///
/// Parts are added as bytes, which takes a fifth of what adding them to a string does.
public struct VisibleTextBuilder {
    private var bytes: [UInt8] = []

    /// Nothing yet.
    ///
    /// - Parameter capacity: How many bytes of UTF-8 there will be at most, as far as that is known.
    public init(capacity: Int) { bytes.reserveCapacity(capacity) }

    /// Adds a text.
    public mutating func append(_ text: VisibleText) { bytes.append(contentsOf: text.string.utf8) }

    /// Adds so many blanks; none where there would be less.
    public mutating func appendBlanks(_ count: Int) {
        if count > 0 { bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: count)) }
    }

    /// Ends a line.
    public mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }

    /// All that was added.
    public var text: VisibleText { VisibleText(visible: String(decoding: bytes, as: UTF8.self)) }
}
