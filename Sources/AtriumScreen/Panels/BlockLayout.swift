// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumTerminal

/// Lays blocks out as lines of a given width, none of which is wider if there is any room at all.
///
/// Blocks are laid out on demand, from the first on; the ones so far make no difference to any of
/// them. Laid-out text is safe to show.
struct BlockLayout {
    /// A block with an identity, and its lines.
    struct Anchor: Hashable {
        let id: String
        let lines: Range<Int>
        let isUnseen: Bool
    }

    /// A picture, which is drawn over lines of its own once its size is known.
    struct PlacedPicture: Hashable {
        let picture: Block.Picture
        /// Its lines, none if its size is unknown, and the column in which it begins.
        let lines: Range<Int>
        let column: Int
        /// The most columns that it may take, and the number of its cells; `nil` if that is unknown.
        let room: Int
        let size: Size?
    }

    /// The part that the next block may continue.
    private enum Open {
        case text(ParagraphLayout)
        case table(TableLayout)
    }

    /// The laid-out blocks.
    private(set) var blocks: [Block]
    let columns: Int
    private let isTitleCut: Bool
    private let sizes: PictureSizes
    /// The pictures among the laid-out blocks.
    private(set) var pictures: [PlacedPicture] = []
    /// The lines of the laid-out blocks.
    private(set) var lines: [StyledText] = []
    /// The blocks with an identity among these.
    private(set) var anchors: [Anchor] = []
    /// With which line each of these blocks begins.
    private var starts: [Int] = []
    private var next: Int { starts.count }
    private var open: Open?
    /// Whether a text was ended that a further block would go on with.
    private var isCutShort = false

    /// A layout without any laid-out block.
    ///
    /// - Parameters:
    ///   - isTitleCut: Whether the border has no room for the whole title.
    ///   - sizes: The sizes of the pictures.
    init(_ blocks: [Block], columns: Int, isTitleCut: Bool, sizes: PictureSizes = PictureSizes()) {
        self.blocks = blocks
        self.columns = columns
        self.isTitleCut = isTitleCut
        self.sizes = sizes
    }

    /// Adds more blocks after the present ones; returns `false` if those have changed.
    mutating func adopt(_ blocks: [Block]) -> Bool {
        if blocks.count == self.blocks.count { return blocks == self.blocks }
        guard !isCutShort, blocks.starts(with: self.blocks) else { return false }
        self.blocks = blocks
        return true
    }

    /// Whether all blocks are laid out.
    var isWhole: Bool { next == blocks.count }

    /// Lays out blocks until there are this many lines, or all.
    ///
    /// - Parameters:
    ///   - last: The number of a block that is laid out in any case.
    ///   - areAll: Whether there are no more blocks to come, which may continue the last one.
    mutating func layOut(_ count: Int, through last: Int = -1, areAll: Bool = true) {
        while lines.count < count || next <= last, next < blocks.count {
            let block = blocks[next]
            let isShown =
                switch block.condition {
                case .titleIsCut: isTitleCut
                case .titleIsWhole: !isTitleCut
                case .always, .isTitle: true
                }
            let begun = isShown ? takeOpen(for: block.content) : nil
            let start = lines.count
            starts.append(start)
            guard isShown else { continue }
            if columns > 0 { add(block, begun) }
            if let id = block.id {
                anchors.append(Anchor(id: id, lines: start..<lines.count, isUnseen: block.isUnseen))
            }
        }
        if areAll, next == blocks.count, open != nil {
            close()
            isCutShort = true
        }
    }

