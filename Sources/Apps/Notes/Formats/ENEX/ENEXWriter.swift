// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
import AtriumHypertext
import AtriumSession
import NotesLogic

/// Writes notes in Evernote’s export format (http://xml.evernote.com/pub/evernote-export4.dtd).
///
/// Data that Evernote does not know, notebook, pin and repetition, goes to its fields for other programs.
enum ENEXWriter {
    static let application = "Atrium"
    static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd">
        <en-export application="\(application)">

        """
    static let foot = "</en-export>\n"
    /// The names of our own fields.
    static let notebook = "atrium.notebook"
    static let pinned = "atrium.pinned"
    static let due = "atrium.due"
    static let repeating = "atrium.repeat"
    static let completed = "atrium.completed"
    /// The times to the millisecond, if they have any.
    static let created = "atrium.created"
    static let updated = "atrium.updated"
    /// The title that the note had when all of its text, the first line too, was written as its text.
    static let whole = "atrium.whole"

    /// The style of an element that shows an attachment without a place in the text.
    static let attached = "--atrium-attached:true"

    private static let textHead = """
        <?xml version="1.0" encoding="UTF-8"?><!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd"><en-note>
        """

    /// A part of the file.
    enum Piece {
        case text([UInt8])
        /// Bytes that stand there in base64.
        case base64([UInt8])
    }

    /// A note with what belongs to it, and whether its text is another one once it is read again.
    static func pieces(
        _ note: Note, _ attachments: [(attachment: Attachment, bytes: [UInt8])], in zone: Zone
    ) -> (pieces: [Piece], isChanged: Bool) {
        var media: [String: String] = [:]
        var links: [String: String] = [:]
        for (attachment, bytes) in attachments {
            let hash = FileHash.md5(bytes)
            media[attachment.name] = "<en-media type=\"\(HTML.escaped(attachment.type))\" hash=\"\(hash)\"/>"
            links[hash] =
                links[hash] ?? Attachment.link(to: attachment.name, isPicture: MediaType.isPicture(attachment.type))
        }
        // A title that is a heading is in the text as well, and so is one that is not a line by itself.
        let isWhole = note.title != note.firstLine || note.names.isEmpty && ENMLWriter.isOfBlock(note.content)
        let title = isWhole && note.names.isEmpty ? ENMLWriter.title(of: note) : note.title
        let (text, shown) = ENMLWriter.markup(of: isWhole ? note.content : note.body, media: media)
        let whole = isWhole && note.names.isEmpty ? title : ""
        let read = ENMLText.text(
            of: textHead + String(decoding: text, as: UTF8.self) + "</en-note>", links: links, isOwn: true)
        let isSame =
            note.names.isEmpty
            ? ENEXReader.content(title, read.text, whole: whole) == note.content : read.text == note.content
        let isChanged = !isSame || ([note.content, note.marks.notebook] + note.marks.tags).contains { !isOfXML($0) }
        var out = HTMLText()
        out += "<note><title>\(directed: title)</title><content><![CDATA[\(raw: textHead)"
        out.raw(text)
        for (attachment, _) in attachments where !shown.contains(attachment.name) {
            out += "<div style=\"\(raw: attached)\">\(raw: media[attachment.name] ?? "")</div>"
        }
        out.markup("</en-note>]]></content>")
        element("created", time(note.createdAt), &out)
        element("updated", time(note.modifiedAt), &out)
        for tag in note.marks.tags { element("tag", tag, &out) }
        writeFields(of: note, in: zone, whole: whole, &out)
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
        return (pieces + [.text(out.bytes)], isChanged)
    }

    private static func writeFields(of note: Note, in zone: Zone, whole: String, _ out: inout HTMLText) {
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
            (Self.whole, whole), (created, exact(note.createdAt)), (updated, exact(note.modifiedAt)),
        ]
        for (key, value) in data where !value.isEmpty {
            out += "<application-data key=\"\(key)\">\(directed: value)</application-data>"
        }
        out.markup("</note-attributes>")
    }

    private static func element(_ name: String, _ text: String?, _ out: inout HTMLText) {
        if let text { out += "<\(raw: name)>\(directed: text)</\(raw: name)>" }
    }

    /// Whether XML can have all characters of a text.
    private static func isOfXML(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            scalar.value >= 0x20 && scalar.value & 0x1F_FFFE != 0xFFFE || "\t\n\r".unicodeScalars.contains(scalar)
        }
    }

    /// A time to the millisecond; empty for a whole second.
    private static func exact(_ time: Timestamp) -> String {
        time.milliseconds % 1000 == 0 ? "" : ISOTime.text(time) ?? ""
    }

    /// `20230709T080219Z`; `nil` beyond the years that four digits write.
    private static func time(_ timestamp: Timestamp) -> String? {
        let time = CivilTime(timestamp, in: .gmt)
        guard (0...9999).contains(time.year) else { return nil }
        return time.full.replacing(" ", with: "T").filter { $0 != "-" && $0 != ":" } + "Z"
    }
}
