// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Dice
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

    @Test(arguments: seeds(3)) func `a few notes without a link are the first of all such`(seed: UInt64) async throws {
        var dice = Dice(seed: seed)
        let service = try NotesService.inMemory()
        for number in 1...120 {
            let links = (0..<dice.roll(3)).map { _ in "[[Note \(dice.roll(120) + 1)]]" }
            _ = try await service.add(
                "Note \(number)\n\(links.joined(separator: " ")) \(number % 2 == 0 ? "even" : "odd")")
        }
        _ = try await service.remove([7, 60])
        for query in ["is:orphan", "is:orphan even", "-even is:orphan sort:title"] {
            let all = try await service.find(query, limit: .max).map(\.id)
            for limit in [1, 3, 50] {
                #expect(try await service.find(query, limit: limit).map(\.id) == Array(all.prefix(limit)), "\(query)")
            }
        }
    }
}
