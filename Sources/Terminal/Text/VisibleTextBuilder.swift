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
    public mutating func append(_ text: VisibleText) {
        var string = text.string
        string.withUTF8 { bytes.append(contentsOf: $0) }
    }

    /// Adds a text that is visible as it is, of one column for each byte: printable ASCII.
    ///
    /// - Returns: How many columns it takes; nil for any other text, which is not added.
    public mutating func appendPlain(_ text: String) -> Int? {
        var text = text
        return text.withUTF8 { utf8 in
            guard DisplayWidth.isPlain(utf8) else { return nil }
            bytes.append(contentsOf: utf8)
            return utf8.count
        }
    }

    /// Whether a text is byte for byte what was added there, and so visible as it is: equal strings may be written in
    /// several ways.
    public func has(_ text: String, at part: Range<Int>) -> Bool {
        guard text.utf8.count == part.count else { return false }
        var text = text
        return text.withUTF8 { utf8 in
            bytes.withUnsafeBufferPointer { utf8.elementsEqual(UnsafeBufferPointer(rebasing: $0[part])) }
        }
    }

    /// How many bytes of UTF-8 were added.
    public var byteCount: Int { bytes.count }

    /// Adds a text that was added to another builder: one text, or several in a row, with the bytes of `part`.
    public mutating func append(_ part: Range<Int>, of other: VisibleTextBuilder) {
        other.bytes.withUnsafeBufferPointer { bytes.append(contentsOf: UnsafeBufferPointer(rebasing: $0[part])) }
    }

    /// Takes the blanks at the end away, as far back as byte `start`.
    public mutating func dropTrailingBlanks(from start: Int) {
        while bytes.count > start, bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    }

    /// Adds so many blanks; none where there would be less.
    public mutating func appendBlanks(_ count: Int) {
        for _ in 0..<max(0, count) { bytes.append(UInt8(ascii: " ")) }
    }

    /// Ends a line.
    public mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }

    /// All that was added.
    public var text: VisibleText { VisibleText(visible: String(decoding: bytes, as: UTF8.self)) }
}
