// SPDX-License-Identifier: GPL-3.0-or-later

/// Fits text to columns: cut, padded or wrapped, never within a grapheme.
///
/// The text is expected to be sanitised: control characters have no width here.
public enum TextLayout {
    /// The text if it fits, otherwise its beginning and “…”.
    ///
    /// Nothing where `columns` is zero or less.
    public static func cut(_ text: String, to columns: Int) -> String {
        guard columns > 0 else { return "" }
        // A byte takes at most one column (the widest characters have three bytes and two columns).
        if text.utf8.count <= columns { return text }
        let ellipsis = DisplayWidth.of("…" as Character)
        var used = 0
        var end = text.startIndex
        var index = text.startIndex
        while index < text.endIndex {
            used += DisplayWidth.of(text[index])
            guard used <= columns else {
                return ellipsis > columns ? blanks(columns) : text[..<end] + "…"
            }
            index = text.index(after: index)
            if used + ellipsis <= columns { end = index }
        }
        return text
    }

    /// The text cut or filled with blanks to exactly so many columns.
    public static func pad(_ text: String, to columns: Int, alignment: Alignment = .left) -> String {
        let cut = cut(text, to: columns)
        let fill = blanks(max(0, columns - DisplayWidth.of(cut)))
        switch alignment {
        case .left: return cut + fill
        case .right: return fill + cut
        }
    }

    /// The text in lines of at most so many columns.
    ///
    /// Lines break at blanks, and between East Asian characters, except before closing and after opening punctuation
    /// (UAX #14 in its simplest form). A word longer than a line breaks where the line ends. Line breaks of the text
    /// stay, blanks at a new break go. A grapheme that is wider than `columns` shows as “…”; without any column there
    /// is no line.
    ///
    /// - Parameter keepingWords: Whether words stay whole that have hyphens, as commands and names of keys do; options,
    ///   which begin with one, stay so anyway.
    public static func wrap(_ text: String, to columns: Int, keepingWords: Bool = false) -> [String] {
        let text = fitting(text, to: columns)
        return ranges(of: text, to: columns, keepingWords: keepingWords).map { String(text[$0]) }
    }

    /// The text with “…” for each grapheme that is wider than so many columns.
    public static func fitting(_ text: String, to columns: Int) -> String {
        // None has more than two columns.
        guard columns == 1 else { return text }
        return String(text.map { DisplayWidth.of($0) > columns ? "…" : $0 })
    }

    /// Where the lines stand into which `wrap` breaks a text, each grapheme of which fits.
    public static func ranges(of text: String, to columns: Int, keepingWords: Bool = false) -> [Range<String.Index>] {
        guard columns > 0 else { return [] }
        func index(_ offset: Int) -> String.Index { text.utf8.index(text.startIndex, offsetBy: offset) }
        var lines: [Range<String.Index>] = []
        for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if paragraph.utf8.count <= columns {
                lines.append(paragraph.startIndex..<paragraph.endIndex)
            } else {
                let offset = text.utf8.distance(from: text.startIndex, to: paragraph.startIndex)
                lines += LineWrapper.lines(of: paragraph, at: offset, columns: columns, keepingWords: keepingWords)
                    .map { index($0.lowerBound)..<index($0.upperBound) }
            }
        }
        return lines
    }

    /// Where the lines stand that break where the width ends, and nowhere else: nothing of the text goes, so that code
    /// keeps its form.
    ///
    /// - Parameter text: A text each grapheme of which fits.
    public static func edgeRanges(of text: String, to columns: Int) -> [Range<String.Index>] {
        guard columns > 0 else { return [] }
        var lines: [Range<String.Index>] = []
        for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            var (start, used) = (paragraph.startIndex, 0)
            if paragraph.utf8.count > columns {
                for index in paragraph.indices {
                    let width = DisplayWidth.of(paragraph[index])
                    if used + width > columns {
                        lines.append(start..<index)
                        (start, used) = (index, 0)
                    }
                    used += width
                }
            }
            lines.append(start..<paragraph.endIndex)
        }
        return lines
    }
}

extension TextLayout {
    private static func blanks(_ count: Int) -> String {
        String(repeating: " ", count: count)
    }
}
