// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession

/// Writes lines of Markdown: text with its blanks drawn together, lists, emphasis and blocks of code.
struct ENMLLines {
    private var lines: [String] = []
    private var line = ""
    /// The beginning of the next text, such as a dash; dropped if no text follows.
    private var marker: String?
    private var lists: [ENMLList] = []
    private var spans: [ENMLSpan] = []
    /// The last mark, if nothing followed it.
    private var closed: String?
    /// The lines of the current block of code.
    private var code: [String]?
    private var keepsNewlines = false
    /// The language of that block; empty for none.
    private var codeLanguage = ""
    /// The current link within that block, and its text.
    private var codeLink: (target: String, text: String)?
    /// The targets of the links of that block, which code cannot express.
    private var codeTargets: [String] = []

    /// Whether a block of code is being written.
    var isCode: Bool { code != nil }
    /// Whether nothing stands on the line yet.
    var isAtStart: Bool { line.isEmpty }

    /// All lines, without blank ones at the end and, unless those are kept, at the start.
    mutating func finished(keepingStart keepsStart: Bool) -> String {
        breakLine()
        let written = lines.trimmingBlank()
        return (keepsStart ? lines[..<written.endIndex] : written).joined(separator: "\n")
    }
}

extension ENMLLines {
    /// Adds text; white space becomes one blank but for that of code.
    mutating func append(_ piece: String) {
        if isCode {
            for character in piece { appendCode(character) }
            return
        }
        // All at once, or words: a character at a time costs more than all else of a note.
        var rest = piece.unicodeScalars[...]
        if Self.isPlain(piece) {
            if rest.first == " " {
                appendBlank()
                rest = rest.dropFirst()
            }
            if !rest.isEmpty { appendWhole(String(rest)) }
            return
        }
        while let first = rest.first {
            let word = rest.prefix { !Self.isBlank($0) }
            if !word.isEmpty {
                appendWhole(String(word))
                rest = rest[word.endIndex...]
                continue
            }
            rest = rest.dropFirst()
            if first == "\u{A0}" {
                line += " "
                closed = nil
            } else {
                appendBlank()
            }
        }
    }

    private mutating func appendBlank() {
        guard !line.isEmpty, line.utf8.last != UInt8(ascii: " ") else { return }
        line += " "
        closed = nil
    }

    /// Whether all white space of a text is single blanks, as far as its bytes show.
    private static func isPlain(_ piece: String) -> Bool {
        var last: UInt8 = 0
        for byte in piece.utf8 {
            // Other white space than that of ASCII begins with one of these bytes.
            if byte < 0x20 || [0xC2, 0xE1, 0xE2, 0xE3].contains(byte) || byte == 0x20 && last == 0x20 { return false }
            last = byte
        }
        return true
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar == " " || (9...13).contains(scalar.value) : scalar.properties.isWhitespace
    }

    /// Adds text as it is, such as the link of a picture.
    mutating func appendWhole(_ text: String) {
        openSpans()
        line += text
        closed = nil
    }

    /// Adds a line of its own.
    mutating func appendLine(_ text: String) {
        breakLine()
        lines.append(takePrefix() + text)
    }

    /// Makes the next text a heading.
    mutating func startHeading(_ level: Int) {
        if !isCode { marker = (marker ?? "") + String(repeating: "#", count: level) + " " }
    }

    /// Adds a check box, before the text of its line or within it.
    mutating func appendBox(isChecked: Bool) {
        let box = isChecked ? "[x] " : "[ ] "
        if isCode || !line.isEmpty {
            appendWhole(box)
        } else {
            // Within a list the item has its dash already.
            marker = (marker ?? "- ") + box
        }
    }

    /// Adds a line across the page.
    mutating func appendRule() {
        breakLine()
        lines.append("---")
    }

    /// Ends the line if it has any text.
    mutating func breakLine() {
        if !line.isEmpty { endLine() }
    }