    /// The number of the block that a line belongs to.
    func block(of line: Int) -> Int? {
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= line { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }

    /// Whether a line goes on with the text of the line before.
    func goesOn(at line: Int) -> Bool {
        guard let number = block(of: line) else { return false }
        switch blocks[number].content {
        case .heading, .paragraph, .code: return starts[number] < line || number > 0 && blocks[number - 1].goesOn
        default: return false
        }
    }

    /// The lines of a block, so far as it is laid out.
    func lines(ofBlock number: Int) -> Range<Int>? {
        guard starts.indices.contains(number) else { return nil }
        return starts[number]..<(number + 1 < starts.count ? starts[number + 1] : lines.count)
    }

    /// The part that a block continues; any other open part is ended.
    private mutating func takeOpen(for content: Block.Content) -> Open? {
        switch (content, open) {
        case (.heading, .text), (.paragraph, .text), (.code, .text), (.table, .table):
            defer { open = nil }
            return open
        default:
            close()
            return nil
        }
    }

    private mutating func close() {
        if case .text(var text) = open { lines += text.takeLines(goesOn: false) }
        open = nil
    }

    private mutating func add(_ block: Block, _ begun: Open?) {
        let margin = BlockMargin(block.containers)
        switch block.content {
        case .blank: lines += margin.lead.wrapped(to: columns)
        case .heading(let text, let level):
            add(text.marked(Self.marks(ofHeading: level)), margin, begun, goesOn: block.goesOn)
        case .paragraph(let text): add(text.marked(margin.marks), margin, begun, goesOn: block.goesOn)
        case .code(let text):
            var code = margin
            code.lead.append("  ", .faint)
            // A line that continues is distinguished from the next one.
            code.indent += "› "
            add(StyledText(text), code, begun, goesOn: block.goesOn, isCode: true)
        case .fence: addAcross("╌", 12, margin)
        case .rule: addAcross("─", columns, margin)
        case .table(let table): add(table, margin, begun, goesOn: block.goesOn)
        case .fields(let fields): add(fields)
        case .message(let message): add(message)
        case .picture(let picture): add(picture, margin)
        }
    }

    /// Adds the lines over which a picture is drawn; a press on them follows it.
    private mutating func add(_ picture: Block.Picture, _ margin: BlockMargin) {
        let hasMargin = margin.hasRoom(in: columns)
        let column = hasMargin ? margin.width : 0
        let size = sizes.cells(of: picture, columns: columns - column)
        let start = lines.count
        for _ in 0..<(size?.rows ?? 0) {
            var line = StyledText(hasMargin ? margin.indent : "", .faint)
            line.append(String(repeating: " ", count: size?.columns ?? 0), link: picture.link)
            lines.append(line)
        }
        pictures.append(
            PlacedPicture(
                picture: picture, lines: start..<lines.count, column: column, room: columns - column, size: size))
    }

    private static func marks(ofHeading level: Int) -> Marks {
        switch level {
        case ...1: [.strong, .accented, .underlined]
        case 2: [.strong, .accented]
        default: .strong
        }
    }

    private mutating func addAcross(_ sign: String, _ count: Int, _ margin: BlockMargin) {
        var line = margin.lead
        line.append(String(repeating: sign, count: max(1, min(count, columns - margin.width))), .faint)
        lines += line.wrapped(to: columns)
    }

    /// Adds a text in the necessary lines, after a margin if there is room for one.
    private mutating func add(
        _ text: StyledText, _ margin: BlockMargin, _ begun: Open?, goesOn: Bool, isCode: Bool = false
    ) {
        var paragraph = ParagraphLayout(margin, columns: columns, isCode: isCode)
        if case .text(let begun) = begun { paragraph = begun }
        paragraph.append(text)
        lines += paragraph.takeLines(goesOn: goesOn)
        if goesOn { open = .text(paragraph) }
    }

    private mutating func add(_ table: Block.Table, _ margin: BlockMargin, _ begun: Open?, goesOn: Bool) {
        let hasMargin = margin.hasRoom(in: columns)
        var layout = TableLayout(table, columns: hasMargin ? columns - margin.width : columns, goesOn: goesOn)
        var lead = margin.lead
        if case .table(let begun) = begun {
            layout = begun
            lead = StyledText(margin.indent, .faint)
        } else if !hasMargin, !margin.indent.isEmpty {
            lines += margin.lead.wrapped(to: columns)
        }
        for row in layout.lines(of: table.rows) {
            guard hasMargin else {
                lines.append(row)
                continue
            }
            lead.append(row)
            lines.append(lead)
            lead = StyledText(margin.indent, .faint)
        }
        if goesOn { open = .table(layout) }
    }

    /// Adds facts, each beside its name, or below it if there is no room for one of them.
    private mutating func add(_ fields: [Block.Field]) {
        let labels = fields.map { Sanitizer.visible($0.label) }
        let values = fields.map { StyledText($0.value.isEmpty ? "–" : Sanitizer.visible($0.value)) }
        let width = 2 + (labels.map { DisplayWidth.of($0) }.max() ?? 0)
        let room = columns - width
        // Sentences need more room than single words, which are not broken.
        let isBeside = room >= 8 && (room >= columns / 3 || values.allSatisfy { $0.widestLine <= room })
        for (value, label) in zip(values, labels) {
            guard isBeside else {
                lines += StyledText(label, .faint).wrapped(to: columns)
                let indent = columns >= 16 ? "  " : ""
                for part in value.wrapped(to: columns - indent.utf8.count) {
                    var line = StyledText(indent)
                    line.append(part)
                    lines.append(line)
                }
                continue
            }
            for (index, part) in value.wrapped(to: room).enumerated() {
                var line = StyledText(TextLayout.pad(index == 0 ? label : "", to: width), .faint)
                line.append(part)
                lines.append(line)
            }
        }
    }

    /// Adds a message behind its head, with its author before the text and its state behind it; below the head if there
    /// is no room.
    private mutating func add(_ message: Block.Message) {
        let head = Sanitizer.visible(message.head)
        let width = DisplayWidth.of(head) + 1
        let isBeside = columns - width >= 16
        let indent = isBeside ? width : columns >= 8 ? 1 : 0
        let blank = String(repeating: " ", count: indent)
        var text = StyledText(message.name.map { $0 + ": " } ?? "", [.strong, .accented])
        text.append(message.lines.joined(separator: "\n"), message.isOwn ? .accented : [])
        var parts = text.visible.wrapped(to: columns - indent)
        if !message.status.spans.isEmpty {
            var status = StyledText(" · ", .faint)
            status.append(message.status.visible)
            let end = (parts.last?.width ?? 0) + status.width
            if end <= columns - indent, !parts.isEmpty {
                parts[parts.count - 1].append(status)
            } else {
                parts += message.status.visible.wrapped(to: columns - indent)
            }
        }
        if !isBeside { lines += StyledText(head, .faint).wrapped(to: columns) }
        for (number, part) in parts.enumerated() {
            var line = isBeside && number == 0 ? StyledText(head + " ", .faint) : StyledText(blank)
            line.append(part)
            lines.append(line)
        }
        if isBeside, parts.isEmpty { lines.append(StyledText(head, .faint)) }
    }
}

/// The margin before a block’s first line and before the others: bars of quotations and signs of items.
struct BlockMargin {
    var lead = StyledText()
    var indent = ""
    /// The style of text from its containers.
    var marks: Marks = []
    var width: Int { DisplayWidth.of(indent) }

