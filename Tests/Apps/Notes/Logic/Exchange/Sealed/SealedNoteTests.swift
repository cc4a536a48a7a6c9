// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSecrets
import AtriumSession
import AtriumTesting
import Dice
import Foundation
@testable import NotesLogic
import NotesStore
import Synchronization
import Testing
import ZipBytes

@testable import NoteFormats

/// Protected notes that leave a store as sealed files and come into another.
struct SealedNoteTests {
    let scratch: ScratchFolder
    let password = Secret("quiet herons ferry")
    /// What stands in texts, tags, names of files and files of the notes that are protected, but in no title.
    let words = ["zebrafish", "quokka", "axolotl", "narwhal", "capybara"]

    init() throws { scratch = try ScratchFolder() }

    @Test(arguments: zip(NoteTestStore.allCases, NoteTestStore.allCases.dropFirst() + NoteTestStore.allCases.prefix(1)))
    func `protected notes come whole into another store, and no word is in the clear on the way`(
        kind: NoteTestStore, other: NoteTestStore
    ) async throws {
        let seed = UInt64(NoteTestStore.allCases.firstIndex(of: kind) ?? 0) * 7
        try FileManager.default.createDirectory(atPath: scratch.path + "/in", withIntermediateDirectories: true)
        let (first, second) = (try kind.open(), try other.open())
        let notes = try service(first)
        try await fill(notes, seed: seed + 1)
        let report = try await export(notes)
        #expect(report.written == 8 && report.sealed == 4 && report.protected == 0)
        #expect(try sealedFiles().count == 4)
        #expect(RawFiles.below(scratch.path, with: words) == [])

        // Another user of another installation, who has protected no note yet.
        let owner: Int64 = other == .folder ? 1 : 7
        let theirs = try service(second, owner)
        let (taken, asked) = try await take(theirs, files: [password])
        #expect(taken.added == 8 && taken.sealed == 4 && taken.isWhole && taken.hasSetPassword, "\(taken.problems)")
        #expect(taken.strayLinks == 0 && asked.count == 1)
        if let files = second.files { #expect(RawFiles.below(files, with: words) == []) }
        func byTitle(_ notes: [Note]) -> [Note] { notes.filter(\.isProtected).sorted { $0.title < $1.title } }
        let (before, after) = (byTitle(try await all(notes)), byTitle(try await all(theirs, owner)))
        #expect(before.count == 4 && after.count == 4)
        for (old, new) in zip(before, after) {
            #expect(try await facts(theirs, new) == (try await facts(notes, old)))
        }
        // Numbers in links are those of here: each leads to the note of the same time.
        func targets(_ notes: NotesService, _ note: Note) async throws -> [Timestamp] {
            var times: [Timestamp] = []
            for number in References(try notes.protection.opened(note).content).numbers {
                times.append(try await notes.note(number).createdAt)
            }
            return times
        }
        for (old, new) in zip(before, after) {
            #expect(try await targets(theirs, new) == (try await targets(notes, old)))
        }
        // Neither a second time, nor where they come from; with the lock off they are asked for once.
        theirs.protection.lock()
        let again = try await take(theirs, files: [password])
        #expect(again.report.added == 0 && again.report.known == 8 && again.report.isWhole)
        #expect(again.asked.count == 1)
        let back = try await take(notes)
        #expect(back.report.added == 0 && back.report.known == 8 && back.asked == [])
        // What was changed since is still the note that was imported.
        _ = try await theirs.modify(after[0].id, to: "Another text")
        #expect(try await take(theirs, files: [password]).report.known == 8)
    }

    @Test func `the password of the notes here is asked for once in an import`() async throws {
        let notes = try service(NoteTestStore.memory.open())
        try await notes.protection.setPassword(password)
        for text in ["One\nquokka", "Two\nquokka"] {
            let note = try await notes.add(text)
            _ = try await notes.protection.protect(note.id)
        }
        for text in ["Three", "Four"] { _ = try await notes.add(text, in: "diary") }
        _ = try await export(notes)

        let theirs = try service(NoteTestStore.memory.open(), 7)
        let own = Secret("another password")
        try await theirs.protection.setPassword(own)
        try await theirs.lock(notebook: "box")
        for (answer, isRight) in [(nil, false), (Secret("guess"), false), (own, true)] as [(Secret?, Bool)] {
            theirs.protection.lock()
            let (report, asked) = try await take(theirs, files: [password], own: answer, into: "box")
            #expect(asked.filter { $0 == "own" }.count == 1, "\(asked)")
            #expect(report.added == (isRight ? 4 : 0), "\(report.problems)")
            #expect(report.problems.count == (isRight ? 0 : 4))
        }
        let all = try await all(theirs, 7)
        #expect(Set(all.map(\.marks.notebook)) == ["box", "box/diary"] && all.allSatisfy(\.isProtected))
    }

    @Test func `a wrong password, none and damage cost one file each, and no other`() async throws {
        let notes = try service(NoteTestStore.memory.open())
        for text in ["One\nquokka", "Two\nquokka", "Open"] { _ = try await notes.add(text) }
        try await notes.protection.setPassword(password)
        for id in 1...2 { _ = try await notes.protection.protect(id) }
        _ = try await export(notes)
        let path = scratch.path + "/out/One.sealednote"
        let whole = try #require(FileManager.default.contents(atPath: path))

        func problems(_ files: [Secret]) async throws -> (ImportReport, [String]) {
            let other = try service(NoteTestStore.memory.open())
            let (report, asked) = try await take(other, files: files)
            #expect(try await other.protection.hasPassword() == (report.sealed > 0))
            return (report, asked)
        }
        var (report, asked) = try await problems([Secret("guess")])
        #expect(report.added == 1 && report.problems.map(\.reason) == [.otherPassword, .otherPassword])
        #expect(report.problems.map(\.file) == ["One.sealednote", "Two.sealednote"] && !report.isWhole)
        // All files of one export have one password: nobody is asked twice.
        #expect(asked == ["One.sealednote"])
        (report, asked) = try await problems([])
        #expect(report.added == 1 && report.problems.map(\.reason) == [.unasked, .unasked])
        #expect(report.leftOut == 2 && report.found == 3)

        for index in stride(from: 0, to: whole.count, by: 11) {
            var bytes = whole
            bytes[index] ^= 1
            try bytes.write(to: URL(filePath: path))
            (report, asked) = try await problems([password])
            let reason = report.problems.first?.reason
            #expect(reason == .damagedSeal || reason == .newerSeal(0), "\(index)")
            #expect(report.added == 2 && report.problems.count == 1)
        }
        for count in [0, 1, 40, whole.count - 1] {
            try whole.prefix(count).write(to: URL(filePath: path))
            #expect(try await problems([password]).0.problems.map(\.reason) == [.damagedSeal])
        }
        let newer = String(decoding: whole, as: Unicode.ASCII.self)
            .replacingOccurrences(of: "\"version\":1", with: "\"version\":2")
        try Data(newer.utf8).write(to: URL(filePath: path))
        #expect(try await problems([password]).0.problems.map(\.reason) == [.newerSeal(2)])
    }

    /// What somebody writes who can make the sum right again.
    @Test func `a seal holds for the line before it, and a file asks for no more than it may`() async throws {
        let key = try await PasswordKey.new(password.bytes, cost: .cheap)
        let bytes = try SealedNoteFile.bytes(of: [1, 2, 3], under: key)
        func forged(_ old: String, _ new: String) -> [UInt8] {
            let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? 0
            let line = String(decoding: bytes[..<end], as: UTF8.self).replacingOccurrences(of: old, with: new)
            let file = Array(line.utf8) + bytes[end...].dropLast(32)
            return file + SHA256.hash(file)
        }
        #expect(try SealedNoteFile(forged("x", "x")).open(with: key) == [1, 2, 3])
        #expect(throws: SealedNoteFile.Fault.damaged) {
            try SealedNoteFile(forged(",\"passes\"", ", \"passes\"")).open(with: key)
        }
        for (old, new) in [
            ("\"memory\":8192", "\"memory\":9223372036854775807"), ("\"passes\":1", "\"passes\":1000000"),
            ("\"memory\":8192", "\"memory\":0"), ("argon2id", "md5"), ("xchacha20", "des"),
            ("\"salt\":\"", "\"salt\":\"A"),
        ] {
            #expect(throws: SealedNoteFile.Fault.damaged, "\(new)") { try SealedNoteFile(forged(old, new)) }
        }
    }

