import Foundation
import NotesStore
import Session

/// Notes as one page of HTML that needs nothing else, for reading and printing.
enum NotePage {
    static let head = """
        <!doctype html>
        <html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <title>Notes</title>
        <style>
        body { font: 16px/1.5 system-ui, sans-serif; max-width: 42em; margin: 2em auto; padding: 0 1em }
        article { margin: 0 0 3em } h2 { margin: 0 } .facts { color: #666; font-size: .85em }
        .text { white-space: pre-wrap; overflow-wrap: anywhere }
        @media print { article { break-inside: avoid } h2 { break-after: avoid } body { margin: 0; max-width: none } }
        </style></head><body>

        """

    static let foot = "</body></html>\n"

    static func article(_ note: Note, in zone: TimeZone) -> String {
        let facts = [CivilTime(note.createdAt, in: zone).dateAndTime, note.marks.notebook] + note.tags.map { "#" + $0 }
        return """
            <article id="note-\(note.id)"><h2>\(escaped(note.title))</h2>
            <p class="facts">\(escaped(facts.filter { !$0.isEmpty }.joined(separator: " · ")))</p>
            <div class="text">\(escaped(note.body))</div></article>

            """
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
