// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumHypertext
import AtriumSession
import NotesLogic

/// Writes notes in Evernote’s export format (http://xml.evernote.com/pub/evernote-export4.dtd).
///
/// Data that Evernote does not know, notebook, pin and repetition, goes to its fields for other programs.
enum ENEXWriter {
    static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd">
        <en-export application="Atrium">

        """
    static let foot = "</en-export>\n"
    /// The names of our own fields.
    static let notebook = "atrium.notebook"
    static let pinned = "atrium.pinned"
    static let due = "atrium.due"
    static let repeating = "atrium.repeat"
    static let completed = "atrium.completed"

    private static let textHead = """
        <?xml version="1.0" encoding="UTF-8"?><!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd"><en-note>
        """

    /// A part of the file.
    enum Piece {
        case text([UInt8])
        /// Bytes that stand there in base64.
        case base64([UInt8])
    }

    /// A note with what belongs to it.
    static func pieces(
        _ note: Note, _ attachments: [(attachment: Attachment, bytes: [UInt8])], in zone: Zone
    ) -> [Piece] {
        var media: [String: String] = [:]
        for (attachment, bytes) in attachments {
            media[attachment.name] =
                "<en-media type=\"\(HTML.escaped(attachment.type))\" hash=\"\(FileHash.md5(bytes))\"/>"
        }
        // A title that is a heading is in the text as well.
        let isHeading = note.title != note.firstLine
        let (text, shown) = ENMLWriter.markup(of: isHeading ? note.content : note.body, media: media)
        var out = HTMLText()
        out += "<note><title>\(directed: note.title)</title><content><![CDATA[\(raw: textHead)"
        out.raw(text)
        for (attachment, _) in attachments where !shown.contains(attachment.name) {
            out += "<div>\(raw: media[attachment.name] ?? "")</div>"
        }
        out.markup("</en-note>]]></content>")
        element("created", time(note.createdAt), &out)
        element("updated", time(note.modifiedAt), &out)
        for tag in note.marks.tags { element("tag", tag, &out) }
        writeFields(of: note, in: zone, &out)
        var pieces: [Piece] = []
        for (attachment, bytes) in attachments {
            out.markup("<resource><data encoding=\"base64\">")
            pieces += [.text(out.bytes), .base64(bytes)]
            out = HTMLText()
            out.markup("</data>")
            element("mime", attachment.type, &out)
            out.markup("<resource-attributes>")
            element("file-name", attachment.name, &out)
            out.markup("</resource-attributes></resource>")
        }
        out.markup("</note>\n")
        return pieces + [.text(out.bytes)]
    }

    private static func writeFields(of note: Note, in zone: Zone, _ out: inout HTMLText) {
        out.markup("<note-attributes>")
        if let todo = note.marks.todo {
            element("reminder-order", "\(max(1, note.createdAt.milliseconds))", &out)
            element("reminder-time", todo.due.flatMap { time($0.start(in: $0.minutes == nil ? .gmt : zone)) }, &out)
            element("reminder-done-time", todo.doneAt.flatMap(time), &out)
        }
        let todo = note.marks.todo
        let data = [
            (notebook, note.marks.notebook), (pinned, note.marks.isPinned ? "true" : ""), (due, todo?.due?.text ?? ""),
            (repeating, todo?.recurrence?.text ?? ""),
            (completed, todo?.completions.compactMap(ISOTime.text).joined(separator: " ") ?? ""),
        ]
        for (key, value) in data where !value.isEmpty {
            out += "<application-data key=\"\(key)\">\(directed: value)</application-data>"
        }
        out.markup("</note-attributes>")
    }

    private static func element(_ name: String, _ text: String?, _ out: inout HTMLText) {
        if let text { out += "<\(raw: name)>\(directed: text)</\(raw: name)>" }
    }

    /// `20230709T080219Z`; `nil` beyond the years that four digits write.
    private static func time(_ timestamp: Timestamp) -> String? {
        let time = CivilTime(timestamp, in: .gmt)
        guard (0...9999).contains(time.year) else { return nil }
        return time.full.replacing(" ", with: "T").filter { $0 != "-" && $0 != ":" } + "Z"
    }
}
