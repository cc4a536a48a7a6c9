// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTesting
import Foundation
import GRDB
@testable import NotesLogic
import Synchronization
import Testing

@testable import NotesFolder
@testable import NotesStore

/// What cannot be read or written.
extension FolderStoreTests {
    @Test func `a file that is no text is named, and never written`() async throws {
        let bytes = Data([0x63, 0xE9])
        try bytes.write(to: URL(filePath: folder.path + "/bad.md"))
        let dao = open()
        _ = try await dao.create([draft("One")], owner: ana)
        #expect(try await dao.skippedFiles(owner: ana) == [SkippedFile(path: "bad.md", reason: .notUTF8)])
        // A note whose file is no text any more keeps its last one, and gets another file.
        try bytes.write(to: URL(filePath: folder.path + "/One.md"))
        #expect(try await dao.find(1, owner: ana)?.content == "One")
        #expect(try await dao.skippedFiles(owner: ana).map(\.path) == ["One.md", "bad.md"])
        _ = try await dao.modify(1, content: "Two", at: clock.now, owner: ana)
        #expect(try names == ["One 2.md", "One.md", "bad.md"])
        #expect(FileManager.default.contents(atPath: folder.path + "/One.md") == bytes)
        _ = try folder.write("Good", "bad.md")
        #expect(try await dao.skippedFiles(owner: ana).map(\.path) == ["One.md"])
        #expect(try await all(dao).map(\.content) == ["Two", "Good"])
    }

