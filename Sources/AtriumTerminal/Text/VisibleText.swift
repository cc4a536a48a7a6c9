// SPDX-License-Identifier: GPL-3.0-or-later

/// Text that may be shown as it is: nothing in it acts on a terminal, and nothing in it is hidden.
///
/// `init(_:)` makes any text visible. Literals of the program are visible; the interpolated values between them are
/// made so:
///
/// ```swift
/// gate.writeLine("\(name) has \(count) messages")
/// ```
///
/// A text that was made visible once is never looked at again: parts and sums of visible texts are visible.
public struct VisibleText: Sendable, Hashable {
    /// The text itself, for files and programs.
    public private(set) var string: String

    /// A text whose controls and deceiving invisible characters show as signs (`Sanitizer.visible`).
    ///
    /// - Parameters:
    ///   - text: Text from anywhere.
    ///   - keepingNewlines: Whether line feeds stay, which end its `lines`.
    public init(_ text: String, keepingNewlines: Bool = false) {
        string = Sanitizer.visible(text, keepingNewlines: keepingNewlines)
    }

    /// A part or a sum of visible texts.
    init(visible string: String) { self.string = string }

    /// Whether there is nothing.
    public var isEmpty: Bool { string.isEmpty }

    /// The number of columns it takes on a terminal.
    public var columns: Int { DisplayWidth.of(string) }

    /// Its lines; the line feed at its end begins no other.
    public var lines: [VisibleText] {
        guard !isEmpty else { return [] }
        let lines = string.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        return (lines.last?.isEmpty == true ? lines.dropLast() : lines[...]).map {
            VisibleText(visible: String(Substring($0)))
        }
    }

    /// The text without the blanks at its end.
    public var withoutTrailingBlanks: VisibleText {
        guard string.utf8.last == 0x20 else { return self }
        guard let last = string.utf8.lastIndex(where: { $0 != 0x20 }) else { return "" }
        return VisibleText(visible: String(Substring(string.utf8[...last])))
    }

    /// The text cut or filled with blanks to exactly `columns` columns.
    public func padded(to columns: Int, alignment: Alignment = .left) -> VisibleText {
        VisibleText(visible: TextLayout.pad(string, to: columns, alignment: alignment))
    }

    /// The text in lines of at most `columns` columns; one line if it is empty.
    ///
    /// - Parameters:
    ///   - columns: The most columns of a line.
    ///   - keepingWords: Whether words stay whole that have hyphens, such as options of commands.
    public func wrapped(to columns: Int, keepingWords: Bool = false) -> [VisibleText] {
        isEmpty
            ? [self] : TextLayout.wrap(string, to: columns, keepingWords: keepingWords).map(VisibleText.init(visible:))
    }

    /// Its one line in lines of at most `columns` columns, all but the first indented, as by `TextLayout.hang`.
    public func hung(to columns: Int) -> [VisibleText] {
        isEmpty ? [self] : TextLayout.hang(string, to: columns).map(VisibleText.init(visible:))
    }

    /// Adds a text behind it.
    public static func += (text: inout VisibleText, more: VisibleText) { text.string += more.string }

    /// One text behind the other.
    public static func + (text: VisibleText, more: VisibleText) -> VisibleText {
        VisibleText(visible: text.string + more.string)
    }
}

extension VisibleText: ExpressibleByStringInterpolation {
    /// A text of the program’s own.
    public init(stringLiteral value: String) { string = value }

    /// Makes a text of an interpolation.
    public init(stringInterpolation: Interpolation) { string = stringInterpolation.string }

    /// Puts literals and values together, and makes the values visible.
    public struct Interpolation: StringInterpolationProtocol {
        fileprivate var string = ""

        /// Nothing yet.
        public init(literalCapacity: Int, interpolationCount: Int) { string.reserveCapacity(literalCapacity) }

        /// Adds what the program says.
        public mutating func appendLiteral(_ literal: String) { string += literal }

        /// Adds a text that was made visible before.
        public mutating func appendInterpolation(_ text: VisibleText) { string += text.string }

        /// Adds any text, made visible.
        public mutating func appendInterpolation(_ text: String) { string += Sanitizer.visible(text) }

        /// Adds a number.
        public mutating func appendInterpolation(_ number: Int) { string += String(number) }
    }
}

/// Puts a long visible text together from many parts.
///
/// Parts are added as bytes, which takes a fifth of what adding them to a string does, and an output gate writes it as
/// it is: no string is made of it.
public struct VisibleTextBuilder: Sendable {
    /// The added parts, in UTF-8.
    private(set) var bytes: [UInt8] = []

    /// Nothing yet.
    public init() {}

    /// Adds a text.
    public mutating func append(_ text: VisibleText) {
        var string = text.string
        string.withUTF8 { bytes.append(contentsOf: $0) }
    }

    /// Adds the lines of a table.
    package mutating func append(_ table: PlainTable) {
        let lines = [UInt8](unsafeUninitializedCapacity: table.capacity) { memory, count in
            count = memory.baseAddress.map(table.write) ?? 0
        }
        if bytes.isEmpty { bytes = lines } else { bytes += lines }
    }

    /// Adds blanks.
    package mutating func append(blanks count: Int) { bytes.append(contentsOf: repeatElement(0x20, count: count)) }

    /// Removes the blanks at the end.
    package mutating func removeTrailingBlanks() { while bytes.last == 0x20 { bytes.removeLast() } }

    /// Ends a line.
    public mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }

    /// All that was added.
    public var text: VisibleText { VisibleText(visible: String(decoding: bytes, as: UTF8.self)) }
}

extension [String] {
    /// Its strings one after the other, as by `joined(separator:)`: for the parts of the first frame.
    ///
    /// `joined` is generic, and in its first call the runtime searches all conformances of the program, which takes a
    /// fortieth of a start.
    public func concatenated(by separator: String = "") -> String {
        var text = ""
        for (index, string) in enumerated() {
            if index > 0 { text += separator }
            text += string
        }
        return text
    }
}
