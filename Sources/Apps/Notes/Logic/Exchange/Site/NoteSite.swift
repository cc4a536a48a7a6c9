// SPDX-License-Identifier: GPL-3.0-or-later

import Hypertext
import NotesDomain
import NotesStore
import Session

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

    /// The name of a note’s page; nil for one that has none.
    func page(_ number: Int) -> String? { pages[number] }

    /// Where a link leads from a page; nil for a note that has none.
    func address(_ target: LinkTarget) -> String? {
        switch target {
        case .number(let number): pages[number].map(Self.encoded)
        case .title(let spelled), .path(let spelled):
            [spelled, LinkPath(spelled).withoutEnding, LinkPath(spelled).name].lazy
                .compactMap { titles[NameKey.of($0)] }.first.flatMap { pages[$0] }.map(Self.encoded)
        }
    }

    /// Where the file of an attachment lies, from a page.
    static func path(of attachment: Attachment, of note: Int) -> String { "\(files)/\(note)/\(attachment.name)" }

    /// A path as an address (RFC 3986, 3.3).
    static func encoded(_ path: String) -> String {
        path.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "/"):
                String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        .joined()
    }

    /// Lists a note that was written.
    mutating func list(_ note: Note, in zone: Zone) {
        guard let page = pages[note.id] else { return }
        entries.append((note.marks.notebook, note.title, page, CivilTime(note.createdAt, in: zone).date))
    }

    /// The page that lists all that were written.
    ///
    /// - Parameter visible: Makes a text show what it hides.
    func indexPage(visible: (String) -> String) -> [UInt8] {
        var html = HTMLText()
        html.raw(NotePage.head)
        let notebooks = Dictionary(grouping: entries, by: \.notebook).sorted { $0.key < $1.key }
        for (notebook, notes) in notebooks {
            html.markup("<h2>")
            html.text(notebook.isEmpty ? "·" : visible(notebook))
            html.markup("</h2>\n<ul>\n")
            for note in notes {
                html.markup("<li><a href=\"")
                html.text(Self.encoded(note.page))
                html.markup("\">")
                html.text(visible(note.title))
                html.markup("</a> <span class=\"facts\">")
                html.text(note.day)
                html.markup("</span></li>\n")
            }
            html.markup("</ul>\n")
        }
        html.raw(NotePage.foot)
        return html.bytes
    }
}
