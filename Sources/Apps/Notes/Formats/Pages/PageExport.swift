// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumHypertext
import NotesLogic

/// One page for reading and printing; not read back.
enum PageExport: NoteExport {
    static let id = "html"
    static let endings: Set<String> = ["html", "htm"]
    static let parts: Set<NotePart> = [.notebooks, .tasks]

    static func writer(to target: ExportTarget) throws -> any NoteWriter {
        // The bytes of attachments stand in the addresses of their places.
        try FileNoteWriter(target, head: NotePage.head, foot: { _ in NotePage.foot }) { note, attachments, file in
            for piece in NotePage.article(note, attachments, in: target.timeZone, visible: target.visible) {
                switch piece {
                case .html(let html): try file.write(html)
                case .bytes(let attachment):
                    try file.write("data:\(HTML.escaped(attachment.type));base64,")
                    try file.write(base64: await target.bytes(attachment))
                }
            }
            return WrittenNote()
        }
    }
}

/// A folder of pages that link to each other; not read back.
enum SiteExport: NoteExport {
    static let id = "site"
    static let isFolder = true
    static let parts = PageExport.parts

    static func writer(to target: ExportTarget) -> any NoteWriter { SiteWriter(target) }
}

private final class SiteWriter: NoteWriter {
    private let target: ExportTarget
    private var path: String { target.path }
    /// The pages of all notes.
    private var site = NoteSite()

    init(_ target: ExportTarget) { self.target = target }

    func expect(_ note: Note) { if !note.isProtected { site.add(note) } }

    /// Writes a note’s page, and its attachments beside.
    func write(_ note: Note, _ attachments: [Attachment]) async throws -> WrittenNote {
        guard let name = site.page(note.id) else { return WrittenNote() }
        for attachment in attachments {
            try target.folders.make("\(path)/\(NoteSite.files)/\(note.id)")
            try DraftFile.write(
                await target.bytes(attachment), to: "\(path)/\(NoteSite.path(of: attachment, of: note.id))",
                replacing: target.replaces)
        }
        let page = try DraftWriter(for: "\(path)/\(name)", replacing: target.replaces)
        try page.write(NotePage.head(of: target.visible(note.title), hasFiles: true))
        try page.write("<p class=\"facts\"><a href=\"\(NoteSite.index)\">←</a></p>\n")
        for piece in NotePage.article(note, attachments, in: target.timeZone, site: site, visible: target.visible) {
            switch piece {
            case .html(let html): try page.write(html)
            case .bytes(let attachment):
                // Its name may be shown in another way than the file's own is.
                let file = attachments.first { $0.number == attachment.number } ?? attachment
                try page.write(HTML.escaped(EscapedBytes.path(NoteSite.path(of: file, of: note.id))))
            }
        }
        try page.write(NotePage.foot)
        try page.finish(waits: false)
        site.list(note, in: target.timeZone)
        return WrittenNote()
    }

    func clearFiles(of locked: [Note]) -> [String] {
        locked.map { FileName.of(title: $0.title) + ".html" }
            .filter { !site.hasPage($0) && FileStatus(path + "/" + $0) != nil }
    }

    /// Writes the page that lists all others.
    func finish(count: Int) throws {
        try DraftFile.write(
            site.indexPage(visible: target.visible), to: "\(path)/\(NoteSite.index)", replacing: target.replaces)
    }
}
