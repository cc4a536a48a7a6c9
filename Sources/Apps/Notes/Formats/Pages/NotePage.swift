// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumHypertext
import AtriumMarkdown
import AtriumSession
import NotesLogic

/// Notes as one page of HTML that needs nothing else, for reading and printing.
enum NotePage {
    /// A part of the page.
    enum Piece: Hashable {
        /// The written HTML, in UTF-8.
        case html([UInt8])
        /// The address of an attachment: its bytes.
        case bytes(Attachment)
    }

    /// The head of a page of this title.
    ///
    /// - Parameter hasFiles: Whether its pictures are files beside it.
    static func head(of title: String, hasFiles: Bool) -> String {
        head.replacing("<title>Notes</title>", with: "<title>\(HTML.escaped(title))</title>")
            .replacing("img-src data:", with: hasFiles ? "img-src data: file: 'self'" : "img-src data:")
    }

    static let head = """
        <!doctype html>
        <html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
        <title>Notes</title>
        <style>
        body { font: 16px/1.5 system-ui, sans-serif; max-width: 42em; margin: 2em auto; padding: 0 1em }
        article { margin: 0 0 3em; overflow-wrap: anywhere } h2 { margin: 0 }
        h3, h4, h5, h6 { margin: 1em 0 .3em } .facts, .files { color: #666; font-size: .85em }
        img { max-width: 100%; max-height: 90vh } blockquote { margin: 0; padding: 0 1em; border-left: 3px solid #ccc }
        pre { background: #f4f4f4; padding: .6em; white-space: pre-wrap } code { font-family: ui-monospace, monospace }
        table { border-collapse: collapse } th, td { border: 1px solid #ccc; padding: .2em .6em; text-align: left }
        li.task { list-style: none } li.task > input { margin-left: -1.4em; width: 1em }
        @media print {
        body { margin: 0; max-width: none; font-size: 11pt } a { color: inherit }
        h2, h3, h4, h5, h6, .facts { break-after: avoid } li, tr, img, pre, blockquote { break-inside: avoid }
        thead { display: table-header-group } p { orphans: 3; widows: 3 }
        a[href^="http"]::after { content: " <" attr(href) ">"; font-size: .85em }
        }
        </style></head><body>

        """

    static let foot = "</body></html>\n"

    /// A note: its title, its facts, its text with its attachments, and those that the text does not show.
    ///
    /// - Parameter visible: Makes hidden characters of a text visible, as everywhere else; its lines stay.
    static func article(
        _ note: Note, _ attachments: [Attachment], in zone: Zone, site: NoteSite? = nil,
        visible: (String) -> String
    ) -> [Piece] {
        var note = note
        note.content = visible(note.content)
        note.marks.notebook = visible(note.marks.notebook)
        note.names.path = visible(note.names.path)
        let attachments = attachments.map { $0.renamed(visible($0.name)) }
        let document = MarkdownDocument(note.content)
        let tags = note.tags(in: document).map { "#" + visible($0) }
        let facts = [CivilTime(note.createdAt, in: zone).dateAndTime, note.marks.notebook] + tags
        var page = MarkdownPage(document, note: note.id, attachments: attachments, site: site)
        page.html += "<article id=\"note-\(note.id)\"><h2 id=\"\(anchor(of: note.title))\">"
        if let todo = note.marks.todo { page.html.box(isTicked: todo.doneAt != nil) }
        let titleEnd = note.names.isEmpty ? note.firstLine.utf8.count : 0
        let below = document.lines.drop { titleEnd > 0 && $0.range.upperBound <= titleEnd }
        let title = document.lines.prefix(document.lines.count - below.count)
        if title.count == 1, let line = title.first, line.isPlain {
            page.write(line.spans)
        } else {
            page.html.text(note.title)
        }
        page.html += "</h2>\n<p class=\"facts\">\(facts.filter { !$0.isEmpty }.joined(separator: " · "))</p>\n"
        for line in below { page.write(line) }
        page.finish()
        return page.pieces
    }

    /// The place of the note of a title.
    static func anchor(of title: String) -> String {
        var anchor = Array("title-".utf8)
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in NameKey.of(title).utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                anchor.append(byte)
            default: anchor += [UInt8(ascii: "-"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: anchor, as: UTF8.self)
    }
}

extension MarkdownLine {
    /// Whether the line is a heading or a text outside any container.
    fileprivate var isPlain: Bool {
        switch content {
        case .heading, .text: depth == 0
        default: false
        }
    }
}

/// Notes as pages that link to each other, in a folder that any browser or web server shows.
///
/// Each note has a page, named for its title; a first page lists all by notebook. Attachments lie beside.
struct NoteSite {
    /// The page that lists all others.
    static let index = "index.html"
    /// The folder of the attachments.
    static let files = "files"

    /// The names of the pages by the notes’ numbers.
    private var pages: [Int: String] = [:]
    /// The numbers of the notes by their titles; of several with one title the first counts.
    private var titles: [String: Int] = [:]
    private var names: Set<String> = [String(index.dropLast(5)), files]
    private var entries: [(notebook: String, title: String, page: String, day: String)] = []

    /// Gives a note its page; all notes must have theirs before the first is written.
    mutating func add(_ note: Note) {
        let name = FileName.of(title: note.title)
        var free = name
        var count = 1
        // File systems may not tell cases apart.
        while !names.insert(free.lowercased()).inserted {
            free = count == 1 ? "\(name) (\(note.id))" : "\(name) (\(note.id)) \(count)"
            count += 1
        }
        pages[note.id] = free + ".html"
        for name in [note.title] + note.otherNames where titles[NameKey.of(name)] == nil {
            titles[NameKey.of(name)] = note.id
        }
    }

    /// Whether a note has a page of this name.
    func hasPage(_ name: String) -> Bool { names.contains(String(name.dropLast(5)).lowercased()) }

    /// The name of a note’s page; `nil` if it has none.
    func page(_ number: Int) -> String? { pages[number] }

    /// The address of a target from a page; `nil` for a note without a page.
    func address(_ target: LinkTarget) -> String? {
        switch target {
        case .number(let number): pages[number].map(EscapedBytes.path)
        case .title(let spelled), .path(let spelled):
            [spelled, LinkPath(spelled).withoutEnding, LinkPath(spelled).name].lazy
                .compactMap { titles[NameKey.of($0)] }.first.flatMap { pages[$0] }.map(EscapedBytes.path)
        }
    }

    /// The path of an attachment’s file, from a page.
    static func path(of attachment: Attachment, of note: Int) -> String { "\(files)/\(note)/\(attachment.name)" }
    /// Adds a written note to the list.
    mutating func list(_ note: Note, in zone: Zone) {
        guard let page = pages[note.id] else { return }
        entries.append((note.marks.notebook, note.title, page, CivilTime(note.createdAt, in: zone).date))
    }

    /// The page with a list of all written notes.
    ///
    /// - Parameter visible: Makes hidden characters of a text visible.
    func indexPage(visible: (String) -> String) -> [UInt8] {
        var html = HTMLText()
        html.raw(NotePage.head)
        let notebooks = Dictionary(grouping: entries, by: \.notebook).sorted { $0.key < $1.key }
        for (notebook, notes) in notebooks {
            html += "<h2>\(notebook.isEmpty ? "·" : visible(notebook))</h2>\n<ul>\n"
            for note in notes {
                html += "<li><a href=\"\(EscapedBytes.path(note.page))\">\(visible(note.title))</a> "
                html += "<span class=\"facts\">\(note.day)</span></li>\n"
            }
            html.markup("</ul>\n")
        }
        html.raw(NotePage.foot)
        return html.bytes
    }
}