    @Test func `a name that is no text is said, of files and of folders`() async throws {
        let start = (folder.path + "/in").utf8.map { CChar(bitPattern: $0) } + [-1]
        close(creat(start + Array(".md\0".utf8).map { CChar(bitPattern: $0) }, 0o600))
        mkdir(start + [0], 0o700)
        _ = try folder.write("Good", "good.md")
        let dao = open()
        #expect(try await all(dao).map(\.content) == ["Good"])
        #expect(
            try await dao.skippedFiles(owner: ana) == [
                SkippedFile(path: "in\u{FFFD}.md", reason: .unnamed),
                SkippedFile(path: "in\u{FFFD}/", reason: .unnamed),
            ])
    }

    @Test func `a file with a character that no text has is named, and never cut`() async throws {
        let whole = "nul a\0b tail\nline two"
        _ = try folder.write(whole, "nul.md")
        let dao = open()
        _ = try await dao.create([draft("One")], owner: ana)
        #expect(try await all(dao).map(\.content) == ["One"])
        #expect(try await dao.skippedFiles(owner: ana) == [SkippedFile(path: "nul.md", reason: .notText)])
        _ = try folder.write(whole, "One.md")
        _ = try await dao.mark(1, .addTag("hello"), owner: ana)
        #expect(try folder.text("One.md") == whole && folder.text("nul.md") == whole)
        #expect(try folder.text("One 2.md").hasSuffix("One\n"))
    }

    @Test func `what a killed process has left half-written goes`() async throws {
        _ = try await all(open())
        _ = try folder.write("half", ".atrium/12345-1.part")
        _ = try await all(open())
        let hidden = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/.atrium")
        #expect(!hidden.contains { $0.hasSuffix(".part") })
        #expect(hidden.contains("notes.sqlite"))
    }

    /// A disk, or a file system, that fails calls on some names.
    private final class Failing: Sendable {
        private let state = Mutex((call: FolderTree.Call?.none, name: "", reason: Int32(0), left: 0))

        func fail(_ call: FolderTree.Call, _ name: String, _ reason: Int32, times: Int = .max) {
            state.withLock { $0 = (call, name, reason, times) }
        }

        func observe(_ call: FolderTree.Call, _ name: String) throws(FileFault) {
            let reason = state.withLock { state -> Int32? in
                guard state.call == call, state.name == name, state.left > 0 else { return nil }
                state.left -= 1
                return state.reason
            }
            if let reason { throw FileFault(path: name, reason: .system(reason)) }
        }
    }

    @Test(arguments: [FolderTree.Call.open, .read]) func `a file that the disk fails to read once gets no twin`(
        call: FolderTree.Call
    ) async throws {
        let failing = Failing()
        let dao = FolderNoteStore.testing(folder.path, clock: clock, observer: failing.observe)
        _ = try await dao.create([draft("One")], owner: ana)
        _ = try folder.write("One by another\n", "One.md")
        failing.fail(call, "One.md", EIO, times: 1)
        // It is not known what the file says now: the change may be refused, or read it once more.
        _ = try? await dao.modify(1, content: "Two", at: clock.now, owner: ana)
        #expect(try names == ["One.md"])
        _ = try await dao.modify(1, content: "Three", at: clock.now, owner: ana)
        #expect(try await dao.versions(of: 1, owner: ana).map(\.content).contains("One by another"))
        #expect(try names == ["One.md"] && folder.text("One.md").hasSuffix("Three\n"))
    }

    @Test func `a file that the disk does not read is named, and neither changed nor thrown away`() async throws {
        let failing = Failing()
        _ = try folder.write("One", "One.md")
        _ = try await all(open())
        failing.fail(.read, "One.md", EIO)
        _ = try folder.write("Two", "One.md")
        let dao = FolderNoteStore.testing(folder.path, clock: clock, observer: failing.observe)
        #expect(try await all(dao).map(\.content) == ["One"])
        #expect(try await dao.skippedFiles(owner: ana) == [SkippedFile(path: "One.md", reason: .failing)])
        await #expect(throws: StoreFault.failing(path: "One.md", reason: EIO)) {
            try await dao.modify(1, content: "Three", at: clock.now, owner: ana)
        }
        failing.fail(.read, "", 0)
        #expect(try await all(dao).map(\.content) == ["Two"])
        #expect(try await dao.skippedFiles(owner: ana) == [])
    }

    @Test func `a folder that cannot be listed is named, and keeps its notes`() async throws {
        let failing = Failing()
        _ = try folder.write("One", "One.md")
        for number in 1...3 { _ = try folder.write("Deep \(number)", "sub/Deep \(number).md") }
        _ = try await all(open())
        failing.fail(.list, "sub", EACCES)
        let dao = FolderNoteStore.testing(folder.path, clock: clock, takesAsIs: false, observer: failing.observe)
        #expect(try await all(dao).allSatisfy { $0.trashedAt == nil })
        #expect(try await dao.skippedFiles(owner: ana) == [SkippedFile(path: "sub/", reason: .unreadable)])
    }

    @Test func `an empty folder where notes were is not taken for theirs, unless it is meant`() async throws {
        let dao = FolderNoteStore.testing(folder.path, takesAsIs: false)
        await #expect(throws: NotesFault.emptyFolder(path: folder.path)) { try await dao.counts(owner: ana) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        #expect(try await open().counts(owner: ana).active == 0)
    }

    @Test func `most files at once are not thrown away, unless it is meant`() async throws {
        for number in 1...4 { _ = try folder.write("Text \(number)", "Note \(number).md") }
        _ = try await all(open())
        let dao = FolderNoteStore.testing(folder.path, takesAsIs: false)
        #expect(try await dao.counts(owner: ana).active == 4)
        try remove("Note 1.md")
        #expect(try await dao.counts(owner: ana).trashed == 1)
        for number in 2...3 { try remove("Note \(number).md") }
        for _ in 0..<2 {
            await #expect(throws: NotesFault.filesGone(path: folder.path, lost: 2, of: 3)) {
                try await dao.counts(owner: ana)
            }
        }
        // They come back, as from a disk that is mounted again.
        for number in 2...3 { _ = try folder.write("Text \(number)", "Note \(number).md") }
        #expect(try await dao.counts(owner: ana).trashed == 1)
        for number in 2...4 { try remove("Note \(number).md") }
        #expect(try await open().counts(owner: ana).trashed == 4)
    }

    @Test func `links lead nowhere`() async throws {
        let other = try ScratchFolder()
        _ = try other.write("secret", "secret.md")
        for (name, target) in [("link.md", "/secret.md"), ("folder", ""), ("work", "")] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/" + name, withDestinationPath: other.path + target)
        }
        let dao = open()
        #expect(try await all(dao) == [])
        // Not even the folder of a notebook.
        _ = try await dao.create([draft("One", notebook: "work")], owner: ana)
        #expect(try folder.text("One.md").contains("notebook: work\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: other.path) == ["secret.md"])
        #expect(try await all(open()).map(\.marks.notebook) == ["work"])
    }

    @Test func `a folder that is not there is a fault, and its notes are there when it is back`() async throws {
        let dao = open()
        _ = try await dao.create([draft("One")], owner: ana)
        let aside = folder.path + "-aside"
        try FileManager.default.moveItem(atPath: folder.path, toPath: aside)
        await #expect(throws: StoreFault.unreachable(path: folder.path, reason: ENOENT)) {
            try await dao.find(1, owner: ana)
        }
        try FileManager.default.moveItem(atPath: aside, toPath: folder.path)
        #expect(try await dao.find(1, owner: ana)?.trashedAt == nil)
    }

    @Test func `a write that fails changes nothing`() async throws {
        let dao = open()
        _ = try await dao.create([draft("One")], owner: ana)
        let before = try folder.text("One.md")
        // Where a file of half the note would go there is something else.
        for number in 1..<50 {
            try FileManager.default.createDirectory(
                atPath: "\(folder.path)/.atrium/\(getpid())-\(number).part", withIntermediateDirectories: false)
        }
        await #expect(throws: StoreFault.self) {
            try await dao.create((0..<3).map { draft("New \($0)") }, owner: ana)
        }
        await #expect(throws: StoreFault.self) {
            try await dao.modify(1, content: "Two", at: clock.now, owner: ana)
        }
        #expect(try await all(dao).map(\.content) == ["One"])
        #expect(try folder.text("One.md") == before)
        #expect(try names == ["One.md"])
    }

    /// As `git clean -x` does it.
    @Test func `an index that is gone under an open folder is made again before any file goes`() async throws {
        let dao = open()
        _ = try await dao.create([draft("One"), draft("Two")], owner: ana)
        try remove(".atrium")
        #expect(try await dao.trash(1, at: clock.now, owner: ana)?.content == "One")
        #expect(try names == ["Two.md"])
        let notes = try await all(open())
        #expect(notes.map(\.content) == ["One", "Two"])
        #expect(notes.map { $0.trashedAt != nil } == [true, false])
        // New ones are no fault either.
        try remove(".atrium")
        #expect(try await dao.create([draft("Three")], owner: ana).map(\.content) == ["Three"])
        #expect(try await all(open()).map(\.content) == ["Two", "Three"])
    }

    @Test func `an index that goes within a change takes no file along`() async throws {
        _ = try folder.write("One", "One.md")
        let open = try await OpenFolder(
            folder.path, owner: ana, clock: clock, timeZone: .gmt, isDurable: false, describe: OpenNoteStore.describe)
        let hidden = folder.path + "/.atrium"
        await #expect(throws: OpenFolder.IndexMoved.self) {
            try await open.write { notes in
                _ = try notes.trash(1, at: Timestamp(seconds: 1))
                try FileManager.default.removeItem(atPath: hidden)
            }
        }
        #expect(try folder.text("One.md") == "One")
    }

    @Test(.timeLimit(.minutes(10)))
    func `observers hear of a folder whose index was made again`() async throws {
        let dao = open()
        var changes = dao.changes().makeAsyncIterator()
        _ = try await dao.create([draft("One")], owner: ana)
        while try await dao.counts(owner: ana).active == 0 { _ = await changes.next() }
        try remove(".atrium")
        #expect(try await dao.counts(owner: ana).active == 1)
        // Nobody asks any more.
        let path = folder.path
        _ = await changes.next()
        let writes = Task {
            // The first ones may come before the watch.
            var number = 0
            while !Task.isCancelled {
                number += 1
                try Data("\(number)".utf8).write(to: URL(filePath: path + "/new.md"), options: .atomic)
                await Task.yield()
            }
        }
        for _ in 0..<3 { #expect(await changes.next() != nil) }
        writes.cancel()
        _ = try? await writes.value
    }

    @Test func `many notes of one title, and a start that reads none of them again`() async throws {
        do {
            let dao = open()
            _ = try await dao.create((0..<300).map { _ in draft("Same") }, owner: ana)
        }
        #expect(try names.count == 300)
        // Old enough to be known by their stamps; and then no byte of them is read.
        let past = Date(timeIntervalSince1970: 1_700_000_000)
        for name in try names {
            try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: folder.path + "/" + name)
        }
        #expect(try await all(open()).count == 300)
        let index = try SQLiteSystem(path: folder.path + "/.atrium/notes.sqlite", isDurable: false)
        try await index.write { try $0.execute(sql: "UPDATE note_file SET seen = seen + 60000000000") }
        index.close()
        let read = Mutex(0)
        let dao = FolderNoteStore.testing(folder.path, clock: clock) { call, _ throws(FileFault) in
            if call == .read { read.withLock { $0 += 1 } }
        }
        #expect(try await all(dao).count == 300)
        #expect(read.withLock { $0 } == 0)
    }

    @Test func `a text of equal size and time is seen by a start`() async throws {
        let path = try folder.write("One", "One.md")
        try FilePlace.age(path, written: 1_700_000_000_000_000_000)
        #expect(try await all(open()).map(\.content) == ["One"])
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.write(contentsOf: Data("Two".utf8))
        try handle.close()
        try FilePlace.age(path, written: 1_700_000_000_000_000_000)
        let dao = open()
        #expect(try await all(dao).map(\.content) == ["Two"])
        #expect(try await dao.versions(of: 1, owner: ana).map(\.content) == ["Two", "One"])
    }
}
