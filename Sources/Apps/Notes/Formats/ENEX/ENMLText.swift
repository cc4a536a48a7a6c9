// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumHypertext
import NotesLogic

/// Converts Evernote’s markup (ENML, a part of XHTML) to Markdown: headings, lists, check boxes, code, emphasis, links.
struct ENMLText {
    private var tokens: MarkupTokens
    private var lines = ENMLLines()
    private var elements: [ENMLElement] = []
    /// The number of open elements of each name.
    private var open: [String: Int] = [:]
    private var cells = 0
    /// The open tables: the number of rows of each so far, and of cells of the last one.
    private var tables: [(rows: Int, cells: Int)] = []
    /// The bytes of the current encrypted part, in base64.
    private var cipher = ""
    private let media: [String: String]
    private let tasks: [String: [String]]
    private let attachments: [AttachmentDraft]
    /// Whether the document is of an export of this program.
    private let isOwn: Bool
    /// The number of open elements since the one whose text does not count; 0 outside of it.
    private var skipped = 0
    private var result = Result()

    /// The content of a document.
    struct Result {
        /// The text; of a broken document all of it, some perhaps with markup in it.
        var text = ""
        /// Whether parts of it are encrypted.
        var hasEncrypted = false
        /// The line, from 1, from which it is broken.
        var brokenLine: Int?
        /// The pictures whose bytes stand in the text itself.
        var pictures: [AttachmentDraft] = []
        /// The names of such pictures that cannot be read.
        var broken: [String] = []
        /// The missing attachments, by their types or hashes.
        var missing: [String] = []
        /// The places of the found tasks.
        var groups: Set<String> = []
    }

    private init(
        _ document: String, media: [String: String], tasks: [String: [String]], attachments: [AttachmentDraft],
        isOwn: Bool
    ) {
        self.isOwn = isOwn
        tokens = MarkupTokens(Array(document.utf8))
        self.media = media
        self.tasks = tasks
        self.attachments = attachments
    }

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - links: The replacements of attachments, by their hashes; others leave a mark.
    ///   - attachments: The note’s other attachments, so that no picture of the text gets a name of theirs.
    ///   - tasks: The replacements of the places of tasks, by their names.
    ///   - isOwn: Whether the document is of an export of this program, which keeps blank lines at the start and says how
    ///     attachments were linked.
    static func text(
        of document: String, links: [String: String] = [:], beside attachments: [AttachmentDraft] = [],
        tasks: [String: [String]] = [:], isOwn: Bool = false
    ) -> Result {
        var reader = ENMLText(document, media: links, tasks: tasks, attachments: attachments, isOwn: isOwn)
        reader.read()
        reader.result.text = reader.lines.finished(keepingStart: isOwn)
        reader.result.brokenLine = reader.tokens.brokenLine
        return reader.result
    }

    private mutating func read() {
        while let token = tokens.next() {
            switch token {
            case .start(let name, let attributes, let isClosed):
                start(ENMLTag(name: name, attributes: attributes, isClosed: isClosed))
            case .end(let name): end(name)
            case .text(let piece): add(piece)
            }
        }
        if !elements.isEmpty { tokens.noteFault() }
        while !elements.isEmpty { close() }
    }

    private mutating func add(_ piece: String) {
        guard skipped == 0 else { return }
        guard elements.last?.tag.name != "en-crypt" else {
            cipher += piece.filter { !$0.isWhitespace }
            return
        }
        if elements.isEmpty, !piece.allSatisfy(\.isWhitespace) { tokens.noteFault() }
        // Within a row, the sign would begin another cell.
        lines.append(cells > 0 && !lines.isCode ? piece.replacing("|", with: "\\|") : piece)
    }

