// SPDX-License-Identifier: GPL-3.0-or-later

import NotesLogic

/// Leads Evernote’s own links, `evernote:///view/…` and those to its site, to the notes of the same file after its import.
///
/// Their target is a number that an export does not contain. The text of the link, in which Evernote puts the title of the
/// note, names it instead. A link whose text is not a title, or that of several notes, keeps its address.
struct EvernoteLinks: LinkRepair {
    private static let schemes = [
        "evernote:///view/", "https://share.evernote.com/note/", "https://www.evernote.com/shard/",
        "https://app.yinxiang.com/shard/",
    ]

    /// The notes that have such links.
    private(set) var linking: [Int] = []
    /// The notes by their titles; `nil` for a title that several have.
    private var notes: [String: Int?] = [:]

    /// Adds imported notes in order.
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
        References(text).replacing({ $0.whole }) { reference in
            guard reference.isAddress, !reference.isShown,
                Self.schemes.contains(where: { reference.spelled.hasPrefix($0) }),
                let note = notes[NameKey.of(reference.label)],
                note != nil, LinkTarget.fits(reference.label), !reference.label.contains(where: \.isNewline)
            else { return nil }
            return "[[\(reference.label)]]"
        }
    }
}
