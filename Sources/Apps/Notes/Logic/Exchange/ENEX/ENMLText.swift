// SPDX-License-Identifier: GPL-3.0-or-later

/// Makes Markdown of Evernote’s markup (ENML, a part of XHTML): headings, lists, check boxes, code, emphasis and links.
struct ENMLText {
    private var tokens: ENMLTokens
    private var lines = ENMLLines()
    private var elements: [ENMLElement] = []
    /// How many elements of each name are open.
    private var open: [String: Int] = [:]
    private var cells = 0
    /// The tables that are open: how many rows each has so far, and how many cells the last one.
    private var tables: [(rows: Int, cells: Int)] = []
    private var hasEncrypted = false
    private let media: [String: String]

    private init(_ document: String, media: [String: String]) {
        tokens = ENMLTokens(document)
        self.media = media
    }

    /// The text of a document, whether parts of it were encrypted, and the line, from 1, from which it is broken.
    ///
    /// Of a broken document all text is there, some of it perhaps with markup in it.
    ///
    /// - Parameter links: What stands in the place of attachments, by their hashes; others leave a mark.
    static func text(
        of document: String, links: [String: String] = [:]
    ) -> (text: String, hasEncrypted: Bool, brokenLine: Int?) {
        var reader = ENMLText(document, media: links)
        reader.read()
        return (reader.lines.finished(), reader.hasEncrypted, reader.tokens.brokenLine)
    }

    private mutating func read() {
        while let token = tokens.next() {
            switch token {
            case .start(let tag): start(tag)
            case .end(let name): end(name)
            case .text(let piece): add(piece)
            }
        }
        if !elements.isEmpty { tokens.noteFault() }
        while !elements.isEmpty { close() }
    }

    private mutating func add(_ piece: String) {
        // Nobody can read what is encrypted; its place is marked.
        guard elements.last?.tag.name != "en-crypt" else { return }
        if elements.isEmpty, !piece.allSatisfy(\.isWhitespace) { tokens.noteFault() }
        // Within a row, the sign would begin another cell.
        lines.append(cells > 0 && !lines.isCode ? piece.replacing("|", with: "\\|") : piece)
    }

    private mutating func start(_ tag: ENMLTag) {
        if elements.last?.tag.name == "en-crypt" {
            tokens.noteFault()
            close()
        }
        if breaksLine(tag) { lines.breakLine() }
        write(tag)
        guard !tag.isVoid else { return }
        var element = ENMLElement(tag: tag)
        if tag.isCode, !lines.isCode {
            lines.startCode(keepsNewlines: tag.name == "pre")
            element.isCode = true
        }
        for span in tag.spans where lines.open(span) { element.spans += 1 }
        elements.append(element)
        open[tag.name, default: 0] += 1
        if tag.isClosed { close() }
    }

    private mutating func write(_ tag: ENMLTag) {
        switch tag.name {
        case "h1", "h2", "h3", "h4", "h5", "h6": lines.startHeading(Int(tag.name.dropFirst()) ?? 1)
        case "ul", "ol": lines.startList(ENMLList(isOrdered: tag.name == "ol", isChecklist: tag.isChecklist))
        case "li": lines.startItem(isChecked: tag.isChecked)
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
            // A picture that is elsewhere stays there, and can be followed.
            if let source = tag.attributes["src"], !source.isEmpty {
                lines.appendWhole(Self.picture(source, tag.attributes["alt"] ?? ""))
            }
        case "en-media":
            let link = tag.attributes["hash"].flatMap { media[$0.lowercased()] }
            lines.appendWhole(link ?? "[\(tag.attributes["type"] ?? "attachment")]")
        case "en-crypt":
            hasEncrypted = true
            let hint = tag.attributes["hint"] ?? ""
            lines.appendWhole(hint.isEmpty ? "[en-crypt]" : "[en-crypt: \(hint)]")
        default: break
        }
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
        for _ in 0..<element.spans { lines.closeSpan() }
        if breaksLine(element.tag) {
            lines.breakLine()
        } else if element.tag.isBlock {
            lines.append(" ")
        }
        if element.isCode { lines.endCode() }
        switch element.tag.name {
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

    /// A picture that is not in the file: data within the text is too much for one, and leaves a mark.
    private static func picture(_ source: String, _ text: String) -> String {
        guard !source.lowercased().hasPrefix("data:") else { return "[\(text.isEmpty ? "image" : text)]" }
        let needsBrackets = source.contains { $0.isWhitespace || $0 == "(" || $0 == ")" }
        let label = String(text.map { $0.isNewline || $0 == "[" || $0 == "]" ? " " : $0 })
        return "![\(label)](" + (needsBrackets ? "<\(source)>" : source) + ")"
    }

    /// Whether lines begin before and after the element: within a row of a table, paragraphs go on.
    private func breaksLine(_ tag: ENMLTag) -> Bool {
        tag.isBlock && !(cells > 0 && !lines.isCode && ["div", "p"].contains(tag.name))
    }
}
