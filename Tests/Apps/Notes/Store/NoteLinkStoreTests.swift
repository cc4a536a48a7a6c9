// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import NotesLogic
import NotesStore
import Testing

/// Names of notes, and where links lead, in every store.
struct NoteLinkStoreTests {
    private let ana = UserID(rawValue: 1)

    /// A note in a file of this name.
    private func draft(
        _ path: String, _ content: String = "text", title: String = "", aliases: [String] = []
    ) -> NoteDraft {
        NoteDraft(
            content: content, createdAt: Timestamp(seconds: 0), marks: NoteMarks(notebook: FilePath(path).folder),
            names: NoteNames(path: path, title: title, aliases: aliases))
    }

    @Test(arguments: NoteTestStore.allCases)
    func `a note has the name of its file and others, and a first line is text`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        _ = try await dao.create(
            [draft("work/Plan", "# Heading\n\nbody", title: "The plan", aliases: ["Idea", "Été"])], owner: ana)
        let note = try #require(try await dao.find(1, owner: ana))
        #expect(note.title == "Plan" && note.content == "# Heading\n\nbody")
        #expect(note.names == NoteNames(path: "work/Plan", title: "The plan", aliases: ["Idea", "Été"]))
        #expect(try await dao.find(titled: "heading", owner: ana) == nil)
        for name in ["plan", "Plan", "work/Plan", "PLAN.md", "the plan", "Idea", "ete", "Plan#Heading"] {
            #expect(try await dao.find(at: .title(name), owner: ana)?.id == 1, "\(name)")
        }
        for word in ["plan", "idea", "heading"] {
            #expect(try await dao.find(NoteQuery(filter: .words(word)), owner: ana).map(\.id) == [1], "\(word)")
        }
        #expect(try await dao.titles(TitleQuery("ide"), limit: 9, owner: ana).map(\.title) == ["Plan"])
        // Another text changes no name.
        _ = try await dao.modify(1, content: "other", at: Timestamp(seconds: 1), owner: ana)
        #expect(try await dao.find(1, owner: ana)?.names == note.names)
        _ = try await dao.trash(1, at: Timestamp(seconds: 2), owner: ana)
        #expect(try await dao.find(at: .title("Idea"), owner: ana) == nil)
        _ = try await dao.trash(1, at: nil, owner: ana)
        #expect(try await dao.find(at: .title("Idea"), owner: ana)?.id == 1)
        _ = try await dao.remove(1, owner: ana)
        #expect(try await dao.find(at: .title("Idea"), owner: ana) == nil)
    }

    @Test(arguments: NoteTestStore.allCases)
    func `a link means the note at that path, beside it, or with the shortest path`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        let paths = ["Plan", "a/Plan", "a/b/Plan", "a/Other", "c/long/Other", "c/Deep", "a/b/I", "c/J", "pages/x___y"]
        _ = try await dao.create(paths.map { draft($0, $0) }, owner: ana)
        let notes = try await dao.page(after: 0, limit: 99, owner: ana)
        func path(_ target: LinkTarget, from source: String) async throws -> String? {
            let source = notes.first { $0.names.path == source }
            return try await dao.find(at: target, from: source, owner: ana)?.names.path
        }
        let titles = [
            ("Plan", "c/J", "Plan"), ("Plan", "a/b/I", "Plan"), ("Other", "c/J", "a/Other"),
            ("other", "c/J", "a/Other"),
            ("long/Other", "a/b/I", "c/long/Other"), ("b/Plan#x", "c/J", "a/b/Plan"), ("/Plan", "a/b/I", "Plan"),
            ("../Plan", "a/b/I", "a/Plan"), ("Deep.md", "Plan", "c/Deep"), ("#x", "c/J", "c/J"), ("eep", "c/J", nil),
            ("d/Deep", "c/J", nil), ("Deep.png", "c/J", nil), ("x/y", "c/J", "pages/x___y"), ("./J", "c/Deep", "c/J"),
        ]
        for (target, source, expected) in titles {
            #expect(try await path(.title(target), from: source) == expected, "\(target) in \(source)")
        }
        let addresses = [
            ("Plan.md", "a/b/I", "a/b/Plan"), ("../Plan.md#h", "a/b/I", "a/Plan"), ("../../Plan", "a/b/I", "Plan"),
            ("Other.md", "c/J", "a/Other"), ("a/Other", "c/J", "a/Other"), ("long/Other.md", "c/J", "c/long/Other"),
            ("../../../Plan.md", "c/J", nil), ("#h", "a/b/I", "a/b/I"),
        ]
        for (target, source, expected) in addresses {
            #expect(try await path(.path(target), from: source) == expected, "\(target) in \(source)")
        }
    }

    @Test(arguments: NoteTestStore.allCases)
    func `links of all kinds follow a new name, and only to that note`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        let text =
            "[[Beta]] [[Beta|b]] [[Beta#Head]] [[sub/Beta]] [[Beta.md]] [x](sub/Beta.md#h) ![[Beta]] `[[Beta]]` [[Bet]]"
        _ = try await dao.create(
            [draft("sub/Beta", "# Beta\n[[Beta#Here]]"), draft("I", text), draft("no", "Beta, #beta")], owner: ana)
        let modified = try #require(try await dao.rename(1, to: "Gamma ray", at: Timestamp(seconds: 5), owner: ana))
        #expect(modified.note.names.path == "sub/Gamma ray" && modified.relinked == [2])
        #expect(try await dao.find(1, owner: ana)?.content == "# Beta\n[[Gamma ray#Here]]")
        #expect(
            try await dao.find(2, owner: ana)?.content
                == "[[Gamma ray]] [[Gamma ray|b]] [[Gamma ray#Head]] [[sub/Gamma ray]] [[Gamma ray.md]] "
                + "[x](sub/Gamma%20ray.md#h) ![[Gamma ray]] `[[Beta]]` [[Bet]]")
        #expect(try await dao.find(3, owner: ana)?.version == 1)
        #expect(try await dao.backlinks(to: modified.note, limit: 9, owner: ana).map(\.id) == [2])
        #expect(try await dao.find(titled: "Beta", owner: ana) == nil)
    }

    @Test(arguments: NoteTestStore.allCases)
    func `only links that lead to a note lead back from it`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        _ = try await dao.create(
            [
                draft("Plan"), draft("a/Plan"), draft("I", "[[Plan]]"), draft("J", "[[a/Plan]]"),
                draft("K", "[[z/Plan]]"),
                draft("a/L", "[x](Plan.md) `[[Plan]]`"),
            ], owner: ana)
        func back(_ id: Int) async throws -> [Int] {
            let note = try #require(try await dao.find(id, owner: ana))
            return try await dao.backlinks(to: note, limit: 9, owner: ana).map(\.id).sorted()
        }
        #expect(try await back(1) == [3])
        #expect(try await back(2) == [4, 6])
    }
}
