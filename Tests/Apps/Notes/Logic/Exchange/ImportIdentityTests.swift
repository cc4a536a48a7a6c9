// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Foundation
@testable import NotesLogic
import Testing

@testable import NoteFormats
import NotesStore

/// Files of a folder are known again by what they are, whenever they were written.
struct ImportIdentityTests {
    private let ana = UserID(rawValue: 1)
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func service(_ store: OpenNoteStore) throws -> NotesService {
        NotesService(dao: try store.dao(), owner: ana, clock: ManualClock.nineOClock, timeZone: .gmt)
    }

    private func write(_ text: String, _ name: String, at second: TimeInterval) throws {
        let path = try folder.write(text, name)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: second)], ofItemAtPath: path)
    }

    private func take(_ notes: NotesService, _ name: String) async throws -> [Int] {
        let report = try await notes.importNotes(from: folder.path + "/" + name, as: nil) { _, _ in }
        return [report.added, report.known]
    }

    @Test(arguments: NoteTestStore.allCases, [1_600_000_000, 1_700_000_000] as [TimeInterval])
    func `a copy of a folder adds nothing, and equal notes in two folders are two`(
        kind: NoteTestStore, second: TimeInterval
    ) async throws {
        let store = try kind.open()
        let notes = try service(store)
        // The files of a clone may all have one time, or each another.
        for (index, name) in ["a.md", "sub/a.md", "sub/b.md", "deep/er/a.md"].enumerated() {
            try write("Same\r\ntext", "v/" + name, at: 1_600_000_000)
            try write("Same\ntext\n", "copy/" + name, at: second + Double(index % 2))
        }
        try write("---\ncreated: 2020-01-02\n---\nDated", "v/d.md", at: 1)
        try write("---\ncreated: 2020-01-02\n---\nDated", "copy/d.md", at: 2)
        #expect(try await take(notes, "v") == [5, 0])
        #expect(try await take(notes, "copy") == [0, 5])
        // A change here is no reason to take it again.
        _ = try await notes.modify(1, to: "Changed")
        #expect(try await take(notes, "copy") == [0, 5])
        // Another text is another note, at the same place too.
        try write("Other", "copy/sub/a.md", at: second)
        #expect(try await take(notes, "copy") == [1, 4])
    }

    @Test(arguments: NoteTestStore.allCases)
    func `a note that was exported is known wherever its file is by then`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let notes = try service(store)
        try write("---\natrium-id: 7\n---\nText", "v/a.md", at: 1_600_000_000)
        try write("---\natrium-id: 7\n---\nText", "copy/moved/b.md", at: 1_700_000_000)
        #expect(try await take(notes, "v") == [1, 0])
        #expect(try await take(notes, "copy") == [0, 1])
    }

    @Test(arguments: NoteTestStore.allCases)
    func `what came before files were known by their names is known by its date`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let notes = try service(store)
        try write("Text", "v/a.md", at: 1_600_000_000)
        let name = "1600000000000-4-" + String(fnv("Text"), radix: 16)
        let draft = NoteDraft(
            content: "Text", createdAt: Timestamp(seconds: 1_600_000_000), origin: NoteOrigin(name: name))
        _ = try await notes.dao.create([draft], owner: ana)
        _ = try await notes.modify(1, to: "Changed since")
        #expect(try await take(notes, "v") == [0, 1])
    }

    private func fnv(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}
