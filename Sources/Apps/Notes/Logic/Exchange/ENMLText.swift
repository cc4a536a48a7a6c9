import XMLReader

/// Makes Markdown of Evernote’s markup (ENML, a part of XHTML): lines, headings, lists, check boxes and links.
final class ENMLText: XMLTextHandler {
    private var lines: [String] = []
    private var line = ""
    private var links: [String?] = []
    private let media: [String: String]

    private init(media: [String: String]) { self.media = media }

    /// The text of a document, and whether it broke off before its end.
    ///
    /// - Parameter links: What stands in the place of attachments, by their hashes; others leave a mark.
    static func text(of document: String, links: [String: String] = [:]) -> (text: String, isBroken: Bool) {
        let handler = ENMLText(media: links)
        var isBroken = false
        do {
            let reader = try XMLReader(source: MemorySource(Array(document.utf8)), doctype: .external)
            try reader.read(handler)
        } catch {
            // What came before the fault is there; an empty text is no fault.
            isBroken = !document.allSatisfy(\.isWhitespace)
        }
        handler.breakLine()
        while handler.lines.first?.isEmpty == true { handler.lines.removeFirst() }
        while handler.lines.last?.isEmpty == true { handler.lines.removeLast() }
        return (handler.lines.joined(separator: "\n"), isBroken)
    }

    func start(_ element: borrowing XMLElement) {
        let name = element.name
        if Self.blocks.contains(name) { breakLine() }
        switch name {
        case "h1", "h2", "h3", "h4", "h5", "h6":
            line += String(repeating: "#", count: Int(name.dropFirst()) ?? 1) + " "
        case "li": line += "- "
        case "en-todo":
            // Within a list the item has its dash already.
            if !line.hasSuffix("- ") { line += "- " }
            line += element["checked"] == "true" ? "[x] " : "[ ] "
        case "br": endLine()
        case "hr":
            lines.append("---")
        case "td", "th": if !line.isEmpty { line += " | " }
        case "en-media":
            line += element["hash"].flatMap { media[$0.lowercased()] } ?? "[\(element["type"] ?? "attachment")]"
        case "a":
            links.append(element["href"])
            if links.last != .some(nil) { line += "[" }
        default: break
        }
    }

    func text(_ piece: String) {
        for character in piece {
            if character == "\u{A0}" {
                line += " "
            } else if !character.isWhitespace {
                line.append(character)
            } else if !line.isEmpty, line.last != " " {
                line += " "
            }
        }
    }

    func entity(_ name: String) {
        line += Self.entities[name] ?? "&\(name);"
    }

    func end(_ name: String) {
        if name == "a", let target = links.popLast(), let target { line += "](\(target))" }
        if Self.blocks.contains(name) { breakLine() }
    }

    /// Ends the line if anything stands in it.
    private func breakLine() {
        if !line.isEmpty { endLine() }
    }

    private func endLine() {
        while line.last == " " { line.removeLast() }
        lines.append(line)
        line = ""
    }

    private static let blocks: Set<String> = [
        "en-note", "div", "p", "ul", "ol", "li", "h1", "h2", "h3", "h4", "h5", "h6", "table", "tr", "hr", "pre",
        "blockquote", "center", "dl", "dt", "dd",
    ]

    /// The names of XHTML that programs write most; others stay as they are.
    private static let entities = [
        "nbsp": " ", "copy": "©", "reg": "®", "trade": "™", "hellip": "…", "ndash": "–", "mdash": "—", "lsquo": "‘",
        "rsquo": "’", "ldquo": "“", "rdquo": "”", "laquo": "«", "raquo": "»", "bull": "•", "middot": "·", "deg": "°",
        "euro": "€", "pound": "£", "sect": "§", "times": "×", "rarr": "→", "larr": "←", "agrave": "à", "acirc": "â",
        "auml": "ä", "ccedil": "ç", "eacute": "é", "egrave": "è", "ecirc": "ê", "euml": "ë", "icirc": "î",
        "iuml": "ï", "ocirc": "ô", "ouml": "ö", "ugrave": "ù", "uuml": "ü", "szlig": "ß", "ntilde": "ñ",
    ]
}
