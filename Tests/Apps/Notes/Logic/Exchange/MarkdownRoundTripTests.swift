// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Dice
import Foundation
@testable import NotesLogic
import NotesStore
import Testing

@testable import NoteFormats

/// Folders of all sorts of files that come in as notes, go out as Markdown, and come back.
struct MarkdownRoundTripTests {
    private let ana = UserID(rawValue: 1)
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func write(_ files: [String: [UInt8]], to name: String) throws {
        for (file, bytes) in files {
            let url = URL(fileURLWithPath: folder.path + "/" + name + "/" + file)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: url)
        }
    }

    /// All files below a folder with their bytes.
    private func files(in name: String) throws -> [String: Data] {
        let root = folder.path + "/" + name
        var found: [String: Data] = [:]
        for file in try FileManager.default.subpathsOfDirectory(atPath: root) {
            guard let bytes = FileManager.default.contents(atPath: root + "/" + file) else { continue }
            // Each store has numbers of its own.
            let text = String(decoding: bytes, as: UTF8.self)
                .replacingOccurrences(of: "atrium-id: [0-9]+", with: "atrium-id: N", options: .regularExpression)
            found[file] = Data(text.utf8)
        }
        return found
    }

    private struct Said: Equatable {
        let content: String
        let names: NoteNames
        let marks: NoteMarks
        let created: Timestamp
        let isTrashed: Bool
    }

    private func all(_ notes: NotesService) async throws -> [Said] {
        try await notes.dao.page(after: 0, limit: .max, owner: ana).map {
            Said(
                content: $0.content, names: $0.names, marks: $0.marks, created: $0.createdAt,
                isTrashed: $0.trashedAt != nil)
        }
    }

    @Test(arguments: seeds(6))
    func `what came in goes out, comes back the same, and goes out in the same bytes`(seed: UInt64) async throws {
        var vault = RandomVault(seed: seed)
        try write(vault.files(), to: "vault")
        let first = try NotesService.inMemory(of: ana)
        let report = try await first.importNotes(from: folder.path + "/vault", as: nil) { _, _ in }
        _ = try await first.exportNotes(
            to: folder.path + "/out", as: .markdown, query: nil, keepingTrash: true
        ) { _, _ in }
        let second = try NotesService.inMemory(of: ana)
        let back = try await second.importNotes(from: folder.path + "/out", as: nil) { _, _ in }
        #expect(back.added == report.added, "\(back.problems) \(back.known) of \(report.known)")
        let (came, returned) = (try await all(first), try await all(second))
        #expect(came.count == returned.count)
        var left = returned
        for old in came {
            // A name that no file can have is one of its other names.
            let index = left.firstIndex {
                $0.content == old.content && $0.created == old.created && $0.marks == old.marks
                    && $0.isTrashed == old.isTrashed
                    && ([$0.names.name] + $0.names.others).contains { NameKey.of($0) == NameKey.of(old.names.name) }
            }
            guard let index else {
                let near = left.first { $0.created == old.created && $0.content == old.content }
                Issue.record("\(old) did not come back but as \(String(describing: near))")
                continue
            }
            left.remove(at: index)
        }
        _ = try await second.exportNotes(
            to: folder.path + "/again", as: .markdown, query: nil, keepingTrash: true
        ) { _, _ in }
        let (out, again) = (try files(in: "out"), try files(in: "again"))
        for name in Set(out.keys).union(again.keys).sorted() {
            let texts = [out[name], again[name]].map { $0.map { String(decoding: $0, as: UTF8.self) } ?? "none" }
            #expect(texts[0] == texts[1], "\(name)")
        }
    }
}
