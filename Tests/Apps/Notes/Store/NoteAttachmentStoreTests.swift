// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import NotesLogic
import NotesStore
import Testing

/// What every store does with the files that belong to notes.
struct NoteAttachmentStoreTests {
    private let ana = UserID(rawValue: 1)
    private let ben = UserID(rawValue: 2)
    private let now = Timestamp(seconds: 5)

    private func draft(_ name: String, _ bytes: [UInt8], sealed: [UInt8]? = nil) -> AttachmentDraft {
        AttachmentDraft(
            name: name, type: "image/png", bytes: bytes, digest: Digest(bytes: bytes + [0]), sealed: sealed)
    }

    private func note(_ content: String, _ attachments: [AttachmentDraft] = []) -> NoteDraft {
        NoteDraft(content: content, createdAt: Timestamp(seconds: 0), attachments: attachments)
    }

    @Test(arguments: NoteTestStore.allCases)
    func `the same bytes are kept once, and go with the last that has them`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        _ = try await dao.create(
            [note("a", [draft("x", [1, 2]), draft("x", [9])]), note("b"), note("c")], owner: ana)
        let first = try #require(try await dao.attachments(of: 1, owner: ana).first)
        #expect(
            first
                == Attachment(number: 1, name: "x", type: "image/png", size: 2, digest: Digest(bytes: [1, 2, 0])))
        #expect(try await dao.attachments(of: 1, owner: ana).count == 1)
        #expect(try await dao.attach(draft("x", [3]), to: 1, owner: ana) == nil)
        #expect(try await dao.attach(draft("y", [3]), to: 9, owner: ana) == nil)
        #expect(try await dao.attach(draft("y", [1, 2]), to: 1, owner: ben) == nil)
        #expect(try await dao.attach(draft("y", [1, 2]), to: 1, owner: ana)?.number == 2)
        #expect(try await dao.attach(draft("z", [1, 2]), to: 3, owner: ana)?.number == 1)
        #expect(
            try await dao.attachments(of: 1...3, owner: ana).mapValues { $0.map(\.name) } == [1: ["x", "y"], 3: ["z"]])
        #expect(try await dao.attachments(of: 0...(.max), owner: ana).count == 2)
        #expect(try await dao.attachments(of: 0...(.max), owner: ben).isEmpty)
        #expect(try await dao.bytes(of: first.digest, owner: ana) == [1, 2])
        #expect(try await dao.bytes(of: first.digest, owner: ben) == nil)

        #expect(try await dao.detach(2, from: 1, owner: ana))
        #expect(try await !dao.detach(2, from: 1, owner: ana))
        _ = try await dao.remove(1, owner: ana)
        #expect(try await dao.attachments(of: 1, owner: ana).isEmpty)
        #expect(try await dao.bytes(of: first.digest, owner: ana) == [1, 2])
        #expect(try await dao.detach(1, from: 3, owner: ana))
        #expect(try await dao.bytes(of: first.digest, owner: ana) == nil)
    }

    @Test(arguments: NoteTestStore.allCases)
    func `a protected note has nothing in the clear`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let dao = try store.dao()
        _ = try await dao.create([note("a", [draft("x", [1])]), note("b")], owner: ana)
        let plain = try #require(try await dao.attachments(of: 1, owner: ana).first)
        let sealing = [NoteVersion(number: 1, savedAt: now, content: "a", sealed: [7])]
        #expect(try await dao.rewrite(1, sealing, owner: ana) == nil)
        let sealed = try #require(
            try await dao.replace(plain, of: 1, with: draft("", [8, 8], sealed: [4]), owner: ana))
        #expect(sealed.sealed == [4] && sealed.size == 2 && sealed.number == 1)
        #expect(try await dao.replace(plain, of: 1, with: draft("", [9], sealed: [4]), owner: ana) == nil)
        #expect(try await dao.bytes(of: plain.digest, owner: ana) == nil)
        #expect(try await dao.rewrite(1, sealing, owner: ana)?.isProtected == true)
        #expect(try await dao.replace(sealed, of: 1, with: draft("x", [1]), owner: ana) == nil)
        #expect(try await dao.attach(draft("y", [1]), to: 1, owner: ana) == nil)
        #expect(try await dao.attach(draft("", [1], sealed: [5]), to: 2, owner: ana) == nil)
        #expect(try await dao.attach(draft("", [6], sealed: [5]), to: 1, owner: ana)?.number == 2)
        _ = try await dao.rewrite(1, [NoteVersion(number: 1, savedAt: now, content: "a")], owner: ana)
        #expect(try await dao.replace(sealed, of: 1, with: draft("x", [1]), owner: ana) == plain)
    }
}