    private mutating func start(_ tag: ENMLTag) {
        if elements.last?.tag.name == "en-crypt" {
            tokens.noteFault()
            close()
        }
        var element = ENMLElement(tag: tag)
        if skipped == 0 {
            if breaksLine(tag) {
                lines.breakLine()
            } else if tag.isBlock, cells > 0, !["td", "th"].contains(tag.name) {
                lines.append(" ")
            }
            if let group = tag.taskGroup, let tasks = tasks[group], !tag.isVoid, !tag.isClosed {
                for task in tasks { lines.appendLine("- " + task) }
                result.groups.insert(group)
                skipped = 1
            } else if isOwn, tag.style.contains(ENEXWriter.attached), !tag.isClosed {
                skipped = 1
            } else {
                write(tag)
            }
        } else if !tag.isVoid {
            skipped += 1
        }
        guard !tag.isVoid else { return }
        if skipped == 0 {
            if tag.isCode, !lines.isCode {
                lines.startCode(tag.codeLanguage, keepsNewlines: tag.name == "pre")
                element.isCode = true
            }
            for span in tag.spans where lines.open(span) { element.spans += 1 }
        }
        elements.append(element)
        open[tag.name, default: 0] += 1
        if tag.isClosed { close() }
    }

    private mutating func write(_ tag: ENMLTag) {
        switch tag.name {
        case "h1", "h2", "h3", "h4", "h5", "h6": lines.startHeading(Int(tag.name.dropFirst()) ?? 1)
        case "ul", "ol":
            lines.startList(
                ENMLList(
                    isOrdered: tag.name == "ol", isChecklist: tag.isChecklist,
                    start: tag.attributes["start"].flatMap { Int($0) } ?? 1))
        // Within a row an item cannot begin a line.
        case "li":
            if cells == 0 || lines.isCode { lines.startItem(isChecked: tag.isChecked) } else { lines.append("- ") }
        case "en-todo": lines.appendBox(isChecked: tag.attributes["checked"] == "true")
        case "br": if cells > 0, !lines.isCode { lines.append(" ") } else { lines.endLine() }
        case "hr": lines.appendRule()
        case "table": tables.append((0, 0))
        case "tr": if !tables.isEmpty { tables[tables.count - 1].cells = 0 }
        case "td", "th":
            if !tables.isEmpty { tables[tables.count - 1].cells += 1 }
            if !lines.isAtStart {
                lines.append(" | ")
            } else if tables.last.map({ $0.cells > 1 }) == true {
                lines.appendWhole(" | ")
            }
            cells += 1
        case "img":
            // A picture at an address stays there, and can be followed.
            if let source = tag.attributes["src"], !source.isEmpty {
                lines.appendWhole(picture(source, tag.attributes["alt"] ?? ""))
            }
        case "en-media":
            let link = tag.attributes["hash"].flatMap { media[$0.lowercased()] }
            if link == nil {
                result.missing.append(tag.attributes["type"] ?? tag.attributes["hash"] ?? "attachment")
            }
            lines.appendWhole(
                link.map { spelled(tag, as: $0) } ?? "[\(tag.attributes["type"] ?? "attachment")]")
        case "en-crypt":
            result.hasEncrypted = true
            cipher = ""
        default: break
        }
    }

    /// The link to an attachment as our own export says it, unless the attachment has another name now.
    private func spelled(_ tag: ENMLTag, as link: String) -> String {
        guard isOwn, let said = tag.attributes["title"], let name = References(link).all.first?.name,
            References(said).all.first?.name == name
        else { return link }
        return said
    }

