// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumScreen
import AtriumSecrets
import AtriumSession
import AtriumSystems
import AtriumTesting
import Foundation
@testable import NotesLogic
import Testing

import AtriumWorlds
@testable import NotesPanels
import NotesStore

/// Notes that nobody reads without the password.
struct NoteProtectionTests {
    private let ana = UserID(rawValue: 1)
    private let password = Secret("quiet herons ferry")

    private func service(_ store: OpenNoteStore, _ owner: Int64 = 1) throws -> NotesService {
        NotesService(
            dao: try store.dao(), owner: UserID(rawValue: owner), clock: ManualClock.nineOClock,
            timeZone: .gmt, sealingCost: .cheap)
    }

    @Test(arguments: NoteTestStore.allCases)
    func `a protected note shows its title, and all of it only after the password`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let notes = try service(store)
        let id = try await notes.add("Bank\nfirst pin 4711 #money").id
        _ = try await notes.modify(id, to: "Bank\nsecond pin 4712 #money")
        try await notes.protection.setPassword(password)
        #expect(try await notes.protection.protect(id).isProtected)

        let other = try service(store)
        #expect(try await other.note(id).title == "Bank")
        // Of a note that has a name of its own not even the first line is readable.
        let readable = kind == .folder ? "" : "Bank"
        #expect(try await other.note(id).content == readable)
        #expect(try await other.versions(of: id).map(\.content) == [readable, readable])
        for query in ["pin", "4712", "first", "#money"] { #expect(try await other.find(query, limit: 9).isEmpty) }
        #expect(try await other.find("bank", limit: 9).map(\.id) == [id])
        #expect(try await other.labels(.tag).isEmpty)
        await #expect(throws: NotesFault.locked(id)) { try await other.version(1, of: id) }
        await #expect(throws: NotesFault.locked(id)) { try await other.modify(id, to: "x") }
        await #expect(throws: NotesFault.locked(id)) { try await other.rename(id, to: "x") }
        await #expect(throws: NotesFault.locked(id)) { try await other.protection.unprotect(id) }
        await #expect(throws: NotesFault.wrongPassword) { try await other.protection.unlock(Secret("guess")) }
        #expect(!other.protection.isUnlocked)
        try await other.protection.unlock(password)
        #expect(try await other.protection.opened(other.note(id)).content == "Bank\nsecond pin 4712 #money")
        #expect(try await other.version(1, of: id).content == "Bank\nfirst pin 4711 #money")
        other.protection.lock()
        await #expect(throws: NotesFault.locked(id)) { try await other.protection.opened(other.note(id)) }
    }

    @Test(arguments: [
        WrappedKey(salt: [UInt8](repeating: 1, count: SealingKey.saltCount), passes: 1 << 39, memory: 1, sealed: [1]),
        WrappedKey(salt: [1], passes: 1, memory: 1, sealed: [1]),
    ])
    func `a key that asks for more work than any version did is damaged`(key: WrappedKey) async throws {
        let store = try NoteTestStore.memory.open()
        #expect(try await store.dao().keepKey(key, replacing: nil, owner: ana))
        await #expect(throws: NotesFault.damagedKey) { try await service(store).protection.unlock(password) }
    }

    /// As `git clean -x` leaves it.
    @Test func `nothing is sealed with a key that the store does not have`() async throws {
        let store = try NoteTestStore.folder.open()
        let notes = try service(store)
        let id = try await notes.add("Bank\npin 4711").id
        try await notes.protection.setPassword(password)
        try FileManager.default.removeItem(atPath: try #require(store.files) + "/.atrium")
        await #expect(throws: NotesFault.locked(id)) { try await notes.protection.protect(id) }
        #expect(!notes.protection.isUnlocked)
        #expect(try await notes.note(id).content == "Bank\npin 4711")
        try await notes.protection.setPassword(password)
        #expect(try await notes.protection.protect(id).isProtected)
    }

    @Test(arguments: NoteTestStore.allCases)
    func `a protected note changes sealed, and comes back plain with every version`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let notes = try service(store)
        let id = try await notes.add("One\na").id
        try await notes.protection.setPassword(password)
        _ = try await notes.protection.protect(id)
        let isNamed = kind == .folder
        #expect(try await notes.modify(id, to: "Two\nb").note.content == (isNamed ? "" : "Two"))
        #expect(try await notes.modify(id, to: "Two\nb").isUnchanged)
        #expect(try await notes.modify(id, to: "Two\nc", basedOn: 1).conflict == 2)
        #expect(try await notes.rename(id, to: "Three").note.title == "Three")
        let texts = (isNamed ? [] : ["Three\nc"]) + ["Two\nc", "Two\nb", "One\na"]
        #expect(try await notes.versions(of: id).map(\.content) == texts)
        let plain = try await notes.protection.unprotect(id)
        #expect(!plain.isProtected)
        notes.protection.lock()
        #expect(try await notes.versions(of: id).map(\.content) == texts)
        #expect(try await notes.find("c", limit: 9).map(\.id) == [id])
    }

