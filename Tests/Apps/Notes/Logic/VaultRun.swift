// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Foundation
import NotesFolder
@testable import NotesLogic
import NotesStore
import Testing

/// One vault and what becomes of it.
struct VaultRun {
    struct Failure: Error, CustomStringConvertible { let description: String }

    private let ana = UserID(rawValue: 1)
    private let folder: ScratchFolder
    private var notes: NotesService
    private var vault: RandomVault
    private var before: [String: [UInt8]]
    /// What the last step did.
    private(set) var told = ""

    init(seed: UInt64) async throws {
        folder = try ScratchFolder()
        vault = RandomVault(seed: seed)
        before = vault.files()
        for (name, bytes) in before { try Self.write(bytes, folder.path + "/" + name) }
        notes = Self.open(folder.path)
        _ = try await notes.counts()
        try check(before, "opening")
    }

    private static func open(_ path: String) -> NotesService {
        let clock = ManualClock.nineOClock
        return NotesService(
            dao: FolderNoteStore.testing(path, clock: clock),
            owner: UserID(rawValue: 1), clock: clock, timeZone: .gmt, choice: .folder(path))
    }

    private static func write(_ bytes: [UInt8], _ path: String) throws {
        let folder = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    }

    /// All files but those of the index, with their bytes.
    private func files() throws -> [String: [UInt8]] {
        var found: [String: [UInt8]] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where !name.hasPrefix(".atrium") {
            var isFolder: ObjCBool = false
            let path = folder.path + "/" + name
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
                continue
            }
            found[name] = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        }
        return found
    }

    // MARK: - Steps

    mutating func step() async throws {
        let all = try await notes.dao.page(after: 0, limit: .max, owner: ana)
        let alive = all.filter { $0.trashedAt == nil }
        let note = vault.pick(alive)
        let path = try await notes.dao.read(ana) { try $0.files?.path(of: note.id) } ?? "?"
        before = try files()
        let kind = vault.roll(16)
        told = "\(kind) on \(path)"
        do {
            switch kind {
            case 0, 1:
                let tag = vault.pick(["a", "new/tag", "zz", "Ü"])
                _ = try await notes.tag([note.id], tag)
                guard try await notes.note(note.id).tags.contains(where: { NameKey.of($0) == NameKey.of(tag) }) else {
                    throw Failure(description: "no tag \(tag)")
                }
                try changed(path, fields: ["tags", "keywords"])
            case 2:
                guard let tag = note.tags.first else { return }
                _ = try await notes.untag(note.id, tag)
                try changed(path, fields: ["tags", "keywords", "updated", "modified"], isTextFree: true)
            case 3:
                _ = try await notes.pin([note.id], !note.marks.isPinned)
                try changed(path, fields: ["pinned"])
            case 4:
                _ = try await notes.makeTodo([note.id], due: DueTime("2026-03-04"))
                try changed(path, fields: ["todo", "due", "done"])
            case 5:
                _ = try await notes.finish([note.id])
                try changed(path, fields: ["todo", "due", "done"])
            case 6:
                _ = try await notes.dropTodo([note.id])
                try changed(path, fields: ["todo", "due", "done"])
            case 7: try await modify(note, path)
            case 8, 9: try await extend(note, path, at: kind == 8 ? .bottom : .top)
            case 10, 11: try await rename(note, path)
            case 12: try await move(note, path)
            case 13: try await removeAndRestore(note, path)
            case 14:
                let text = Array(vault.file().utf8)
                try Self.write(text, folder.path + "/" + path)
                _ = try await notes.note(note.id)
                try check(before.merging([path: text]) { $1 }, "written outside")
            default:
                _ = try await notes.redate(note.id, to: Timestamp(milliseconds: 1_600_000_000_000))
                try changed(path, fields: ["created", "date"])
            }
        } catch let refusal where refusal is FolderRefusal || refusal is NotesFault {
            try check(before, "refused: \(refusal)")
        }
    }

    private mutating func modify(_ note: Note, _ path: String) async throws {
        let new = "New \(vault.body()) end"
        _ = try await notes.modify(note.id, to: new)
        try changed(path, fields: ["updated", "modified"], body: { $0 + Array(new.utf8) + $1 }, of: note)
    }

    private mutating func extend(_ note: Note, _ path: String, at end: NotesService.End) async throws {
        _ = try await notes.extend(note.id, by: "added line", at: end)
        let old = Array(note.content.utf8)
        // A text of one line does not say how lines end in its file.
        let file = String(decoding: before[path] ?? [], as: UTF8.self)
        let line = Array((note.content.utf8.contains(0x0A) ? note.content : file).lineEnd.utf8)
        let added = Array("added line".utf8)
        let text = old.isEmpty ? added : end == .bottom ? old + line + added : added + line + old
        try changed(path, fields: ["updated", "modified"], body: { $0 + text + $1 }, of: note)
    }

    private mutating func rename(_ note: Note, _ path: String) async throws {
        let title = vault.pick(["Renamed", "Plan", "a/b", "b: c?", "Ünï çode", "plain", "Other 2", "dot.ted"])
        let saved = try await notes.rename(note.id, to: title)
        let new = try await notes.dao.read(ana) { try $0.files?.path(of: note.id) } ?? "?"
        try moved(path, to: new, linking: Set(saved.relinkedFiles), fields: ["title", "aliases"])
    }

    private mutating func move(_ note: Note, _ path: String) async throws {
        _ = try await notes.move([note.id], to: vault.pick(["", "deep", "new place/in", "Ä", "deep/er"]))
        let new = try await notes.dao.read(ana) { try $0.files?.path(of: note.id) } ?? "?"
        try moved(path, to: new, linking: nil, fields: ["notebook", "title"])
    }

    private func removeAndRestore(_ note: Note, _ path: String) async throws {
        _ = try await notes.remove([note.id])
        try check(before.filter { $0.key != path }, "removed")
        _ = try await notes.restore([note.id])
        try check(before, "restored")
    }

    // MARK: - Comparing

    /// Whether the files are these, byte by byte.
    private func check(_ expected: [String: [UInt8]], _ what: String) throws {
        let now = try files()
        for name in Set(now.keys).union(expected.keys).sorted() where now[name] != expected[name] {
            throw Failure(description: "\(what): \(name) is \(show(now[name])), not \(show(expected[name]))")
        }
    }

    private func show(_ bytes: [UInt8]?) -> String {
        bytes.map { String(decoding: $0, as: UTF8.self).debugDescription } ?? "not there"
    }

    /// Whether one file has changed in some fields alone, or in its text too.
    ///
    /// - Parameters:
    ///   - isTextFree: Whether any of its text may have changed.
    ///   - body: The text that it must have then, of what stands before and behind the text of the note.
    private func changed(
        _ path: String, fields: Set<String>, isTextFree: Bool = false, body: (([UInt8], [UInt8]) -> [UInt8])? = nil,
        of note: Note? = nil
    ) throws {
        let now = try files()
        try check(before.merging([path: now[path] ?? []]) { $1 }, "another file")
        guard let old = before[path], let new = now[path] else { throw Failure(description: "\(path) is gone") }
        var (head, rest) = Self.parts(old)
        let (newHead, newRest) = Self.parts(new)
        if let body, let note {
            let content = Array(note.content.utf8)
            let end = rest.reversed().prefix { [0x0A, 0x0D].contains($0) }.count
            guard rest.count - end >= content.count else {
                // The block is no YAML, and so is text.
                guard old.count - end >= content.count else { throw Failure(description: "odd text") }
                let start = Array(old[..<(old.count - end - content.count)])
                guard new == body(start, Array(old.suffix(end))) else { throw differ(old, new) }
                return
            }
            rest = body(Array(rest[..<(rest.count - end - content.count)]), Array(rest.suffix(end)))
            if content.isEmpty { return try compare(head, newHead, fields, old, new) }
        }
        guard isTextFree || rest == newRest || newRest == [0x0A] + rest && head.isEmpty else { throw differ(old, new) }
        try compare(head, newHead, fields, old, new)
    }

    private func compare(
        _ head: [UInt8], _ newHead: [UInt8], _ fields: Set<String>, _ old: [UInt8], _ new: [UInt8]
    ) throws {
        guard Self.others(head, fields) == Self.others(newHead, fields) else { throw differ(old, new) }
    }

    private func differ(_ old: [UInt8], _ new: [UInt8]) -> Failure {
        Failure(description: "\(show(old)) became \(show(new))")
    }

    /// Whether a file has another name, and others have changed in their links alone.
    private func moved(_ path: String, to new: String, linking: Set<String>?, fields: Set<String>) throws {
        var now = try files()
        guard let moved = now.removeValue(forKey: new) else { throw Failure(description: "no \(new)") }
        guard let old = before[path] else { throw Failure(description: "no \(path)") }
        guard path == new || now[path] == nil else { throw Failure(description: "\(path) is still there") }
        let (head, rest) = Self.parts(old)
        let (newHead, newRest) = Self.parts(moved)
        guard Self.unlinked(rest) == Self.unlinked(newRest) else { throw differ(old, moved) }
        try compare(head, newHead, fields, old, moved)
        for (name, bytes) in before where name != path {
            guard let found = now.removeValue(forKey: name) else { throw Failure(description: "\(name) is gone") }
            guard found != bytes else { continue }
            guard linking?.contains(name) != false, Self.unlinked(found) == Self.unlinked(bytes) else {
                throw differ(bytes, found)
            }
        }
        guard now.isEmpty else { throw Failure(description: "new files: \(now.keys.sorted())") }
    }

    /// A text without what links say.
    private static func unlinked(_ bytes: [UInt8]) -> String {
        var text = String(decoding: bytes, as: UTF8.self)
        for pattern in [#"\[\[[^\n]*?\]\]+"#, #"\]\(<[^>\n]*>\)"#, #"\]\([^)\n]*\)"#] {
            text = text.replacingOccurrences(of: pattern, with: "[]", options: .regularExpression)
        }
        return text
    }

    /// The block of front matter with its fences, and the rest.
    private static func parts(_ bytes: [UInt8]) -> (head: [UInt8], rest: [UInt8]) {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var lines: [Range<Int>] = []
        var from = start
        for index in start..<bytes.count where bytes[index] == 0x0A {
            lines.append(from..<index + 1)
            from = index + 1
        }
        lines.append(from..<bytes.count)
        func isFence(_ line: Range<Int>) -> Bool {
            ["---", "---\n", "---\r\n"].contains(String(decoding: bytes[line], as: UTF8.self))
        }
        guard let first = lines.first, isFence(first), first.count > 3,
            let last = lines.dropFirst().first(where: isFence)
        else { return (Array(bytes[..<start]), Array(bytes[start...])) }
        return (Array(bytes[..<last.upperBound]), Array(bytes[last.upperBound...]))
    }

    /// The lines of a block that belong to none of some fields, but for the fences; comments on lines of their own count.
    private static func others(_ head: [UInt8], _ fields: Set<String>) -> [String] {
        var isOther = true
        let lines = String(decoding: head, as: UTF8.self).replacing("\u{FEFF}", with: "").utf8
            .split(separator: 0x0A, omittingEmptySubsequences: false).compactMap { String($0) }
        return lines.filter { line in
            let text = line.drop { $0 == "\"" }
            if line.hasPrefix("#") { return true }
            if line.hasPrefix("---") || line.allSatisfy(\.isWhitespace) || line.hasPrefix("{}") { return false }
            if let first = text.first, !" \t-".contains(first), let colon = text.firstIndex(of: ":") {
                isOther = !fields.contains(text[..<colon].lowercased())
            }
            return isOther
        }
    }

    /// A new index of the same files says the same.
    func compareWithAFreshIndex() async throws {
        let now = try files()
        let copy = try ScratchFolder()
        for (name, bytes) in now { try Self.write(bytes, copy.path + "/" + name) }
        func all(_ notes: NotesService) async throws -> [String: String] {
            let found = try await notes.dao.page(after: 0, limit: .max, owner: ana).filter { $0.trashedAt == nil }
            return Dictionary(
                // Two files may differ in their endings alone.
                found.map { ($0.names.path, "\($0.content)|\($0.marks)|\($0.names)") },
                uniquingKeysWith: { [$0, $1].sorted().joined(separator: "\n") })
        }
        let (old, new) = (try await all(notes), try await all(Self.open(copy.path)))
        for name in Set(old.keys).union(new.keys) where old[name] != new[name] {
            Issue.record("\(name): \(old[name] ?? "none") but \(new[name] ?? "none")")
        }
        try check(now, "the end")
    }
}