    /// Writes an encrypted part as it is, for those with the password.
    private mutating func writeEncrypted(_ tag: ENMLTag) {
        let attributes = ["hint", "cipher", "length"].compactMap { name in
            tag.attributes[name].map {
                " \(name)=\"\(HTML.escaped($0).replacing("`", with: "&#96;").replacing("|", with: "&#124;"))\""
            }
        }
        let whole = "<en-crypt\(attributes.joined())>\(cipher)</en-crypt>"
        lines.appendWhole(lines.isCode ? whole : "`\(whole)`")
    }

    private mutating func end(_ name: String) {
        // Tags such as <en-todo></en-todo> ended when they began.
        guard !ENMLTag(name: name, attributes: [:], isClosed: true).isVoid else { return }
        guard open[name, default: 0] > 0 else { return tokens.noteFault() }
        while let last = elements.last?.tag.name, last != name {
            tokens.noteFault()
            close()
        }
        close()
    }

    /// Ends the last element.
    private mutating func close() {
        guard let element = elements.popLast() else { return }
        open[element.tag.name, default: 0] -= 1
        guard skipped == 0 else {
            skipped -= 1
            return
        }
        for _ in 0..<element.spans { lines.closeSpan() }
        if breaksLine(element.tag) {
            lines.breakLine()
        } else if element.tag.isBlock {
            lines.append(" ")
        }
        if element.isCode { lines.endCode() }
        switch element.tag.name {
        case "en-crypt": writeEncrypted(element.tag)
        case "ul", "ol": lines.endList()
        case "td", "th": cells -= 1
        case "tr": closeRow()
        case "table": _ = tables.popLast()
        case "li", "h1", "h2", "h3", "h4", "h5", "h6": lines.dropMarker()
        default: if element.tag.isBlock { lines.dropMarkerOutsideLists() }
        }
    }

    /// Below the first row of a table stands the line that makes it one (GFM 0.29, 4.10).
    private mutating func closeRow() {
        guard let table = tables.last else { return }
        tables[tables.count - 1].rows += 1
        if table.rows == 0, table.cells > 1, tables.count == 1, !lines.isCode {
            lines.appendWhole(Array(repeating: "---", count: min(table.cells, 1_000)).joined(separator: " | "))
            lines.breakLine()
        }
    }

    /// A picture at an address, or with its bytes in the address (RFC 2397).
    private mutating func picture(_ source: String, _ text: String) -> String {
        guard !source.lowercased().hasPrefix("data:") else { return inlinePicture(source, text) }
        let needsBrackets = source.contains { $0.isWhitespace || $0 == "(" || $0 == ")" }
        let label = String(text.map { $0.isNewline || $0 == "[" || $0 == "]" ? " " : $0 })
        return "![\(label)](" + (needsBrackets ? "<\(source)>" : source) + ")"
    }

    private mutating func inlinePicture(_ source: String, _ text: String) -> String {
        let comma = source.firstIndex(of: ",") ?? source.endIndex
        let words = source[..<comma].dropFirst(5).lowercased().split(separator: ";")
        var data = Base64Reader(limit: AttachmentDraft.largest)
        if words.last == "base64" { data.append(Array(source[comma...].dropFirst().utf8).span) }
        data.finish()
        guard data.isSound, !data.isTooLong, !data.bytes.isEmpty else {
            result.broken.append(text.isEmpty ? "image" : text)
            return "[\(text.isEmpty ? "image" : text)]"
        }
        var draft = AttachmentDraft(named: "image", type: words.first.map(String.init), bytes: data.bytes)
        if let known = result.pictures.first(where: { $0.digest == draft.digest }) {
            return Attachment.link(to: known.name, isPicture: true)
        }
        draft.name = AttachmentName.free(draft.name, among: (attachments + result.pictures).map(\.name))
        result.pictures.append(draft)
        return Attachment.link(to: draft.name, isPicture: true)
    }

    private static let cellBlocks: Set<String> = ["div", "p", "ul", "ol", "li", "blockquote"]

    /// Whether lines begin before and after the element: within a row of a table, paragraphs go on.
    private func breaksLine(_ tag: ENMLTag) -> Bool {
        tag.isBlock && !(cells > 0 && !lines.isCode && Self.cellBlocks.contains(tag.name))
    }
}

/// An open element, and the data to undo at its end.
struct ENMLElement {
    let tag: ENMLTag
    /// The number of spans that it began.
    var spans = 0
    /// Whether it began a block of code.
    var isCode = false
}
