/// Makes Markdown of Evernote’s markup (ENML, a part of XHTML): headings, lists, check boxes, code, emphasis and links.
struct ENMLText {
    private var tokens: ENMLTokens
    private var lines = ENMLLines()
    private var elements: [ENMLElement] = []
    /// How many elements of each name are open.
    private var open: [String: Int] = [:]
    private var cells = 0
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
        lines.append(piece)
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
        case "br": lines.endLine()
        case "hr": lines.appendRule()
        case "td", "th":
            if !lines.isAtStart { lines.append(" | ") }
            cells += 1
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
        case "li", "h1", "h2", "h3", "h4", "h5", "h6": lines.dropMarker()
        default: if element.tag.isBlock { lines.dropMarkerOutsideLists() }
        }
    }

    /// Whether lines begin before and after the element: within a row of a table, paragraphs go on.
    private func breaksLine(_ tag: ENMLTag) -> Bool {
        tag.isBlock && !(cells > 0 && !lines.isCode && ["div", "p"].contains(tag.name))
    }
}
