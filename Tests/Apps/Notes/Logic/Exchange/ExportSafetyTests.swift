// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumKit
import AtriumSession
import AtriumSystems
import AtriumTesting
import Foundation
import NotesFolder
@testable import NotesLogic
import NotesStore
import Testing

@testable import NoteFormats

/// What an export must leave alone, and where it must not go.
struct ExportSafetyTests {
    private let ana = UserID(rawValue: 1)
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func service(_ texts: [String]) async throws -> NotesService {
        let dao = try SystemNotes.all(on: .memory(MemorySystem()))
        let service = NotesService(dao: dao, owner: ana, clock: ManualClock.nineOClock, timeZone: .gmt)
        for text in texts { _ = try await service.add(text) }
        return service
    }

    /// A service whose notes are in a folder.
    private func service(in store: String) throws -> NotesService {
        try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: true)
        let clock = ManualClock.nineOClock
        let dao = FolderNoteStore.testing(store, clock: clock)
        return NotesService(dao: dao, owner: ana, clock: clock, timeZone: .gmt, choice: .folder(store))
    }

    private func export(
        _ service: NotesService, _ path: String, _ format: ExchangeFormat = .markdown, replacing: Bool = false
    ) async throws -> Int {
        try await service.exportNotes(to: path, as: format, query: nil, replacing: replacing) { _, _ in }.written
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
    }

    private func names(_ name: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + name).sorted()
    }

    /// What a killed process leaves: neither the end of the export nor anything else of it is done.
    @Test func `a folder whose export came to no end says so until one does`() async throws {
        let notes = try await service(["Trip", "Plan"])
        let out = folder.path + "/out"
        do {
            let target = ExportTarget(
                path: out, replaces: false, timeZone: .gmt, bytes: { _ in [] }, visible: { $0 },
                folders: ExportFolders(below: out))
            var exporter = try NoteExporter(to: target, as: MarkdownExport.self, places: { _ in [:] })
            try await exporter.write(try await notes.note(1), [])
        }
        #expect(try names("out") == ["Trip.md", "UNFINISHED-EXPORT"])
        let report = try await notes.exportNotes(to: out, as: .markdown, query: nil) { _, _ in }
        #expect(report.written == 2 && report.followsUnfinished)
        #expect(try names("out") == ["Plan.md", "Trip.md"])
        #expect(try await !notes.exportNotes(to: out, as: .markdown, query: nil) { _, _ in }.followsUnfinished)
        // Somebody else’s file of that name is none of ours.
        try FileManager.default.createSymbolicLink(atPath: out + "/UNFINISHED-EXPORT", withDestinationPath: "Trip.md")
        await #expect(throws: ExportFault.self) {
            try await notes.exportNotes(to: out, as: .markdown, query: nil) { _, _ in }
        }
        #expect(try text("out/Trip.md").hasSuffix("Trip\n"))
    }

    @Test func `no export writes over a file that is not its own, and a second one nothing anew`() async throws {
        let notes = try await service(["Trip", "Plan"])
        _ = try await notes.attachments.attach(try folder.write("new", "photo.png"), to: 2)
        for (text, name) in [
            ("mine", "out/Trip.md"), ("---\natrium-id: 1\ncreated: 2001-01-01T00:00:00Z\n---\nold", "out/Trip (1).md"),
            ("own", "out/attachments/Plan/photo.png"),
        ] {
            _ = try folder.write(text, name)
        }
        for _ in 0..<2 {
            #expect(try await export(notes, folder.path + "/out") == 2)
            #expect(try names("out") == ["Plan (2).md", "Trip (1) 2.md", "Trip (1).md", "Trip.md", "attachments"])
        }
        #expect(try text("out/Trip.md") == "mine")
        #expect(try text("out/Trip (1).md").hasSuffix("old"))
        #expect(try text("out/attachments/Plan/photo.png") == "own")
        #expect(try text("out/attachments/Plan (2)/photo.png") == "new")
        // What it has written itself becomes what the note is now.
        _ = try await notes.modify(1, to: "Trip\nto Rome")
        #expect(try await export(notes, folder.path + "/out") == 2)
        #expect(try text("out/Trip (1) 2.md").hasSuffix("Trip\nto Rome\n"))
        #expect(try names("out").count == 5)
    }

    @Test(arguments: [ExchangeFormat.json, .jrnlJSON, .html])
    func `a file that is there stays unless it is given up`(format: ExchangeFormat) async throws {
        let notes = try await service(["Trip"])
        let path = try folder.write("mine", "out")
        await #expect(throws: ExportFault.exists(path: path)) { try await export(notes, path, format) }
        #expect(try text("out") == "mine")
        #expect(try await export(notes, path, format, replacing: true) == 1)
        #expect(try text("out").contains("Trip"))
    }

    @Test func `a title of any letters makes a file that can be written`() async throws {
        let marks = "Z" + String(repeating: "\u{301}", count: 200)
        let titles = [marks, "..", "a/b:c?", String(repeating: "旅", count: 200), "CON", "end. ."]
        let notes = try await service(titles)
        _ = try await notes.move([2], to: marks + "/Attachments")
        #expect(try await export(notes, folder.path + "/out") == titles.count)
        let target = try await service([])
        let report = try await target.importNotes(from: folder.path + "/out", as: nil) { _, _ in }
        #expect(report == ImportReport(added: titles.count))
    }

    @Test(arguments: [ExchangeFormat.json, .jrnlJSON, .html])
    func `a link, a pipe or another’s file stays, even where one may write over a file`(
        format: ExchangeFormat
    ) async throws {
        let notes = try await service(["Trip"])
        _ = try folder.write("victim", "victim")
        symlink("victim", folder.path + "/link")
        // The name that drafts had once.
        symlink("victim", folder.path + "/out.part")
        mkfifo(folder.path + "/pipe", 0o600)
        for (name, kind) in [("link", FileKind.link), ("pipe", .pipe)] {
            let path = folder.path + "/" + name
            await #expect(throws: ExportFault.unwritable(path: path, reason: .kind(kind))) {
                try await export(notes, path, format, replacing: true)
            }
            await #expect(throws: ExportFault.exists(path: path)) { try await export(notes, path, format) }
        }
        #expect(try await export(notes, folder.path + "/out", format) == 1)
        #expect(try text("victim") == "victim")
        #expect(try names("") == ["link", "out", "out.part", "pipe", "victim"])
    }

    @Test func `links in the place of a folder’s files and drafts are not followed`() async throws {
        let notes = try await service(["Trip"])
        _ = try folder.write("victim", "victim")
        _ = try folder.write("half", "out/.draft-1.part")
        symlink("../victim", folder.path + "/out/Trip.md")
        symlink("../victim", folder.path + "/out/Trip (1).md.part")
        #expect(try await export(notes, folder.path + "/out") == 1)
        #expect(try text("victim") == "victim")
        // What a killed export has left is gone.
        #expect(try names("out") == ["Trip (1).md", "Trip (1).md.part", "Trip.md"])
        // Only root can give a link away.
        guard geteuid() == 0 else { return }
        symlink("out", folder.path + "/theirs")
        lchown(folder.path + "/theirs", 65_534, 65_534)
        await #expect(throws: ExportFault.unwritable(path: folder.path + "/theirs", reason: .foreign)) {
            try await export(notes, folder.path + "/theirs")
        }
    }

    @Test func `a path through a file says that this is no folder`() async throws {
        let notes = try await service(["Trip"])
        let path = try folder.write("mine", "plain")
        for path in [path, path + "/below", "/dev/full"] {
            await #expect(throws: ExportFault.unwritable(path: path, reason: .system(ENOTDIR))) {
                try await export(notes, path)
            }
        }
        #expect(try await export(notes, folder.path + "/a/b/c/") == 1)
        #expect(try names("a/b/c") == ["Trip.md"])
    }

    @Test(.timeLimit(.minutes(10))) func `the folder that the notes are in is no place to go to, nor to come from`()
        async throws
    {
        let store = folder.path + "/vault"
        let notes = try service(in: store)
        _ = try await notes.add("Trip")
        _ = try await notes.add("Plan")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: "vault")
        let paths = ["/vault", "/vault/", "/vault/new/deep", "/link/new", "/other/../vault", ""].map {
            folder.path + $0
        }
        for path in paths {
            await #expect(throws: NotesFault.storeFolder(path: path, store: store)) {
                try await export(notes, path)
            }
        }
        for path in [store, folder.path, folder.path + "/link/Trip.md"] {
            await #expect(throws: NotesFault.storeFolder(path: path, store: store)) {
                try await notes.importNotes(from: path, as: nil) { _, _ in }
            }
        }
        #expect(try await notes.counts() == NoteCounts(active: 2, trashed: 0))
        // Beside it there is room, also under a name that begins alike.
        #expect(try await export(notes, folder.path + "/vault2") == 2)
        #expect(try await export(notes, store + "/all.json", .json) == 2)
        #expect(try await notes.importNotes(from: folder.path + "/vault2", as: nil) { _, _ in }.known == 2)
    }

    @Test(arguments: [ExchangeFormat.markdown, .site])
    func `an export follows no link in its folder`(format: ExchangeFormat) async throws {
        let notes = try await service(["Trip"])
        _ = try await notes.move([1], to: "work/plans")
        _ = try folder.write("mine", "elsewhere/mine.md")
        try FileManager.default.createDirectory(atPath: folder.path + "/out", withIntermediateDirectories: true)
        for name in ["work", "attachments", "files"] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/out/" + name, withDestinationPath: "../elsewhere")
        }
        _ = try await notes.attachments.attach(try folder.write("new", "photo.png"), to: 1)
        await #expect(throws: (any Error).self) { try await export(notes, folder.path + "/out", format) }
        #expect(try names("elsewhere") == ["mine.md"])
    }

    /// Where nobody knows that the folder is the store’s, each file that is written is a note more.
    @Test(.timeLimit(.minutes(10))) func `an export ends, however many notes come meanwhile`() async throws {
        let store = folder.path + "/vault"
        let inner = try service(in: store)
        for index in 0..<3 { _ = try await inner.add("Note \(index)") }
        let notes = NotesService(dao: inner.dao, owner: ana, clock: ManualClock.nineOClock, timeZone: .gmt)
        #expect(try await export(notes, store + "/out") == 3)
    }
}
