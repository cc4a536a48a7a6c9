// SPDX-License-Identifier: GPL-3.0-or-later

import NotesLogic

/// Leads Evernote’s own links, `evernote:///view/…` and those to its site, to the notes that came from the same file, once all of them came.
///
/// What they lead to is a number that an export does not say, so that the text of the link has to: Evernote puts the
/// title of the note there. A link whose text is no title, or that of several notes, stays with its address.
struct EvernoteLinks: LinkRepair {
    private static let schemes = [
        "evernote:///view/", "https://share.evernote.com/note/", "https://www.evernote.com/shard/",
        "https://app.yinxiang.com/shard/",
    ]

    /// The notes that have such links.
    private(set) var linking: [Int] = []
    /// The notes by their titles; nil for a title that several have.
    private var notes: [String: Int?] = [:]

    /// Notes that came in, in their order.
    mutating func add(_ drafts: [NoteDraft], _ taken: [TakenNote]) {
        for (draft, note) in zip(drafts, taken) {
            let key = NameKey.of(Note.title(of: draft.content))
            notes[key] = .some(notes[key, default: note.id] == note.id ? note.id : nil)
            if note.kind != .equal, Self.schemes.contains(where: { draft.content.contains($0) }) {
                linking.append(note.id)
            }
        }
    }

    func repaired(_ text: String) -> String {
        var result = ""
        var end = text.startIndex
        let places = Self.schemes.filter { text.contains($0) }
            .flatMap { FileLinkText.places(in: text, ofScheme: $0) }
            .sorted { $0.whole.lowerBound < $1.whole.lowerBound }
        for place in places where !place.isPicture && place.whole.lowerBound >= end {
            let title = String(text[place.label])
            guard let note = notes[NameKey.of(title)], note != nil, LinkText.canPoint(at: title),
                !title.contains(where: \.isNewline)
            else { continue }
            result += text[end..<place.whole.lowerBound] + "[[\(title)]]"
            end = place.whole.upperBound
        }
        return result + text[end...]
    }
}
