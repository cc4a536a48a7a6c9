// SPDX-License-Identifier: GPL-3.0-or-later

import FrontMatter
import Session
import Stores

/// A note as another program has written it, before it is kept.
package struct ForeignNote {
    /// The note.
    package var draft: NoteDraft
    /// What is wrong with it.
    package var problems: [ExchangeProblem.Reason] = []
    /// Whether the source says when it was made.
    ///
    /// If not, the draft has the time of its file, by which nobody can know it again.
    package var isDated = true
    /// The line on which it begins; nil where no line is meant.
    package var line: Int?
    /// The number of its entry, from 1, in a file that has many whatever its lines; nil where no entry is meant.
    package var entry: Int?
    /// The number that it had in a store of Atrium’s; nil where it comes from elsewhere.
    package var number: Int?
    /// Whether it is a file of a folder, which is the same note in each copy of the folder.
    package var isFile = false
    /// The file that it stands in, of a source that is several; nil for the one that is read.
    package var file: String?

    package init(
        draft: NoteDraft, problems: [ExchangeProblem.Reason] = [], isDated: Bool = true, line: Int? = nil,
        number: Int? = nil, isFile: Bool = false
    ) {
        self.draft = draft
        self.problems = problems
        self.isDated = isDated
        self.line = line
        self.number = number
        self.isFile = isFile
    }

    /// Fields that mean nothing here, as front matter keeps them; those without a value are left out.
    package static func others(_ fields: [(name: String, value: String?)]) -> String {
        let present = fields.compactMap { field in
            field.value.flatMap { $0.isEmpty ? nil : (name: field.name, value: FrontMatterValue(untyped: $0)) }
        }
        guard !present.isEmpty else { return "" }
        return (try? FrontMatter(reading: FrontMatter.block(present), knowing: { _ in [] }))?.others ?? ""
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
    /// - Returns: How many links stay as they came, since nobody knows which note they mean.
    func lead(in service: NotesService) async throws -> Int {
        let links = Dictionary(linking, uniquingKeysWith: { $1 })
        var strays = 0
        try await service.amend(linking.map(\.id)) { note in
            guard let links = links[note.id],
                let text = note.isProtected ? (try? service.opened(note))?.content : note.content
            else { return nil }
            let references = References(text)
            let present = references.numbers
            guard present.count == links.count else { return nil }
            var led = present
            for (index, number) in links.enumerated() {
                if let here = numbers[number] ?? nil {
                    led[index] = here
                } else if present[index] == number {
                    strays += 1
                }
            }
            guard led != present else { return nil }
            let new = references.renumbering(to: led)
            guard note.isProtected else { return Amendment(id: note.id, old: text, new: new) }
            return service.sealed(new, of: note.id).map {
                Amendment(id: note.id, old: note.content, new: note.readable(new), sealed: $0)
            }
        }
        return strays
    }
}

/// Puts links of another program right in the texts of an import, once all its notes came.
package protocol LinkRepair: Sendable {
    /// Notes that came in, in their order.
    mutating func add(_ drafts: [NoteDraft], _ taken: [TakenNote])

    /// The notes that have such links.
    var linking: [Int] { get }

    /// The text with its links put right.
    func repaired(_ text: String) -> String
}

extension NotesService {
    /// Puts links right; a text of which there is a second version stays, and a protected one.
    func repair(_ links: some LinkRepair) async throws {
        try await amend(links.linking) { note in
            guard !note.isProtected else { return nil }
            let text = links.repaired(note.content)
            return text == note.content ? nil : Amendment(id: note.id, old: note.content, new: text)
        }
    }

    /// Changes texts of which there is no second version, batch by batch.
    func amend(_ ids: [Int], _ amendment: (Note) -> Amendment?) async throws {
        for start in stride(from: 0, to: ids.count, by: NoteImporter.batchSize) {
            var amendments: [Amendment] = []
            for id in ids[start..<min(start + NoteImporter.batchSize, ids.count)] {
                guard let note = try await store.read({ try $0.note(id) }), note.version == 1 else { continue }
                if let amendment = amendment(note) { amendments.append(amendment) }
            }
            if !amendments.isEmpty {
                try await store.write { [amendments] in try $0.amend(amendments) }
            }
        }
    }
}
