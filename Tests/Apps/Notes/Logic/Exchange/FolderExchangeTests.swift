// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSession
import AtriumSystems
import AtriumTesting
import Foundation
import NotesFolder
@testable import NotesLogic
import NotesStore
import Testing

@testable import NoteFormats

/// Notes with attachments on their way between a folder and a store of the fixture.
struct FolderExchangeTests {
    private let ana = UserID(rawValue: 1)
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func service(_ dao: any OwnedNotes) -> NotesService {
        NotesService(dao: dao, owner: ana, clock: ManualClock.nineOClock, timeZone: .gmt)
    }

    @Test func `a folder that cannot be listed is a problem of the import, which takes the others`() async throws {
        _ = try folder.write("One", "in/One.md")
        _ = try folder.write("Two", "in/sub/Two.md")
        let notes = service(try SystemNotes.all(on: .memory(MemorySystem())))
        let observer: FolderTree.Observer = { call, name throws(FileFault) in
            if call == .list, name == "sub" { throw FileFault(path: name, reason: .system(EACCES)) }
        }
        let report = try await FolderTree.$observer.withValue(observer) {
            try await notes.importNotes(from: folder.path + "/in", as: nil) { _, _ in }
        }
        #expect(report.added == 1)
        #expect(report.problems == [ExchangeProblem(file: "sub/", reason: .unreadable(EACCES))])
    }

    @Test func `what attach says leads to the file, in every program`() async throws {
        let store = try NoteTestStore.folder.open()
        let notes = service(try store.dao())
        let id = try await notes.add("My trip").id
        _ = try await notes.move([id], to: "work")
        let picture = try await notes.attachments.attach(try folder.write("one", "a b.png"), to: id)
        #expect(try await notes.attachments.link(to: picture, of: id) == "![](attachments/My%20trip/a%20b.png)")
        let list = try await notes.attachments.attach(try folder.write("two", "l.pdf"), to: id)
        #expect(try await notes.attachments.link(to: list, of: id) == "[l.pdf](attachments/My%20trip/l.pdf)")
        let files = try #require(store.files)
        #expect(FileManager.default.fileExists(atPath: files + "/work/attachments/My trip/a b.png"))
        #expect(FileManager.default.fileExists(atPath: files + "/work/My trip.md"))
        // Where there are no files, the name says it.
        let other = service(try SystemNotes.all(on: .memory(MemorySystem())))
        let otherID = try await other.add("x").id
        let there = try await other.attachments.attach(folder.path + "/a b.png", to: otherID)
        #expect(try await other.attachments.link(to: there, of: otherID) == "![](<a b.png>)")
    }

    @Test(arguments: [ExchangeFormat.markdown, .json])
    func `links to files lead there wherever the note goes, and no note is doubled`(format: ExchangeFormat) async throws
    {
        let store = try NoteTestStore.folder.open()
        let notes = service(try store.dao())
        let id = try await notes.add("My trip").id
        let picture = try await notes.attachments.attach(try folder.write("one", "a b.png"), to: id)
        let link = try await notes.attachments.link(to: picture, of: id)
        let text = "My trip\n\(link) [other](attachments/Other/a%20b.png)"
        _ = try await notes.modify(id, to: text)
        let path = folder.path + "/out" + (format == .json ? ".json" : "")
        func export(_ service: NotesService, _ path: String) async throws {
            _ = try await service.exportNotes(to: path, as: format, query: nil) { _, _ in }
        }
        func take(_ service: NotesService, _ path: String) async throws -> ImportReport {
            try await service.importNotes(from: path, as: nil) { _, _ in }
        }
        try await export(notes, path)
        let fixture = service(try SystemNotes.all(on: .memory(MemorySystem())))
        #expect(try await take(fixture, path) == ImportReport(added: 1))
        let bare = "My trip\n![](a%20b.png) [other](attachments/Other/a%20b.png)"
        #expect(try await fixture.note(1).content == bare)
        // Back again, from there and from here, it is known.
        #expect(try await take(notes, path) == ImportReport(known: 1))
        let back = folder.path + "/back" + (format == .json ? ".json" : "")
        try await export(fixture, back)
        #expect(try await take(notes, back) == ImportReport(known: 1))
        #expect(try await notes.note(id).content == text)
        // Another folder has the file where its own note is.
        let third = try NoteTestStore.folder.open()
        let there = service(try third.dao())
        _ = try await there.add("My trip")
        let report = try await take(there, back)
        #expect(report.added == 1 && report.isWhole && report.renamed.map(\.name) == ["My trip 2"])
        #expect(
            try await there.note(2).content
                == "My trip\n![](attachments/My%20trip%202/a%20b.png) [other](attachments/Other/a%20b.png)")
        let files = try #require(third.files)
        #expect(FileManager.default.fileExists(atPath: files + "/attachments/My trip 2/a b.png"))
    }

    /// Before a folder is opened, what is in the program’s own store is exported to it.
    @Test func `a folder that is opened for the first time has the numbers of the export`() async throws {
        let fixture = service(try SystemNotes.all(on: .memory(MemorySystem())))
        for text in ["gone", "Zoo note:3", "Bar note:2 note:5", "gone", "Ape"] { _ = try await fixture.add(text) }
        let ids = [2, 3, 5]
        for id in [1, 4] { #expect(try await fixture.dao.remove(id, owner: ana)) }
        let path = folder.path + "/vault"
        _ = try await fixture.exportNotes(to: path, as: .markdown, query: nil) { _, _ in }
        _ = try folder.write("Own", "vault/A.md")
        for name in ["b", "c"] { _ = try folder.write("---\natrium-id: 4\n---\n\(name)", "vault/\(name).md") }
        _ = try folder.write("---\natrium-id: 99999999999\n---\nd", "vault/d.md")
        func open() -> FolderNoteStore {
            FolderNoteStore.testing(path)
        }
        let dao = open()
        let all = try await dao.page(after: 0, limit: 9, owner: ana)
        #expect(all.map(\.id) == [2, 3, 5, 6, 7, 8, 9])
        #expect(
            all.map(\.content) == ["Zoo note:3", "Bar note:2 note:5", "Ape", "Own", "b", "c", "d"])
        #expect(all.prefix(3).map(\.marks) == ids.map { _ in NoteMarks() })
        // From then on the index counts.
        _ = try folder.write("---\natrium-id: 4\n---\nlate", "vault/late.md")
        #expect(try await dao.find(10, owner: ana)?.content == "late")
        #expect(try await open().page(after: 0, limit: 3, owner: ana) == Array(all.prefix(3)))
    }

    @Test func `a page shows the pictures of a folder's notes`() async throws {
        let store = try NoteTestStore.folder.open()
        let notes = service(try store.dao())
        let id = try await notes.add("Trip").id
        let picture = try await notes.attachments.attach(try folder.write("one", "a.png"), to: id)
        _ = try await notes.modify(id, to: "Trip\n" + (try await notes.attachments.link(to: picture, of: id)))
        let path = folder.path + "/out.html"
        _ = try await notes.exportNotes(to: path, as: .html, query: nil) { _, _ in }
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("<img id=\"file-1-1\""))
    }
}
