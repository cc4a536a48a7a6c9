// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumSystems
import AtriumTesting
import Foundation
import GRDB
@testable import NoteFormats
@testable import NotesLogic
import Testing

@testable import NotesFolder
@testable import NotesStore

/// Rows that another program has written nonsense into: they are read as well as they can be, and all others as ever.
struct AbsurdRowTests {
    private let ana = UserID(rawValue: 1)

    @Test(arguments: [
        "9223372036854775807", "-9223372036854775808", "1e300", "-1e300", "'abc'", "x'ff00'", "''",
    ]) func `no number of a row ends the process`(value: String) async throws {
        let temporary = try TestStore.sqlite.open()
        guard case .sqlite(let system) = temporary.system else { return }
        let dao: any OwnedNotes = try SystemNotes.all(on: .sqlite(system))
        let drafts = ["one #tag", "two", "three"].map { text in
            NoteDraft(
                content: text, createdAt: Timestamp(seconds: 5), modifiedAt: Timestamp(seconds: 6),
                marks: NoteMarks(notebook: "work", tags: ["given"], todo: Todo(due: DueTime("2026-01-02"), doneAt: nil))
            )
        }
        _ = try await dao.create(drafts, owner: ana)
        _ = try await dao.modify(2, content: "two again", at: Timestamp(seconds: 7), owner: ana)
        _ = try await dao.attach(OpenNoteStore.describe("a.png", [1]), to: 2, owner: ana)
        let id = try await dao.keepUnfinished("half", as: nil, at: Timestamp(seconds: 1), owner: ana)
        _ = try await dao.saveQuery("tag:a", as: "q", owner: ana)
        _ = try await dao.keepKey(
            WrappedKey(salt: [1], passes: 1, memory: 1, sealed: [1]), replacing: nil, owner: ana)
        let note = RowKey(owner: 1, number: 2).rawValue
        try await system.write { database in
            for column in [
                "created", "modified", "version", "pinned", "todo", "due", "done", "tags", "notebook", "others",
            ] {
                try database.execute(sql: "UPDATE note SET \(column) = \(value) WHERE id = \(note)")
            }
            for column in ["last", "active", "trashed"] {
                try database.execute(sql: "UPDATE note_owner SET \(column) = \(value)")
            }
            try database.execute(sql: "UPDATE note_version SET saved = \(value)")
            try database.execute(sql: "UPDATE note_label SET count = \(value)")
            try database.execute(sql: "UPDATE note_blob SET size = \(value)")
            try database.execute(sql: "UPDATE note_attachment SET number = \(value), type = \(value)")
            try database.execute(sql: "UPDATE note_unfinished SET saved = \(value)")
            try database.execute(sql: "UPDATE note_key SET passes = \(value), memory = \(value)")
        }
        #expect(try await dao.find(2, owner: ana)?.content == "two again")
        #expect(try await dao.find(1, owner: ana)?.content == "one #tag")
        for sort in [NoteSort.newest, .modified, .title, .due] {
            #expect(try await dao.find(NoteQuery(sort: sort, limit: 9), owner: ana).count >= 2)
        }
        #expect(try await dao.find(NoteQuery(filter: .words("again"), limit: 9), owner: ana).count <= 1)
        #expect(try await dao.page(after: 0, limit: 9, owner: ana).count == 3)
        #expect(try await dao.versions(of: 2, owner: ana).count == 2)
        #expect(try await dao.unfinished(owner: ana).map(\.id) == [id])
        #expect(try await dao.savedQueries(owner: ana).count == 1)
        _ = try await dao.key(owner: ana)
        _ = try await dao.attachments(of: 2, owner: ana)
        _ = try await dao.labels(.tag, owner: ana)
        let counts = try await dao.counts(owner: ana)
        #expect(counts.active >= 0 && counts.active + counts.trashed >= 0)
        let day = CivilTime(try #require(try await dao.find(2, owner: ana)).createdAt, in: .gmt)
        #expect((1...9999).contains(day.year))
        let out = try ScratchFolder()
        let service = NotesService(dao: dao, owner: ana, clock: ManualClock.nineOClock, timeZone: .gmt)
        let report = try await service.exportNotes(to: out.path + "/x.json", as: .json, query: nil) { _, _ in }
        #expect(report.written >= 3)
        // A new note gets a number that no other has.
        #expect(try await dao.create([drafts[0]], owner: ana).map(\.id) == [4])
        #expect(try await dao.find(4, owner: ana)?.content == "one #tag")
        #expect(try await dao.trash(2, at: Timestamp(seconds: 9), owner: ana) != nil)
        #expect(try await dao.trash(1, at: Timestamp(seconds: 9), owner: ana) != nil)
    }

    @Test func `a file of a time that no clock shows is a note all the same`() async throws {
        let folder = try ScratchFolder()
        let path = try folder.write("Far", "far.md")
        for seconds in [Int.max, .min, 99_999_999_999] {
            var times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 999_999_999)]
            // The file system takes the nearest time that it can hold.
            _ = utimensat(AT_FDCWD, path, &times, 0)
            let dao = FolderNoteStore.testing(folder.path)
            #expect(try await dao.find(1, owner: ana)?.content == "Far")
        }
    }
}