    /// Ends the line, which may be a blank one.
    mutating func endLine() {
        defer { line = "" }
        guard code == nil else {
            code?.append(line)
            return
        }
        line.trimEnd()
        for index in spans.indices.reversed() where spans[index].isOpen {
            line += spans[index].closer
            spans[index].isOpen = false
        }
        closed = nil
        if !line.isEmpty {
            lines.append(takePrefix() + line)
        } else if marker == nil {
            lines.append("")
        }
    }

    /// Drops the beginning of a heading or an item without text.
    mutating func dropMarker() { marker = nil }

    /// Drops the beginning of a line outside of lists without text.
    mutating func dropMarkerOutsideLists() {
        if lists.isEmpty { marker = nil }
    }
}

extension ENMLLines {
    mutating func startList(_ list: ENMLList) { lists.append(list) }

    mutating func endList() { _ = lists.popLast() }

    /// Makes the next text an item of the list.
    mutating func startItem(isChecked: Bool?) {
        guard !isCode else { return }
        if lists.isEmpty {
            var list = ENMLList(isOrdered: false, isChecklist: false)
            marker = list.next(isChecked: isChecked)
        } else {
            marker = lists[lists.count - 1].next(isChecked: isChecked)
        }
    }

    /// The blanks that put a line below its item, and the mark if it begins one.
    private mutating func takePrefix() -> String {
        defer { marker = nil }
        let outer = marker == nil ? lists[...] : lists.dropLast()
        // A note of nothing but nested lists must not grow without bounds.
        let width = outer.prefix(Self.deepestIndent).reduce(0) { $0 + $1.width }
        return String(repeating: " ", count: width) + (marker ?? "")
    }

    private static let deepestIndent = 20
    /// The deepest nesting of spans: the address of a deeper link is text.
    private static let deepestSpan = 32
}

extension ENMLLines {
    /// Begins a span; `false` if the text is in one like it, or in code, where marks are text.
    ///
    /// A link within code goes around that part of it.
    mutating func open(_ span: ENMLSpan) -> Bool {
        if isCode {
            guard codeLink == nil, let target = span.target else { return false }
            codeLink = (target, "")
            return true
        }
        // A link within a link, or deeper than any text is read, keeps its address as text.
        let same = spans.first { $0.opener == span.opener }
        guard same == nil, spans.count < Self.deepestSpan else {
            if let target = span.target, target != same?.target { appendWhole(target + " ") }
            return false
        }
        guard let code = spans.firstIndex(where: { $0.opener == "`" }) else {
            spans.append(span)
            return true
        }
        guard span.target != nil else { return false }
        suspend(code)
        var span = span
        span.isInCode = true
        spans.insert(span, at: code)
        return true
    }

    /// Ends the mark of a span, which begins again with the next text.
    private mutating func suspend(_ index: Int) {
        guard spans[index].isOpen else { return }
        let hasBlank = line.last == " "
        line.trimEnd()
        line += spans[index].closer + (hasBlank ? " " : "")
        spans[index].isOpen = false
        closed = nil
    }

    /// Ends the last span.
    mutating func closeSpan() {
        if isCode {
            if let link = codeLink, link.text != link.target { codeTargets.append(link.target) }
            codeLink = nil
            return
        }
        if spans.count > 1, spans[spans.count - 2].isInCode {
            suspend(spans.count - 1)
            spans.swapAt(spans.count - 1, spans.count - 2)
            if !spans[spans.count - 1].wasOpen, let target = spans[spans.count - 1].target {
                let code = spans.remove(at: spans.count - 2)
                appendWhole(target)
                spans.insert(code, at: spans.count - 1)
            }
        }
        if let span = spans.last, let target = span.target, !span.wasOpen {
            // A link without a text is still a link.
            appendWhole(target)
        }
        guard let span = spans.popLast(), span.isOpen else { return }
        // A blank before the closing mark would make it text.
        let hasBlank = line.last == " "
        line.trimEnd()
        line += span.closer + (hasBlank ? " " : "")
        closed = hasBlank || span.target != nil ? nil : span.closer
    }

