// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumTesting
import AtriumWorlds
@testable import NotesApp
@testable import NotesLogic
import Synchronization
import Testing

/// The notes of a user in an archive that another installation has made.
struct NoteArchiveTests {
    private let ana = UserID(rawValue: 1)
    private let bo = UserID(rawValue: 2)

    /// The files of an archive with a note that has two attachments of the same bytes.
    private func files(in world: World) async throws -> [String: [UInt8]] {
        let store = try NotePlaces().open(for: ana, in: world)
        let draft = AttachmentDraft(named: "one.txt", type: nil, bytes: Array("same".utf8))
        let (first, second) = (Attachment(number: 1, draft), Attachment(number: 2, draft).renamed("two.txt"))
        try await store.write { notes in
            let now = world.clock.now
            _ = try notes.insert([NoteDraft(content: "A note", createdAt: now, modifiedAt: now)], numbers: [1])
            for attachment in [first, second] { try notes.put(attachment, bytes: draft.bytes, of: 1) }
        }
        let files = Mutex<[String: [UInt8]]>([:])
        let writer = ArchiveWriter { name, bytes in files.withLock { $0[name] = bytes } }
        try await NotesService.archive(ana, among: NotePlaces(), in: world, to: writer)
        return files.withLock { $0 }
    }

    /// Takes over the files of an archive, and returns the names of the attachments then.
    private func take(_ files: [String: [UInt8]], in world: World) async throws -> [String] {
        let reader = ArchiveReader(
            list: { folder in files.keys.filter { !$0.contains("/") == folder.isEmpty } }, read: { files[$0] })
        try await NotesService.unarchive(bo, among: NotePlaces(), in: world, from: reader)
        return try await NotePlaces().open(for: bo, in: world).read { try $0.attachments(of: 1).map(\.name) }
    }

    @Test func `attachments of the same bytes come back, which the archive has once`() async throws {
        let world = World.test()
        let files = try await files(in: world)
        #expect(files.keys.count { $0.hasPrefix("files/") } == 1)
        #expect(try await take(files, in: world) == ["one.txt", "two.txt"])
    }

    /// An item with files.
    private struct Item: ArchivedItem {
        var number: Int
        var digests: [Digest]
        var weight: Int
    }

    @Test func `no file is read before it is kept, and items come by the weight of theirs`() async throws {
        let digests = (1...3).map { Digest(bytes: [UInt8](repeating: UInt8($0), count: 32)) }
        let items = [
            Item(number: 1, digests: [digests[0], digests[1]], weight: 12), Item(number: 2, digests: [], weight: 0),
            Item(number: 3, digests: [digests[2]], weight: 6),
        ]
        let archived = ArchivedFiles()
        try await archived.writer.add("items") { last in
            items.filter { $0.number > last }
        } bytes: {
            $0.bytes
        }
        let read = Mutex<[String]>([])
        let inner = archived.reader
        let reader = ArchiveReader(
            list: { try (($0.isEmpty) ? inner : inner.folder($0)).names() },
            read: { name in
                if name.hasPrefix("files/") { read.withLock { $0.append(name) } }
                return try inner.bytes(of: name)
            })
        var calls: [[Int]] = []
        try await reader.read("items", as: Item.self, atMost: 10) { items, bytes in
            calls.append(items.map(\.number))
            for digest in items.flatMap(\.digests) {
                #expect(!read.withLock { $0.contains("files/\(digest)") })
                let found = try bytes(digest)
                #expect(found == digest.bytes)
            }
            let missing = try bytes(Digest(bytes: [UInt8](repeating: 9, count: 32)))
            #expect(missing == nil)
        }
        #expect(calls == [[1], [2, 3]])
    }

    @Test(arguments: ["one.txt", "two.txt"]) func `a name that leads out of a folder is refused`(name: String)
        async throws
    {
        let world = World.test()
        var files = try await files(in: world)
        let lines = try #require(files["notes-000001.jsonl"])
        let text = String(decoding: lines, as: UTF8.self).replacing("\"\(name)\"", with: "\"../\(name)\"")
        files["notes-000001.jsonl"] = Array(text.utf8)
        await #expect(throws: DecodingError.self) { try await take(files, in: world) }
        #expect(try await NotePlaces().open(for: bo, in: world).read { try $0.notes(.above(0), limit: 9) }.isEmpty)
    }
}
