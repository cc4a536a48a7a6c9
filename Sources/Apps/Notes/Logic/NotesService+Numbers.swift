// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import NotesStore

/// Which notes have what no index knows of them, or one of many numbers.
extension NotesService {
    /// The numbers in a span that notes outside the trash have, in order.
    package func numbers(in span: ClosedRange<Int>) async throws -> [Int] {
        try await dao.read(owner) { reader in
            var found: [Int] = []
            var last = span.lowerBound - 1
            while last < span.upperBound, case let page = try reader.notes(.above(last), limit: 500),
                let end = page.last
            {
                found += page.filter { $0.trashedAt == nil && $0.id <= span.upperBound }.map(\.id)
                last = end.id
            }
            return found
        }
    }

    /// The numbers of all notes that a query in the language of `QueryReader` means, the newest first.
    ///
    /// - Throws: what `query(_:)` throws, and `NotesFault.noMatch`.
    package func numbers(of text: String) async throws -> [Int] {
        let found = try await find(text, limit: .max).map(\.id)
        guard !found.isEmpty else { throw NotesFault.noMatch(text) }
        return found
    }
}

extension NoteReader {
    /// A question with the numbers of notes in place of what stands for them.
    func resolved(_ query: NoteQuery) throws -> NoteQuery {
        var query = query
        query.filter = try query.filter?.resolved { filter in
            if case .attached = filter { return try Set(attachments(of: 0...Int.max).keys).union(notesWithFiles()) }
            return try orphans()
        }
        return query
    }
}