    @Test(arguments: NoteTestStore.allCases)
    func `another password opens the same notes, and the old one no more`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let notes = try service(store)
        let id = try await notes.add("Bank\n4711").id
        await #expect(throws: NotesFault.nothingProtected) { try await notes.protection.unlock(password) }
        await #expect(throws: NotesFault.noPassword) { try await notes.protection.setPassword(Secret("")) }
        try await notes.protection.setPassword(password)
        _ = try await notes.protection.protect(id)
        let new = Secret("quite another one")
        await #expect(throws: NotesFault.wrongPassword) {
            try await notes.protection.changePassword(from: new, to: new)
        }
        try await notes.protection.changePassword(from: password, to: new)
        notes.protection.lock()
        await #expect(throws: NotesFault.wrongPassword) { try await notes.protection.unlock(password) }
        try await notes.protection.unlock(new)
        #expect(try await notes.protection.opened(notes.note(id)).content == "Bank\n4711")
        // A second shell that knew of no password yet does not put its own in place of this one.
        await #expect(throws: NotesFault.wrongPassword) { try await notes.protection.setPassword(password) }
    }

    @Test(arguments: NoteTestStore.allCases)
    func `a sealed text opens as no other note's, nor as another owner's`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        let notes = try service(store)
        let first = try await notes.add("A\n1").id
        let second = try await notes.add("B\n2").id
        try await notes.protection.setPassword(password)
        let sealed = try await notes.protection.protect(first).sealed
        _ = try await notes.protection.protect(second)
        let swapped = NoteVersion(number: 1, savedAt: Timestamp(seconds: 0), content: "B", sealed: sealed)
        _ = try await dao.rewrite(second, [swapped], owner: ana)
        await #expect(throws: NotesFault.damaged(second)) { try await notes.protection.opened(notes.note(second)) }
        #expect(try await service(store, 2).protection.hasPassword() == false)
    }

    @Test(arguments: NoteTestStore.allCases)
    func `the store replaces all versions or none, and keeps one key an owner`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        let time = Timestamp(seconds: 7)
        let origin = NoteOrigin(name: "file")
        _ = try await dao.create([NoteDraft(content: "T\nx", createdAt: time, origin: origin)], owner: ana)
        _ = try await dao.modify(1, content: "T\ny", at: time, owner: ana)
        func version(_ number: Int, _ sealed: [UInt8]?) -> NoteVersion {
            NoteVersion(number: number, savedAt: time, content: "T", sealed: sealed)
        }
        #expect(try await dao.rewrite(1, [version(2, [1])], owner: ana) == nil)
        #expect(try await dao.rewrite(1, [version(3, [1]), version(1, [2])], owner: ana) == nil)
        #expect(try await dao.rewrite(1, [version(2, [1]), version(1, [2])], owner: UserID(rawValue: 2)) == nil)
        #expect(try await dao.rewrite(1, [version(2, [1]), version(1, [2])], owner: ana)?.sealed == [1])
        #expect(try await dao.versions(of: 1, owner: ana) == [version(2, [1]), version(1, [2])])
        // Neither a plain text over a sealed one, nor the other way round.
        #expect(try await dao.modify(1, content: "plain", at: time, owner: ana) == nil)
        #expect(
            try await dao.modify(
                1, content: "T", sealed: [3], renames: false, finishing: nil, at: time, owner: ana)?.note.version == 3)
        #expect(try await dao.versions(of: 1, owner: ana).map(\.sealed) == [[3], [1], [2]])
        // What it was imported from is forgotten: a fingerprint would tell the text.
        let again = NoteDraft(content: "T\nz", createdAt: time, origin: origin)
        #expect(try await dao.create([again], owner: ana).count == 1)

        let key = WrappedKey(salt: [1], passes: 2, memory: 3, sealed: [4])
        let other = WrappedKey(salt: [1], passes: 2, memory: 3, sealed: [5])
        #expect(try await dao.key(owner: ana) == nil)
        #expect(try await !dao.keepKey(key, replacing: other, owner: ana))
        #expect(try await dao.keepKey(key, replacing: nil, owner: ana))
        #expect(try await !dao.keepKey(other, replacing: nil, owner: ana))
        #expect(try await dao.key(owner: ana) == key)
        #expect(try await dao.keepKey(other, replacing: key, owner: ana))
        #expect(try await dao.key(owner: ana) == other)
        #expect(try await dao.key(owner: UserID(rawValue: 2)) == nil)
    }

    @Test(arguments: [NoteTestStore.sqlite, .folder])
    func `no byte of a protected text stays in the files`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let folder = try #require(store.files)
        let notes = try service(store)
        // Neighbours on the same pages, and words before and after in the index.
        for number in 0..<60 { _ = try await notes.add("Note \(number)\nquokkb word\(number) quokkz") }
        let long = (0..<600).map { "zebrafinch\($0)" }.joined(separator: " ")
        let id = try await notes.add("Bank\nquokkaone 4711 \(long)").id
        for number in 0..<30 { _ = try await notes.add("More \(number)\nquokkc word\(number)") }
        _ = try await notes.modify(id, to: "Bank\nquokkatwo #quokkatag \(long)")
        _ = try await notes.modify(id, to: "Bank\nquokkathree")
        _ = try await notes.keepUnfinished("quokkatwo", as: nil)
        let words = ["quokkaone", "quokkatwo", "quokkathree", "quokkatag", "zebrafinch", "uokka"]
        #expect(try words.allSatisfy { try occurs($0, in: folder) })
        try await notes.protection.setPassword(password)
        _ = try await notes.protection.protect(id)
        for word in words { #expect(try !occurs(word, in: folder), "\(word)") }
        _ = try await notes.modify(id, to: "Bank\nquokkafour zebrafinch")
        for word in words { #expect(try !occurs(word, in: folder), "\(word)") }
        #expect(try occurs("Bank", in: folder))
        #expect(try await notes.versions(of: id).count == 4)
    }

    private func occurs(_ word: String, in folder: String) throws -> Bool {
        try FileManager.default.subpathsOfDirectory(atPath: folder).contains { name in
            let bytes = FileManager.default.contents(atPath: folder + "/" + name) ?? Data()
            return bytes.range(of: Data(word.utf8)) != nil
        }
    }

    @MainActor @Test func `the password is asked for once a login, and again after a lock`() async throws {
        let fixture = try NotesFixture(answers: ["p1", "p1", "p1", "wrong"])
        _ = try await fixture.reply("add Bank: x\n4711")
        _ = try await fixture.reply("protect 3")
        #expect(fixture.prompter.asked == ["prompt.protected.new", "prompt.protected.again"])
        #expect(try await fixture.lines("show 3").contains("4711"))
        #expect(try await fixture.lines("history 3").count == 1)
        #expect(fixture.prompter.asked.count == 2)
        fixture.app.model.loginDidChange(to: .locked(ProbeAuthenticator().make("ana")))
        try await fixture.app.refresh()
        #expect(try await fixture.lines("show 3").contains("4711"))
        #expect(fixture.prompter.asked.last == "prompt.protected")
        fixture.app.model.loginDidChange(to: .loggedOut)
        await #expect(throws: NotesFault.wrongPassword) { try await fixture.open("3") }
    }

    /// Tells what is typed as it is typed, and then presses Ctrl-C.
    @MainActor
    private final class BreakingPrompter: Prompter {
        private var lines = ["one", "two"]

        func ask(_ question: LocalizedText) async throws -> String { throw CommandFault.noAnswer }
        func askSecret(_ question: LocalizedText) async throws -> Secret { throw CommandFault.noAnswer }
        func edit(_ text: EditedText, _ use: @MainActor (EditedText) async throws -> Void) async throws {}
        func progress(_ done: Int, of total: Int?) {}

        func ask(
            _ question: LocalizedText, typing: @escaping @MainActor (String) async -> Void
        ) async throws -> String {
            guard !lines.isEmpty else { throw CommandFault.cancelled }
            await typing(lines[0])
            return lines.removeFirst()
        }
    }

    @MainActor @Test(arguments: [true, false])
    func `lines of a protected note that are not finished are nowhere in the clear`(isSecret: Bool) async throws {
        let service = try service(NoteTestStore.memory.open())
        let context = CommandContext(
            language: .english, world: World.test(), prompter: BreakingPrompter())
        let capture = NoteCapture(service: service, context: context, isSecret: isSecret)
        do {
            _ = try await capture.lines(endingWithDot: false)
            Issue.record("It was broken off.")
        } catch CommandFault.cancelled {
            #expect(isSecret)
        } catch let kept as KeptText {
            #expect(!isSecret && kept.code == "cancelled")
        }
        let kept = try await service.unfinished().map { $0.content }
        #expect(kept == (isSecret ? [] : ["one\ntwo"]))
    }

    @MainActor @Test func `a line that goes into a protected note is secret`() async throws {
        let fixture = try NotesFixture(answers: ["p1", "p1"])
        _ = try await fixture.reply("add Bank: x")
        #expect(await !fixture.app.model.isSecret("modify", "3"))
        _ = try await fixture.reply("protect 3")
        for (command, word, isSecret) in [
            ("modify", "3", true), ("rename", "3", true), ("edit", "3", true), ("modify", "1", false),
            ("show", "3", false), ("modify", "x", true), ("modify", "y", false), ("modify", "99", false),
        ] {
            #expect(await fixture.app.model.isSecret(command, word) == isSecret)
        }
    }

    @MainActor @Test func `an export leaves protected notes out and says so`() async throws {
        let fixture = try NotesFixture(answers: ["p1", "p1"])
        let folder = try ScratchFolder()
        _ = try await fixture.reply("add Bank: x\n4711")
        _ = try await fixture.reply("protect 3")
        let lines = try await fixture.lines("export \(folder.path)/notes.json")
        #expect(lines.last?.hasPrefix("! Locked notes left out: 1. ") == true)
        let text = try String(contentsOfFile: folder.path + "/notes.json", encoding: .utf8)
        #expect(!text.contains("Bank") && !text.contains("4711"))
    }
}
