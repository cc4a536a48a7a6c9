// SPDX-License-Identifier: GPL-3.0-or-later

import FrontMatter
import NotesDomain
import NotesStore
import Session
import Stores

/// A note as another program has written it, before it is kept.
struct ForeignNote {
    /// The note.
    var draft: NoteDraft
    /// What is wrong with it.
    var problems: [ExchangeProblem.Reason] = []
    /// Whether the source says when it was made.
    ///
    /// If not, the draft has the time of its file, by which nobody can know it again.
    var isDated = true
    /// The line on which it begins; nil where no line is meant.
    var line: Int?

    /// Fields that mean nothing here, as front matter keeps them; those without a value are left out.
    static func others(_ fields: [(name: String, value: String?)]) -> String {
        let present = fields.compactMap { field in
            field.value.flatMap { $0.isEmpty ? nil : (name: field.name, value: FrontMatterValue(untyped: $0)) }
        }
        guard !present.isEmpty else { return "" }
        return (try? FrontMatter(reading: FrontMatter.block(present), knowing: { _ in [] }))?.others ?? ""
    }
}

/// What is done with every note that comes in, whatever wrote it.
extension NoteImporter {
    /// A draft in the notebook that all go to.
    func placed(_ draft: NoteDraft) -> NoteDraft {
        guard !notebook.isEmpty else { return draft }
        var draft = draft
        draft.marks.notebook = NotebookName.normal(notebook + "/" + draft.marks.notebook)
        let folder = NotebookName.normal(notebook) + "/"
        if !draft.names.isEmpty { draft.names.path = folder + draft.names.path }
        for index in draft.attachments.indices {
            draft.attachments[index].place = draft.attachments[index].place.map { folder + $0 }
        }
        return draft
    }

    /// Puts U+FFFD for each U+0000, at which a store would end the text; returns whether there were any.
    static func replaceNULs(in draft: inout NoteDraft) -> Bool {
        var hasAny = false
        func mend(_ text: inout String) {
            guard text.utf8.contains(0) else { return }
            hasAny = true
            text = String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
        }
        mend(&draft.content)
        mend(&draft.marks.notebook)
        mend(&draft.marks.others)
        for index in draft.marks.tags.indices { mend(&draft.marks.tags[index]) }
        return hasAny
    }
}

/// Leads links by number to the numbers that notes have here, once all notes of an import came.
///
/// Notes come in before the ones that they link to, so that their texts are put right in the end. A second import of the
/// same notes does it for those that a cancelled or killed one has left. Holds numbers alone, no texts.
struct Renumbering: Sendable {
    /// The notes that have links by number, and the numbers that these have where the notes come from.
    private var linking: [(id: Int, links: [Int])] = []
    /// The numbers here; nil for one that several notes had.
    private var numbers: [Int: Int?] = [:]

    /// Notes that came in, in their order; those with no number where they come from say nothing of numbers there.
    mutating func add(_ drafts: [NoteDraft], _ notes: [TakenNote]) {
        for (draft, note) in zip(drafts, notes) {
            guard let origin = draft.origin, let number = origin.number else { continue }
            numbers[number] = .some(numbers[number, default: note.id] == note.id ? note.id : nil)
            // One that was here by itself has the numbers of here.
            guard note.kind != .equal, !origin.links.isEmpty else { continue }
            linking.append((note.id, origin.links))
        }
    }

    /// Puts the links right, batch by batch.
    ///
    /// A text of which there is no second version is as it came, but for links that were put right before.
    ///
    /// - Parameter sealed: Opens the notes that are protected, and seals them again; nil where none came.
    /// - Returns: How many links stay as they came, since nobody knows which note they mean.
    func lead(in store: NoteStore, sealed: NotesService? = nil, owner: UserID) async throws -> Int {
        var strays = 0
        for start in stride(from: 0, to: linking.count, by: NoteImporter.batchSize) {
            var amendments: [Amendment] = []
            for (id, links) in linking[start..<min(start + NoteImporter.batchSize, linking.count)] {
                guard let note = try await store.read({ try $0.note(id) }), note.version == 1,
                    let text = note.isProtected ? (try? sealed?.opened(note))?.content : note.content
                else { continue }
                let present = LinkText.numbers(in: text)
                guard present.count == links.count else { continue }
                var led = present
                for (index, number) in links.enumerated() {
                    if let here = numbers[number] ?? nil {
                        led[index] = here
                    } else if present[index] == number {
                        strays += 1
                    }
                }
                guard led != present else { continue }
                let new = LinkText.renumbering(text, to: led)
                guard note.isProtected else {
                    amendments.append(Amendment(id: id, old: text, new: new))
                    continue
                }
                if let again = sealed?.sealed(new, of: id) {
                    amendments.append(
                        Amendment(id: id, old: note.content, new: note.readable(new), sealed: again))
                }
            }
            if !amendments.isEmpty {
                try await store.write { [amendments] in try $0.amend(amendments) }
            }
        }
        return strays
    }
}
