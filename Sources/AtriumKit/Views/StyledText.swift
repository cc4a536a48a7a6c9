// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTerminal

/// Text in pieces, each with its marks.
///
/// ```swift
/// var title = StyledText("Buy ")
/// title.append("milk", .strong)
/// ```
public struct StyledText: Hashable, Sendable, Codable, ExpressibleByStringLiteral {
    /// The pieces, in order; two neighbours have different marks, or lead elsewhere.
    public private(set) var spans: [Span] = []

    /// No text.
    public init() {}

    /// A text of one piece.
    public init(_ text: String, _ marks: Marks = [], link: SpanLink? = nil) { append(text, marks, link: link) }

    /// A plain text.
    public init(stringLiteral text: String) { self.init(text) }

    /// The text alone.
    public var text: String { spans.count == 1 ? spans[0].text : spans.map(\.text).concatenated() }

    /// The columns that it takes.
    public var width: Int { DisplayWidth.of(text) }

    /// The columns that its widest line takes.
    public var widestLine: Int {
        let text = text
        guard text.utf8.contains(0x0A) else { return width }
        return text.split(separator: "\n").map { DisplayWidth.of(String($0)) }.max() ?? 0
    }

    /// Adds a piece.
    public mutating func append(_ text: String, _ marks: Marks = [], link: SpanLink? = nil) {
        guard !text.isEmpty else { return }
        if let last = spans.last, last.marks == marks, last.link == link {
            spans[spans.count - 1].text += text
        } else {
            spans.append(Span(text, marks, link: link))
        }
    }

    /// Adds another text.
    public mutating func append(_ other: StyledText) {
        for span in other.spans { append(span.text, span.marks, link: span.link) }
    }

    /// The text with every control and every deceiving invisible character replaced by a visible sign; lines stay lines.
    package var visible: StyledText { safe(keepingNewlines: true) }

    /// The same on one line, with a sign in place of a line end.
    package var onOneLine: StyledText { safe(keepingNewlines: false) }

    private func safe(keepingNewlines: Bool) -> StyledText {
        var result: StyledText?
        for (index, span) in spans.enumerated() {
            let text = Sanitizer.visible(span.text, keepingNewlines: keepingNewlines)
            // Mostly it is safe as it is, and nothing is copied.
            if text != span.text {
                var changed = result ?? self
                changed.spans[index].text = text
                result = changed
            }
        }
        return result ?? self
    }

    /// The text with more marks on all of it.
    package func marked(_ marks: Marks) -> StyledText {
        guard !marks.isEmpty else { return self }
        var result = StyledText()
        for span in spans { result.append(span.text, span.marks.union(marks), link: span.link) }
        return result
    }

    /// The text in lines of at most this many columns, as `TextLayout.wrap` breaks them.
    public func wrapped(to columns: Int) -> [StyledText] {
        // A byte takes at most one column.
        if spans.count == 1, spans[0].text.utf8.count <= columns, !spans[0].text.utf8.contains(0x0A) { return [self] }
        return broken(to: columns) { _, lines in lines }
    }

    /// The lines of code, which keeps its form: it breaks only at line ends, and loses no blank there.
    package func wrappedCode(to columns: Int) -> [StyledText] {
        broken(to: columns, isCode: true) { _, lines in lines }
    }

    /// The lines of a text that continues after its end, and its end, which may be broken otherwise with the rest: its
    /// last two lines.
    ///
    /// - Parameter isCode: Whether it keeps its form, and breaks only at line ends.
    package func wrappedBeginning(to columns: Int, isCode: Bool) -> (lines: [StyledText], end: StyledText) {
        var lines = broken(to: columns, isCode: isCode) { text, lines in
            lines.dropLast(2) + (lines.suffix(2).first.map { [$0.lowerBound..<text.endIndex] } ?? [])
        }
        let end = lines.popLast() ?? self
        return (lines, end)
    }

