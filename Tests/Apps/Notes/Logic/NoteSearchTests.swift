// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import NotesLogic
import Testing

/// What is found while somebody types.
struct NoteSearchTests {
    @Test func `as many are found as are asked for where there are more`() async throws {
        let notes = try NotesService.inMemory()
        // The newest have the word in their title, and so in their text.
        for number in 1...6 { _ = try await notes.add("Note \(number)\nA plum.") }
        for number in 7...9 { _ = try await notes.add("Plum \(number)") }
        for limit in [1, 3, 5, 8, 9] {
            let found = try await notes.search("plum", limit: limit)
            #expect(found.count == limit)
            #expect(Set(found.map(\.id)).count == limit)
            #expect(found.prefix(3).allSatisfy { $0.title.hasPrefix("Plum") })
        }
        #expect(try await notes.search("plum", limit: 20).count == 9)
    }
}
