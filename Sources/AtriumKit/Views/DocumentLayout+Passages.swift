// SPDX-License-Identifier: GPL-3.0-or-later

/// How much of a document is copied at once.
package enum PassageUnit: Sendable {
    /// What stands between two blank lines, all of a piece of code, a table, a message.
    case block
    /// A line of the text, however many lines it takes here.
    case line
}

extension DocumentLayout {
    /// What of a document is copied together.
    struct Passage: Hashable {
        /// The lines that it takes here.
        let lines: Range<Int>
        /// What it says, without the breaks that the width makes.
        let text: String
    }

    /// What stands at a line; nil where nothing is to be copied.
    func passage(at line: Int, _ unit: PassageUnit) -> Passage? {
        guard let part = parts.last(where: { $0.start <= line }), let block = part.layout.block(of: line - part.start),
            let blocks = part.layout.blocks(around: block, unit),
            let first = part.layout.lines(ofBlock: blocks.lowerBound),
            let last = part.layout.lines(ofBlock: blocks.upperBound - 1)
        else { return nil }
        let lines = part.start + first.lowerBound..<part.start + max(first.lowerBound, last.upperBound)
        return lines.contains(line) ? Passage(lines: lines, text: part.layout.blocks[blocks].plainText) : nil
    }

    /// The nearest passage from a line on, or before it.
    func passage(from line: Int, by step: Int, _ unit: PassageUnit) -> Passage? {
        var line = line
        while line >= 0, line < count {
            if let passage = passage(at: line, unit) { return passage }
            line += step
        }
        return nil
    }
}

extension BlockLayout {
    /// The blocks that are copied together with one; nil where it says nothing.
    fileprivate func blocks(around block: Int, _ unit: PassageUnit) -> Range<Int>? {
        let kind = blocks[block].passageKind
        guard kind != .none else { return nil }
        func belongs(_ next: Int, _ before: Int) -> Bool {
            if blocks[before].goesOn { return true }
            guard unit == .block, kind != .alone else { return false }
            return blocks[next].passageKind == kind && blocks[before].passageKind == kind
        }
        var (start, end) = (block, block + 1)
        while start > 0, belongs(start, start - 1) { start -= 1 }
        while end < blocks.count, belongs(end, end - 1) { end += 1 }
        return start..<end
    }
}

extension Block {
    fileprivate enum PassageKind {
        case none, text, code, alone
    }

    fileprivate var passageKind: PassageKind {
        switch content {
        case .blank, .fence, .rule, .picture: .none
        case .paragraph: .text
        case .code: .code
        case .heading, .table, .fields, .message: .alone
        }
    }

    /// What it says, in lines as they are meant.
    fileprivate var plainText: String {
        switch content {
        case .blank, .fence, .picture: ""
        case .rule: "---"
        case .heading(let text, _): text.text
        case .paragraph(let text): sign + text.text
        case .code(let text): text
        case .table(let table): table.rows.map { $0.map(\.text).joined(separator: " | ") }.joined(separator: "\n")
        case .fields(let fields): fields.map { "\($0.label): \($0.value)" }.joined(separator: "\n")
        case .message(let message): message.lines.joined(separator: "\n")
        }
    }

    /// What stands before an item that begins here.
    private var sign: String {
        guard case .item(let sign, begins: true)? = containers.last else { return "" }
        switch sign {
        case .bullet: return "- "
        case .number(let number): return "\(number). "
        case .box(let isTicked): return isTicked ? "- [x] " : "- [ ] "
        case .reference(let number): return "[\(number)] "
        case .label(let text): return "\(text) "
        }
    }
}

extension Collection<Block> {
    /// What they say, in lines as they are meant.
    var plainText: String {
        var text = ""
        for block in self { text += block.plainText + (block.goesOn ? "" : "\n") }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}