    private mutating func openSpans() {
        guard !isCode else { return }
        for index in spans.indices where !spans[index].isOpen {
            if closed == spans[index].opener {
                // Two pieces of the same look are one.
                line.removeLast(spans[index].opener.count)
            } else {
                line += spans[index].opener
            }
            closed = nil
            spans[index].isOpen = true
            spans[index].wasOpen = true
        }
    }
}

extension ENMLLines {
    /// Begins a block of code; `keepsNewlines` is `false` if blocks alone make lines.
    mutating func startCode(_ language: String, keepsNewlines: Bool) {
        breakLine()
        codeLanguage = language
        code = []
        self.keepsNewlines = keepsNewlines
    }

    /// Ends the block of code.
    mutating func endCode() {
        breakLine()
        let written = (code ?? []).trimmingBlank()
        code = nil
        codeLink = nil
        defer { codeTargets = [] }
        guard !written.isEmpty else { return }
        // CommonMark 4.5: the fence is longer than any within.
        let longest = written.map { $0.drop { $0 == " " }.prefix { $0 == "`" }.count }.max() ?? 0
        let fence = String(repeating: "`", count: max(3, longest + 1))
        lines.append(takePrefix() + fence + codeLanguage)
        let prefix = takePrefix()
        lines += written.map { $0.isEmpty ? "" : prefix + $0 } + [prefix + fence]
        lines += codeTargets.map { target in
            let link = ENMLSpan.link(target)
            return prefix + link.opener + target + link.closer
        }
    }

    private mutating func appendCode(_ character: Character) {
        codeLink?.text.append(character)
        if !character.isNewline {
            line.append(character == "\u{A0}" ? " " : character)
        } else if keepsNewlines || line.contains(where: { !$0.isWhitespace }) {
            endLine()
        } else {
            line = ""
        }
    }
}

extension String {
    fileprivate mutating func trimEnd() {
        while last == " " { removeLast() }
    }
}

extension [String] {
    /// The lines from the first to the last one with text.
    fileprivate func trimmingBlank() -> ArraySlice<String> {
        trimmed { $0.allSatisfy(\.isWhitespace) }
    }
}

/// The current list.
struct ENMLList {
    /// Whether its items have numbers.
    let isOrdered: Bool
    /// Whether its items have check boxes.
    let isChecklist: Bool
    private var number: Int

    /// - Parameter start: The number of the first item.
    init(isOrdered: Bool, isChecklist: Bool, start: Int = 1) {
        // More digits begin no list (CommonMark 0.31.2, 5.2).
        number = min(max(0, start), 999_999) - 1
        self.isOrdered = isOrdered
        self.isChecklist = isChecklist
    }

    /// The beginning of the next item.
    mutating func next(isChecked: Bool?) -> String {
        number += 1
        let box = isChecked ?? (isChecklist ? false : nil)
        return bullet + (box.map { $0 ? "[x] " : "[ ] " } ?? "")
    }

    /// The indentation of the lines below an item’s first; in columns.
    var width: Int { bullet.count }

    private var bullet: String { isOrdered ? "\(number). " : "- " }
}

/// Marks of Markdown around a piece of text, written when there is something to stand between them.
struct ENMLSpan {
    /// The text before the span.
    let opener: String
    /// The text after it.
    let closer: String
    /// The target of a link; `nil` for other spans.
    let target: String?
    /// Whether it stands within code that began before it.
    var isInCode = false
    /// Whether the opener is on the current line.
    var isOpen = false
    /// Whether it stood on any line.
    var wasOpen = false

    /// Text between two equal marks.
    static func emphasis(_ mark: String) -> Self { Self(opener: mark, closer: mark, target: nil) }

    /// A link to an address.
    static func link(_ target: String) -> Self {
        Self(opener: "[", closer: AddressLink.closer(target), target: target)
    }
}