    /// Its first line of at most this many columns, and the text below it on one line of any length; one if it fits.
    package func wrappedOnce(to columns: Int) -> [StyledText] {
        broken(to: columns) { text, lines in
            lines.prefix(1) + lines.dropFirst().prefix(1).map { $0.lowerBound..<text.endIndex }
        }
    }

    /// The chosen parts of the text, from all of it and the places of its lines.
    private func broken(
        to columns: Int, isCode: Bool = false, _ choose: (String, [Range<String.Index>]) -> [Range<String.Index>]
    ) -> [StyledText] {
        let spans = spans.map { Span(TextLayout.fitting($0.text, to: columns), $0.marks, link: $0.link) }
        let text = spans.map(\.text).concatenated()
        var number = 0
        /// The beginning of the span of this number.
        var start = text.startIndex
        let lines = isCode ? TextLayout.edgeRanges(of: text, to: columns) : TextLayout.ranges(of: text, to: columns)
        return choose(text, lines).map { line in
            var result = StyledText()
            var position = line.lowerBound
            while number < spans.count {
                let end = text.utf8.index(start, offsetBy: spans[number].text.utf8.count)
                if position < min(end, line.upperBound) {
                    let span = spans[number]
                    result.append(String(text[position..<min(end, line.upperBound)]), span.marks, link: span.link)
                    position = min(end, line.upperBound)
                }
                // A span that goes on is the next line’s too.
                guard end <= line.upperBound else { break }
                (number, start) = (number + 1, end)
            }
            return result
        }
    }

    /// The text cut to at most this many columns.
    package func cut(to columns: Int) -> StyledText {
        let text = text
        let cut = TextLayout.cut(text, to: columns)
        guard cut != text else { return self }
        if spans.count == 1 { return StyledText(cut, spans[0].marks, link: spans[0].link) }
        var result = StyledText()
        var rest = cut[...]
        for span in spans where !rest.isEmpty {
            let part = rest.prefix(span.text.count)
            result.append(String(part), span.marks, link: span.link)
            rest = rest.dropFirst(part.count)
        }
        return result
    }
}

/// A piece of text with the same marks.
public struct Span: Hashable, Sendable, Codable {
    /// The text.
    public internal(set) var text: String
    /// Its style marks.
    public let marks: Marks
    /// Its target; `nil` for none.
    public let link: SpanLink?

    /// A piece of text.
    public init(_ text: String, _ marks: Marks = [], link: SpanLink? = nil) {
        self.text = text
        self.marks = marks
        self.link = link
    }
}

/// The target of a piece of text.
public struct SpanLink: Hashable, Sendable, Codable {
    /// The address, for terminals that follow links; an unsafe one has no effect.
    public let address: String?
    /// The number by which `open` follows it, as a press on it does.
    public let number: Int?

    /// A link to an address, or to a numbered item, or both; `nil` if there is neither.
    public init?(address: String?, number: Int? = nil) {
        guard address != nil || number != nil else { return nil }
        self.address = address
        self.number = number
    }
}

/// The style of a piece of text, by its meaning: the theme and the app’s colour make a style of it.
public struct Marks: OptionSet, Hashable, Sendable, Codable {
    /// The bits, one a mark.
    public let rawValue: UInt8

    /// Marks of these bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Important: bold.
    public static let strong = Marks(rawValue: 1)
    /// Stressed: italic.
    public static let stressed = Marks(rawValue: 2)
    /// Less important than the text beside it.
    public static let faint = Marks(rawValue: 4)
    /// With a line below.
    public static let underlined = Marks(rawValue: 8)
    /// In the app’s own colour.
    public static let accented = Marks(rawValue: 16)
    /// A match: in the app’s colour, and bold for users who see no colours.
    public static let match = Marks(rawValue: 32)
    /// The present position: looks like the selection.
    package static let reversed = Marks(rawValue: 64)
    /// A failure: in the colour of errors, whatever the app’s own, and bold for users who see no colours.
    public static let warning = Marks(rawValue: 128)
}
