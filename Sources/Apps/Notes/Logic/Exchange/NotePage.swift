import Foundation
import NotesStore
import Session

/// Notes as one page of HTML that needs nothing else, for reading and printing.
enum NotePage {
    /// A part of the page.
    enum Piece {
        /// HTML as it is written.
        case html(String)
        /// The address of an attachment: its bytes.
        case bytes(Attachment)
    }

    static let head = """
        <!doctype html>
        <html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
        <title>Notes</title>
        <style>
        body { font: 16px/1.5 system-ui, sans-serif; max-width: 42em; margin: 2em auto; padding: 0 1em }
        article { margin: 0 0 3em } h2 { margin: 0 } .facts, .files { color: #666; font-size: .85em }
        .text { white-space: pre-wrap; overflow-wrap: anywhere } img { max-width: 100% }
        @media print { article { break-inside: avoid } h2 { break-after: avoid } body { margin: 0; max-width: none } }
        </style></head><body>

        """

    static let foot = "</body></html>\n"

    static func article(_ note: Note, _ attachments: [Attachment], in zone: TimeZone) -> [Piece] {
        let facts = [CivilTime(note.createdAt, in: zone).dateAndTime, note.marks.notebook] + note.tags.map { "#" + $0 }
        let head = """
            <article id="note-\(note.id)"><h2>\(escaped(note.title))</h2>
            <p class="facts">\(escaped(facts.filter { !$0.isEmpty }.joined(separator: " · ")))</p>
            <div class="text">\(escaped(note.body))</div>
            """
        var pieces: [Piece] = [.html(head)]
        for attachment in attachments {
            pieces += [
                .html("<p class=\"files\"><a download=\"\(escaped(attachment.name))\" href=\""), .bytes(attachment),
                .html("\">\(escaped(attachment.name))</a></p>\n"),
            ]
        }
        return pieces + [.html("</article>\n")]
    }

    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
