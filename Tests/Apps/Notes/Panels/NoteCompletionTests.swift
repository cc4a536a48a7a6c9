// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumSystems
import AtriumTerminal
import AtriumTesting
import NotesLogic
import Testing

/// What TAB offers behind the commands of Notes.
@MainActor
struct NoteCompletionTests {
    private let fixture: NotesFixture

    init() async throws {
        fixture = try NotesFixture()
        for line in [
            "add Shopping: crème fraîche, 豆腐", "add Workshop on Friday", "add --in work/plans Ideas for 2026",
            "add --in \"The farm\" Bees", "tag 3 two words", "tag 4 trip", "tag 5 Trip", "add Old", "remove 7",
            "save weekend is:todo date:week",
        ] { _ = try await fixture.lines(line) }
    }

    private func candidates(_ item: String, _ word: String) async -> [String] {
        await fixture.app.completions(of: item, for: word, language: .english).map {
            $0.text + ($0.description.map { ": " + $0 } ?? "")
        }
    }

    private func words(_ item: String, _ word: String) async -> [String] {
        await fixture.app.completions(of: item, for: word, language: .english).map(\.text)
    }

    @Test func `a note is found by its number and by words of its title`() async {
        #expect(await candidates("note", "3") == ["3: Shopping: crème fraîche, 豆腐"])
        #expect(await words("note", "") == ["6", "5", "4", "3", "2", "1"])
        #expect(await words("note", "SHOP") == ["3"])
        #expect(await words("note", "腐") == ["3"])
        #expect(await words("note", "fri on") == ["4"])
        #expect(await words("note", "creme shop") == ["3"])
        #expect(await words("note", "豆") == ["3"])
        #expect(await words("note", "2026") == ["5"])
        #expect(await words("note", "nothing") == [])
        #expect(await candidates("trashed", "") == ["7: Old"])
    }

    @Test func `a version is found by its number, with when it was saved`() async throws {
        for line in ["modify 3 Two", "modify 3 Three"] {
            fixture.clock.advance(by: .seconds(3600))
            _ = try await fixture.lines(line)
        }
        let all = ["3@3: 2026-01-01 11:00", "3@2: 2026-01-01 10:00", "3@1: 2026-01-01 09:00"]
        for item in ["reference", "restorable"] {
            #expect(await candidates(item, "3@") == all)
            #expect(await candidates(item, "3@2") == [all[1]])
            for word in ["3@9", "3@x", "99@", "@", "x@1", "3@2@1"] { #expect(await words(item, word) == [], "\(word)") }
        }
        #expect(await words("reference", "work") == ["4"])
        #expect(await words("restorable", "") == ["7"])
        #expect(await words("note", "3@") == [])
    }

    @Test func `the links of the open note are found by where they lead`() async throws {
        #expect(await words("link", "") == [])
        _ = try await fixture.lines(
            "modify 3 [[workshop ON friday]] [x](https://x.org/a) note:5 [[None]] https://x.org/a")
        #expect(await words("link", "") == [])
        _ = try await fixture.open("3")
        #expect(
            await candidates("link", "") == [
                "1: Workshop on Friday", "2: https://x.org/a", "3: Ideas for 2026", "4: [[None]]",
            ])
        #expect(await words("link", "org") == ["2"])
        #expect(await words("link", "2") == ["2", "3"])
    }

    @Test func `notebooks, tags and saved queries`() async {
        #expect(await candidates("notebook", "the") == ["The farm: Notes: 1"])
        #expect(await words("notebook", "w") == ["work/plans"])
        #expect(await candidates("tag", "T") == ["trip: Notes: 2", "two words: Notes: 1"])
        #expect(await candidates("query", "week") == ["weekend: is:todo date:week"])
    }

    @Test func `a query is completed term by term`() async {
        #expect(await words("term", "t") == ["tag:"])
        #expect(await words("term", "") == QueryKey.allCases.map { $0.rawValue + ":" })
        #expect(await words("term", "tag:t") == ["tag:trip", "tag:\"two words\""])
        #expect(await words("term", "-tag:\"two") == ["-tag:\"two words\""])
        #expect(await words("term", "in:") == ["in:\"The farm\"", "in:work/plans"])
        #expect(await words("term", "is:t") == ["is:todo", "is:trashed"])
        #expect(await words("term", "sort:d") == ["sort:due"])
        #expect(await words("term", "date:y") == ["date:yesterday", "date:year"])
        #expect(await words("term", "@w") == ["@weekend"])
        #expect(await words("term", "milk") == [])
        #expect(await words("term", "limit:") == [])
    }

    @Test func `everything that is offered is understood`() async throws {
        for key in ["tag:", "in:", "is:", "date:", "sort:", "@", "-tag:"] {
            for term in await words("term", key) { _ = try await fixture.lines("find \(term)") }
        }
    }
}
