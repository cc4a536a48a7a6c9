// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFrontMatter
import AtriumSession
import AtriumStores

/// A note of another program, before it is kept.
package struct ForeignNote {
    package var draft: NoteDraft
    package var problems: [ExchangeProblem.Reason] = []
    /// Whether the source contains its date.
    ///
    /// If not, the draft has the time of its file, which does not identify it.
    package var isDated = true
    /// The line on which it begins; `nil` if lines do not matter.
    package var line: Int?
    /// The number of its entry, from 1, in a file of entries; `nil` in any other.
    package var entry: Int?
    /// Its title, in a file whose lines do not tell notes apart; `nil` in any other.
    package var title: String?
    /// The milliseconds of the smallest part of a time that its format has.
    package var precision: Int64 = 1
    /// Its number in the store of Atrium that it comes from; `nil` for any other source.
    package var number: Int?
    /// Whether it is a file of a folder, which is the same note in each copy of the folder.
    package var isFile = false
    /// Its file, in a source of several files; `nil` for the source itself.
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

    /// Fields that Atrium does not understand, as front matter; those without a value are left out.
    package static func others(_ fields: [(name: String, value: String?)]) -> String {
        let present = fields.compactMap { field in
            field.value.flatMap { $0.isEmpty ? nil : (name: field.name, value: FrontMatterValue(untyped: $0)) }
        }
        guard !present.isEmpty else { return "" }
        return (try? FrontMatter(reading: FrontMatter.block(present), knowing: { _ in [] }))?.others ?? ""
    }
}

/// Leads links by number to the numbers of notes here, after all notes of an import arrived.
///
/// Notes arrive before their targets, and their texts are corrected in the end. A second import of the same notes corrects
/// those that a cancelled or killed one has left. Holds only numbers, no texts.
struct Renumbering: Sendable {
    /// The notes with links by number, and the numbers in these in their source.
    private var linking: [(id: Int, links: [Int])] = []
    /// The numbers here, by those in the source; `nil` for one that several notes had.
    private var numbers: [Int: Int?] = [:]

    /// Adds imported notes in order; those without a number in their source do not matter.
    mutating func add(_ drafts: [NoteDraft], _ notes: [TakenNote]) {
        for (draft, note) in zip(drafts, notes) {
            guard let origin = draft.origin, let number = origin.number else { continue }
            numbers[number] = .some(numbers[number, default: note.id] == note.id ? note.id : nil)
            // A note that was not imported has the numbers of this store.
            guard note.kind != .equal, !origin.links.isEmpty else { continue }
            linking.append((note.id, origin.links))
        }
    }

    /// Corrects the links, batch by batch.
    ///
    /// A text without a second version is as it was imported, but for links that were corrected before.
    ///
    /// - Returns: The number of links that stay because their note is unknown.
    func lead(in service: NotesService) async throws -> Int {
        let links = Dictionary(linking, uniquingKeysWith: { $1 })
        var strays = 0
        try await service.amend(linking.map(\.id)) { note in
            guard let links = links[note.id],
                let text = note.isProtected ? (try? service.protection.opened(note))?.content : note.content
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
            return service.protection.sealed(new, of: note.id).map {
                Amendment(id: note.id, old: note.content, new: note.readable(new), sealed: $0)
            }
        }
        return strays
    }
}

/// Corrects links of another program in the texts of an import, after all its notes arrived.
package protocol LinkRepair: Sendable {
    /// Adds imported notes in order.
    mutating func add(_ drafts: [NoteDraft], _ taken: [TakenNote])

    /// The notes with such links.
    var linking: [Int] { get }

    /// The text with corrected links.
    func repaired(_ text: String) -> String
}

extension NotesService {
    /// Corrects links, except in protected notes and in texts with a second version.
    func repair(_ links: some LinkRepair) async throws {
        try await amend(links.linking) { note in
            guard !note.isProtected else { return nil }
            let text = links.repaired(note.content)
            return text == note.content ? nil : Amendment(id: note.id, old: note.content, new: text)
        }
    }

    /// Changes texts without a second version, batch by batch.
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