    @Test func `the password is that of the time of the export, of which another process may know`() async throws {
        let store = try NoteTestStore.memory.open()
        let (notes, other) = (try service(store), try service(store))
        for text in ["One\nquokka", "Two"] { _ = try await notes.add(text) }
        #expect(try await !notes.asksPassword(toExport: nil, as: .markdown))
        try await notes.protection.setPassword(password)
        _ = try await notes.protection.protect(1)
        #expect(try await !notes.asksPassword(toExport: nil, as: .markdown))
        #expect(try await other.asksPassword(toExport: nil, as: .markdown))
        #expect(try await !other.asksPassword(toExport: nil, as: .json))
        #expect(try await !other.asksPassword(toExport: "two", as: .markdown))
        #expect(try await other.asksPassword(toExport: "one", as: .markdown))
        #expect(try await export(other).protected == 1 && sealedFiles() == [])
        let new = Secret("quite another one")
        try await other.protection.changePassword(from: password, to: new)
        // This process has the key of before.
        #expect(try await notes.asksPassword(toExport: nil, as: .markdown))
        try await notes.protection.unlock(new)
        try await notes.protection.changePassword(from: new, to: password)
        #expect(try await !notes.asksPassword(toExport: nil, as: .markdown))
        #expect(try await export(notes).sealed == 1)
        let theirs = try service(NoteTestStore.memory.open())
        #expect(try await take(theirs, files: [new]).report.problems.map(\.reason) == [.otherPassword])
        #expect(try await take(theirs, files: [new, password]).report.sealed == 1)
        _ = try await notes.remove([1])
        notes.protection.lock()
        #expect(try await !notes.asksPassword(toExport: nil, as: .markdown))
        #expect(try await notes.asksPassword(toExport: nil, as: .markdown, keepingTrash: true))
    }