    /// Whether there is one, and it leaves room for the text after it; otherwise the text counts more.
    func hasRoom(in columns: Int) -> Bool { !indent.isEmpty && columns - width >= 8 }

    init(_ containers: [Block.Container]) {
        for container in containers {
            switch container {
            case .quote:
                lead.append("▏ ", .faint)
                indent += "▏ "
                marks.insert(.stressed)
            case .item(let sign, let begins):
                let text = Self.text(of: sign) + " "
                let blanks = String(repeating: " ", count: DisplayWidth.of(text))
                if case .reference = sign { lead.append(text, .faint) } else { lead.append(begins ? text : blanks) }
                indent += blanks
                if sign == .box(isTicked: true) { marks.insert(.faint) }
            }
        }
    }

    private static func text(of sign: Block.Sign) -> String {
        switch sign {
        case .bullet: "•"
        case .number(let number): "\(number)."
        case .box(let isTicked): isTicked ? "☑" : "☐"
        case .reference(let number): "[\(number)]"
        case .label(let text): Sanitizer.visible(text)
        }
    }
}

/// A text that is broken into lines, piece by piece.
struct ParagraphLayout {
    /// The rest of the text, the number of its bytes, and that number at the last attempt.
    private var text: StyledText
    private var size = 0
    private var triedSize = 0
    private var lead: StyledText
    private let indent: StyledText
    private let columns: Int
    private let isCode: Bool

    /// - Parameter isCode: Whether it keeps its form, and breaks only at line ends.
    init(_ margin: BlockMargin, columns: Int, isCode: Bool = false) {
        self.isCode = isCode
        let hasMargin = margin.hasRoom(in: columns)
        text = hasMargin ? StyledText() : margin.lead
        lead = hasMargin ? margin.lead : StyledText()
        indent = hasMargin ? StyledText(margin.indent, .faint) : StyledText()
        self.columns = hasMargin ? columns - margin.width : columns
    }

    mutating func append(_ more: StyledText) {
        text.append(more)
        size += more.size
    }

    /// The next lines, and with `goesOn` only those that no later text changes.
    mutating func takeLines(goesOn: Bool) -> [StyledText] {
        // A megabyte of blanks makes no line: each piece of it must not be tried again with each other.
        guard !goesOn || size >= 2 * triedSize else { return [] }
        let (lines, end) =
            goesOn
            ? text.visible.wrappedBeginning(to: columns, isCode: isCode)
            : (isCode ? text.visible.wrappedCode(to: columns) : text.visible.wrapped(to: columns), StyledText())
        text = end
        size = end.size
        triedSize = size
        guard !indent.spans.isEmpty else { return lines }
        return lines.map { line in
            var whole = lead
            whole.append(line)
            lead = indent
            return whole
        }
    }
}

extension StyledText {
    /// The number of its bytes.
    fileprivate var size: Int { spans.reduce(0) { $0 + $1.text.utf8.count } }
}
