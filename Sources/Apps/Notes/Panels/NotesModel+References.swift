// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import NotesDomain
import NotesLogic

/// Which note is meant by what somebody has typed.
extension NotesModel {
    /// The number of a note: of the one of that number, or else of that name, or else of the only one whose names have
    /// such a part.
    ///
    /// - Throws: `NotesFault.unknownNote`, `NotesFault.unknownTitle`, `NotesFault.ambiguousTitle`.
    func id(_ reference: NoteReference) async throws -> Int {
        try await welcome()
        if let number = reference.number {
            do { return try await service.note(number).id } catch NotesFault.unknownNote {
                // Digits may be a name, as of a day’s note.
                guard let note = try? await service.note(called: reference.name) else {
                    throw NotesFault.unknownNote(number)
                }
                return note.id
            }
        }
        return try await service.note(called: reference.name).id
    }

    /// The number of a note and the place in it that were meant: `Plan#This week`, `3#This week`; the place is empty for
    /// all of the note.
    ///
    /// - Throws: as `id(_:)`.
    func place(_ reference: NoteReference) async throws -> (id: Int, place: String) {
        let parts = LinkPath(reference.name)
        guard !parts.isEmpty, !parts.place.isEmpty else { return (try await id(reference), "") }
        try await welcome()
        // A title may have the sign of a place itself.
        if let note = try await service.note(named: reference.name) { return (note.id, parts.place(in: note)) }
        return (try await id(NoteReference(name: parts.path)), parts.place)
    }

    /// The notes that were meant: by numbers and spans of them, by a name, by a query, or by several names.
    ///
    /// - Throws: as `id(_:)`, what reading a query throws, and `NotesFault.noMatch`.
    func notes(_ selection: NoteSelection) async throws -> SelectedThings<Int> {
        try await welcome()
        // `2026-01` may be the name of a note, as `tag:x` may.
        let isNamed = selection.isQuery || selection.spans.map { $0.contains { $0.count > 1 } } ?? false
        if isNamed, let note = try await service.note(named: selection.word) { return SelectedThings([note.id]) }
        if let spans = selection.spans {
            var ids: [Int] = []
            for span in spans {
                guard span.count > 1 else {
                    ids.append(try await id(NoteReference(name: String(span.lowerBound))))
                    continue
                }
                let found = try await service.numbers(in: span)
                guard !found.isEmpty else { throw NotesFault.noMatch("\(span.lowerBound)-\(span.upperBound)") }
                ids += found
            }
            return SelectedThings(ids, isAsked: spans.contains { $0.count > 1 })
        }
        if selection.isQuery {
            return SelectedThings(try await service.numbers(of: selection.word), isAsked: true)
        }
        do { return SelectedThings([try await id(NoteReference(name: selection.word))]) } catch let fault as NotesFault
        {
            let names = selection.names
            guard names.count > 1, case .unknownTitle = fault else { throw fault }
            var ids: [Int] = []
            for name in names { ids.append(try await id(NoteReference(name: name))) }
            return SelectedThings(ids)
        }
    }
}
