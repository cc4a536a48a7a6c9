// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Hypertext
import NotesDomain
import NotesStore

/// Notes as pages that link to each other, and as Evernote's export.
extension NoteExporter {
    /// Lets a note have its page, or the file that is called as it is; nothing happens in formats that have none.
    mutating func expect(_ note: Note) {
        if format == .markdown { keepName(for: note) }
        if format == .site, !note.isProtected { site.add(note) }
    }

    /// Writes a note's page, and its attachments beside.
    mutating func writePage(_ note: Note, _ attachments: [Attachment]) async throws {
        guard let name = site.page(note.id) else { return }
        for attachment in attachments {
            try makeFolder("\(path)/\(NoteSite.files)/\(note.id)")
            let file = try ExportWriter(
                "\(path)/\(NoteSite.path(of: attachment, of: note.id))", "", replacing: replaces)
            try file.write(await bytes(attachment) ?? [])
            try file.finish("", waits: false)
        }
        let page = try ExportWriter(
            "\(path)/\(name)", NotePage.head(of: visible(note.title), hasFiles: true), replacing: replaces)
        try page.write("<p class=\"facts\"><a href=\"\(NoteSite.index)\">←</a></p>\n")
        for piece in NotePage.article(note, attachments, in: timeZone, site: site, visible: visible) {
            switch piece {
            case .html(let html): try page.write(html)
            case .bytes(let attachment):
                // Its name may be shown in another way than the file's own is.
                let file = attachments.first { $0.number == attachment.number } ?? attachment
                try page.write(HTML.escaped(NoteSite.encoded(NoteSite.path(of: file, of: note.id))))
            }
        }
        try page.finish(NotePage.foot, waits: false)
        site.list(note, in: timeZone)
    }

    /// Finds what is left of notes in the clear that are protected by now.
    ///
    /// Nothing of it goes: somebody may have changed it since.
    mutating func tellOfClearFiles() {
        guard !locked.isEmpty, format.isFolder else { return }
        if format == .site {
            report.clear = locked.map { FileName.of(title: $0.title) + ".html" }
                .filter { !site.hasPage($0) && FileStatus(path + "/" + $0) != nil }
        } else {
            let files = ClearFiles(in: path)
            report.clear = locked.flatMap(files.files)
        }
    }

    /// Writes the page that lists all others.
    func writeIndex() throws(ExportFault) {
        let index = try ExportWriter("\(path)/\(NoteSite.index)", "", replacing: replaces)
        try index.write(site.indexPage(visible: visible))
        try index.finish("", waits: false)
    }

    /// Writes a note as Evernote has it.
    func writeENEX(_ note: Note, _ attachments: [Attachment]) async throws {
        var files: [(attachment: Attachment, bytes: [UInt8])] = []
        for attachment in attachments { files.append((attachment, try await bytes(attachment) ?? [])) }
        for piece in ENEXWriter.pieces(note, files, in: timeZone) {
            switch piece {
            case .text(let text): try writer?.write(text)
            case .base64(let bytes): try writer?.write(base64: bytes)
            }
        }
    }
}
