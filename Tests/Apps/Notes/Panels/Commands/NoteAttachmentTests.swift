// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Foundation
@testable import NotesLogic
import NotesStore
import Testing

import AtriumKit
import AtriumScreen
import AtriumSecrets
import AtriumTerminal
@testable import NoteFormats

/// Files that belong to notes.
struct NoteAttachmentTests {
    private let password = Secret("quiet herons ferry")

    private func service(_ store: TemporarySystem) throws -> NotesService {
        NotesService(
            dao: try SystemNotes.all(on: store.system), owner: UserID(rawValue: 1), clock: ManualClock.nineOClock,
            timeZone: .gmt, sealingCost: .cheap)
    }

    @Test(arguments: TestStore.allCases)
    func `a file is attached once, and another of its name under its own`(kind: TestStore) async throws {
        let store = try kind.open()
        let notes = try service(store)
        let folder = try ScratchFolder()
        let id = try await notes.add("x").id
        let path = try folder.write("one", "a.png")
        #expect(try await notes.attachments.attach(path, to: id).name == "a.png")
        #expect(try await notes.attachments.attach(path, to: id).number == 1)
        let other = try folder.write("two", "b/A.png")
        #expect(try await notes.attachments.attach(other, to: id).name == "A-2.png")
        #expect(try await notes.attachments.all(of: id).map(\.type) == ["image/png", "image/png"])
        try await notes.attachments.extract("A-2.png", of: id, to: folder.path + "/c")
        #expect(try String(contentsOfFile: folder.path + "/c", encoding: .utf8) == "two")
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/c")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        await #expect(throws: AttachmentFault.exists(path: path)) {
            try await notes.attachments.extract("a.png", of: id, to: path)
        }
        try await notes.attachments.detach("a.png", from: id)
        await #expect(throws: AttachmentFault.unknown("a.png", note: id)) {
            try await notes.attachments.detach("a.png", from: id)
        }
    }

    @Test func `what is no file, or too large, is refused`() async throws {
        let notes = try service(try TestStore.memory.open())
        let folder = try ScratchFolder()
        let id = try await notes.add("x").id
        let path = try folder.write("", "large")
        truncate(path, off_t(AttachmentDraft.largest + 1))
        await #expect(throws: AttachmentFault.tooLarge(path: path, limit: 104_857_600)) {
            try await notes.attachments.attach(path, to: id)
        }
        mkfifo(folder.path + "/pipe", 0o600)
        await #expect(throws: AttachmentFault.unreadable(path: folder.path + "/pipe", reason: ESPIPE)) {
            try await notes.attachments.attach(folder.path + "/pipe", to: id)
        }
        await #expect(throws: AttachmentFault.unreadable(path: folder.path, reason: EISDIR)) {
            try await notes.attachments.attach(folder.path, to: id)
        }
        await #expect(throws: NotesFault.unknownNote(9)) { try await notes.attachments.attach(path, to: 9) }
    }

    @Test(arguments: [
        ("../../etc/passwd", "passwd"), ("a\u{1B}[2J\u{202E}.png", "a-[2J-.png"), ("..", "attachment"),
        (".hidden", "hidden"), ("C:\\x\\y.png", "y.png"), ("", "attachment"), ("a<b>.png", "a-b-.png"),
        (String(repeating: "ü", count: 300) + ".png", String(repeating: "ü", count: 98) + ".png"),
    ]) func `any name becomes one that a file may have`(given: String, name: String) {
        #expect(AttachmentDraft(named: given, type: nil, bytes: []).name == name)
    }

    @Test func `types come from the source or from the name, and names get an end`() {
        func made(_ name: String?, _ type: String?) -> [String] {
            let draft = AttachmentDraft(named: name, type: type, bytes: [])
            return [draft.name, draft.type]
        }
        #expect(made("a.PNG", nil) == ["a.PNG", "image/png"])
        #expect(made(nil, "image/jpeg") == ["attachment.jpg", "image/jpeg"])
        #expect(made("scan", "Application/PDF") == ["scan.pdf", "application/pdf"])
        #expect(made("x.foo", "application/x-foo") == ["x.foo", "application/x-foo"])
        #expect(made("x.foo", nil) == ["x.foo", "application/octet-stream"])
    }

    @Test(arguments: TestStore.allCases)
    func `a protected note's files open after the password, and come back plain`(kind: TestStore) async throws {
        let store = try kind.open()
        let notes = try service(store)
        let folder = try ScratchFolder()
        let id = try await notes.add("Bank").id
        _ = try await notes.attachments.attach(try folder.write("one", "first.txt"), to: id)
        try await notes.protection.setPassword(password)
        _ = try await notes.protection.protect(id)
        #expect(try await notes.attachments.attach(try folder.write("two", "second.txt"), to: id).size == 3)
        let other = try service(store)
        await #expect(throws: NotesFault.locked(id)) { try await other.attachments.all(of: id) }
        await #expect(throws: NotesFault.locked(id)) { try await other.attachments.detach("first.txt", from: id) }
        await #expect(throws: NotesFault.locked(id)) {
            try await other.attachments.attach(folder.path + "/first.txt", to: id)
        }
        try await other.protection.unlock(password)
        #expect(try await other.attachments.all(of: id).map(\.name) == ["first.txt", "second.txt"])
        _ = try await other.protection.unprotect(id)
        other.protection.lock()
        #expect(try await other.attachments.all(of: id).map(\.size) == [3, 3])
        try await other.attachments.extract("second.txt", of: id, to: folder.path + "/out")
        #expect(try String(contentsOfFile: folder.path + "/out", encoding: .utf8) == "two")
    }

    @Test func `no word of a protected note's file, nor its name, stays on the disk`() async throws {
        let store = try TestStore.sqlite.open()
        let notes = try service(store)
        let folder = try ScratchFolder()
        let id = try await notes.add("Bank").id
        let text = String(repeating: "quokkabytes ", count: 2_000)
        _ = try await notes.attachments.attach(try folder.write(text, "quokkaname.txt"), to: id)
        try await notes.protection.setPassword(password)
        _ = try await notes.protection.protect(id)
        let files = try #require(store.folder)
        for name in try FileManager.default.contentsOfDirectory(atPath: files) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: files + "/" + name))
            #expect(bytes.range(of: Data("quokka".utf8)) == nil, "\(name)")
        }
    }

    /// What is between the sealing of the files and that of the text, or the other way round.
    @Test(arguments: TestStore.allCases)
    func `a protection that was broken off is undone or ended by the next`(kind: TestStore) async throws {
        let store = try kind.open()
        let notes = try service(store)
        let folder = try ScratchFolder()
        let id = try await notes.add("Bank\ntext").id
        _ = try await notes.attachments.attach(try folder.write("one", "a.txt"), to: id)
        try await notes.protection.setPassword(password)
        try await notes.protection.sealAttachments(of: id)
        #expect(try await notes.protection.isSealed(id))
        #expect(try await !notes.note(id).isProtected)
        let report = try await notes.exportNotes(to: folder.path + "/o.json", as: .json, query: nil) { _, _ in }
        #expect(report == ExportReport(written: 0, protected: 1))
        #expect(try await notes.attachments.all(of: id).map(\.name) == ["a.txt"])
        #expect(try await notes.protection.protect(id).isProtected)
        _ = try await notes.protection.unprotect(id)
        try await notes.protection.sealAttachments(of: id)
        _ = try await notes.protection.unprotect(id)
        #expect(try await !notes.protection.isSealed(id))
    }

    @MainActor @Test func `the names of the open note's files are completed`() async throws {
        let fixture = try NotesFixture()
        let folder = try ScratchFolder()
        _ = try await fixture.lines("add Trip")
        for name in ["photo.png", "list.txt"] {
            _ = try await fixture.lines("attach 3 \"\(try folder.write(name, name))\"")
        }
        _ = try await fixture.lines("show 3")
        try await fixture.app.refresh()
        func completed(_ word: String) async -> [String] {
            await fixture.app.completions(of: "attachment", for: word, language: .english).map(\.text)
        }
        #expect(await completed("ph") == ["photo.png"])
        #expect(await completed("").count == 2)
    }

    @Test func `names and bytes that were exchanged do not open`() async throws {
        let store = try TestStore.memory.open()
        let notes = try service(store)
        let dao = try SystemNotes.all(on: store.system)
        let owner = UserID(rawValue: 1)
        let folder = try ScratchFolder()
        let id = try await notes.add("Bank").id
        try await notes.protection.setPassword(password)
        _ = try await notes.protection.protect(id)
        _ = try await notes.attachments.attach(try folder.write("one", "a"), to: id)
        _ = try await notes.attachments.attach(try folder.write("two", "b"), to: id)
        let kept = try await dao.attachments(of: id, owner: owner)
        let bytes = try #require(try await dao.bytes(of: kept[1].digest, owner: owner))
        let draft = AttachmentDraft(
            name: "", type: "", bytes: bytes, digest: kept[1].digest, sealed: kept[0].sealed)
        _ = try await dao.replace(kept[0], of: id, with: draft, owner: owner)
        await #expect(throws: NotesFault.damaged(id)) {
            try await notes.attachments.extract("a", of: id, to: folder.path + "/x")
        }
    }
}