    @Test func `where notes are protected already they keep their own password`() async throws {
        let notes = try service(NoteTestStore.memory.open())
        _ = try await notes.add("One\nquokka")
        try await notes.protection.setPassword(password)
        _ = try await notes.protection.protect(1)
        _ = try await export(notes)
        let own = Secret("another one")
        let store = try NoteTestStore.memory.open()
        let theirs = try service(store, 2)
        try await theirs.protection.setPassword(own)
        theirs.protection.lock()
        let none = try await take(theirs, files: [password])
        #expect(none.report.problems.map(\.reason) == [.unaskedOwn] && none.asked == ["One.sealednote", "own"])
        let wrong = try await take(theirs, files: [password], own: Secret("guess"))
        #expect(wrong.report.problems.map(\.reason) == [.otherOwnPassword] && wrong.report.added == 0)
        let right = try await take(theirs, files: [password], own: own, into: "from ana")
        #expect(right.report.sealed == 1 && !right.report.hasSetPassword)
        let again = try service(store, 2)
        try await again.protection.unlock(own)
        let note = try await again.note(1)
        #expect(try again.protection.opened(note).content == "One\nquokka" && note.marks.notebook == "from ana")
    }

    @Test func `an export takes the place of its own files alone, and what nobody opens is named`() async throws {
        let notes = try service(NoteTestStore.memory.open())
        for text in ["One\na", "One\nb", "Two\nc"] { _ = try await notes.add(text) }
        try await notes.protection.setPassword(password)
        for id in 1...3 { _ = try await notes.protection.protect(id) }
        let mine = try scratch.write("mine", "out/Two.sealednote")
        for _ in 0..<2 {
            #expect(try await export(notes).sealed == 3)
            #expect(
                try sealedFiles() == ["One (2).sealednote", "One.sealednote", "Two (3).sealednote", "Two.sealednote"])
        }
        #expect(try String(contentsOfFile: mine, encoding: .utf8) == "mine")
        let versions = try await notes.dao.versions(of: 1, owner: notes.owner)
        let broken = NoteVersion(number: 1, savedAt: versions[0].savedAt, content: "One", sealed: [1, 2])
        _ = try await notes.dao.rewrite(1, [broken], owner: notes.owner)
        let report = try await export(notes, "other")
        #expect(report.damaged == [1] && report.sealed == 2)
    }

    @Test func `an archive of the folder opens as the folder does`() async throws {
        let notes = try service(NoteTestStore.memory.open())
        _ = try await notes.add("One\nquokka")
        try await notes.protection.setPassword(password)
        _ = try await notes.protection.protect(1)
        _ = try await export(notes)
        var zip = ZipBytes()
        let bytes = try #require(FileManager.default.contents(atPath: scratch.path + "/out/One.sealednote"))
        zip.add("out/work/One.sealednote", Array(bytes))
        try Data(zip.finished()).write(to: URL(filePath: scratch.path + "/out.zip"))
        let theirs = try service(NoteTestStore.memory.open())
        #expect(try await take(theirs, "out.zip", files: [password]).report.sealed == 1)
        #expect(try await take(theirs, "out/One.sealednote", files: [password]).report.known == 1)
    }
}
