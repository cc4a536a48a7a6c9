// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTesting
import AtriumWorlds
import Dice
import Foundation
@testable import NotesLogic
import NotesStore
import Testing

/// The in-memory DAO is the specification: the same random operations give the same answers on the other.
struct NoteStoreAgreementTests {
    private let owners = [UserID(rawValue: 1), UserID(rawValue: 2)]
    private let words = [
        "milk", "Crème", "你好", "世界", "C++", "#note", "it's", "42", "#été", "[[milk]]", "note:3", "\n", "# Milk",
        "[[Milk 9#h]]", "[[it's]]", "[x](work/World%2020.md)", "#note/a", "🎉", "ｶﾞ", "- [ ] x", "https://x.org",
    ]
    private let names = ["work", "work/Plans", "Été", "家", ""]

    /// Hours apart, each thrice, and some of them before 1970: notes of one day, and of many.
    private func time(_ step: Int) -> Timestamp { Timestamp(seconds: Int64(step / 3 - 50) * 20_000) }

    private func text(_ dice: inout Dice) -> String {
        (0...Int.random(in: 0...4, using: &dice)).map { _ in words[Int.random(in: 0..<words.count, using: &dice)] }
            .joined(separator: Bool.random(using: &dice) ? " " : "")
    }

    private func name(_ dice: inout Dice) -> String { names[Int.random(in: 0..<names.count, using: &dice)] }

    private func change(_ dice: inout Dice, at now: Timestamp) -> MarkChange {
        let due = Day(year: 2026, month: 1, day: Int.random(in: 1...9, using: &dice)).map {
            DueTime($0, minutes: [nil, 0, 900, 1439][Int.random(in: 0..<4, using: &dice)])
        }
        let rule = [nil, Recurrence(2, .week, isAfterDone: true), Recurrence(1, .month, day: 31)][
            Int.random(in: 0..<3, using: &dice)]
        return switch Int.random(in: 0..<6, using: &dice) {
        case 5: .tags(["Work/b", "work/B", "c"])
        case 0: .notebook(name(&dice))
        case 1: .pinned(Bool.random(using: &dice))
        case 2:
            .todo(
                Bool.random(using: &dice)
                    ? Todo(
                        due: due, doneAt: Bool.random(using: &dice) ? now : nil, recurrence: rule,
                        completions: rule == nil ? [] : [now, now]) : nil)
        case 3: .addTag(["work", "two words", "Été", "c++"][Int.random(in: 0..<4, using: &dice)])
        default: .removeTag(["WORK", "Two Words", "ete"][Int.random(in: 0..<3, using: &dice)])
        }
    }

    private func attachment(_ dice: inout Dice, isSealed: Bool) -> AttachmentDraft {
        let byte = UInt8.random(in: 0..<4, using: &dice)
        let name = isSealed ? "" : ["a", "b", "c"][Int.random(in: 0..<3, using: &dice)]
        return AttachmentDraft(
            name: name, type: "t", bytes: [byte, byte], digest: Digest(bytes: [byte]), sealed: isSealed ? [1] : nil)
    }

    private func filter(_ dice: inout Dice, depth: Int = 0) -> NoteFilter {
        switch Int.random(in: 0..<(depth > 2 ? 12 : 15), using: &dice) {
        case 8: return [.tagged, .linked, .tasked][Int.random(in: 0..<3, using: &dice)]
        case 9: return .property("Year", value: [nil, "1982", "blade  RUNNER"][Int.random(in: 0..<3, using: &dice)])
        case 10: return .among(Set((0..<5).map { _ in Int.random(in: 1...25, using: &dice) }))
        case 11:
            let start = time(Int.random(in: 0..<500, using: &dice))
            return .modified(start..<start + .seconds(900_000))
        case 0, 1: return .words(text(&dice))
        case 2: return .tag(["work", "été", "note", "two words", "c++"][Int.random(in: 0..<5, using: &dice)])
        case 3: return .notebook(name(&dice).isEmpty ? "work" : "work/plans")
        case 4: return [.pinned, .todo, .done][Int.random(in: 0..<3, using: &dice)]
        case 5: return .linking(Bool.random(using: &dice) ? .title("Milk") : .number(3))
        case 6, 7:
            let start = time(Int.random(in: 0..<500, using: &dice))
            return .created(start..<start + .seconds(300_000))
        case 12: return .not(filter(&dice, depth: depth + 1))
        case 13: return .all((0..<Int.random(in: 0...3, using: &dice)).map { _ in filter(&dice, depth: depth + 1) })
        default: return .any((0..<Int.random(in: 0...3, using: &dice)).map { _ in filter(&dice, depth: depth + 1) })
        }
    }

    @Test(arguments: [NoteTestStore.sqlite, .folder, .lines], [1, 2] as [UInt64])
    func `every store does what memory does`(kind: NoteTestStore, seed: UInt64) async throws {
        var dice = Dice(seed: seed)
        let file = try kind.open()
        let memory = try SystemNotes.all(on: .memory(MemorySystem()))
        let other = try file.dao()
        /// Does the same on both, and expects the same of both.
        func both<Result: Equatable>(_ body: (any OwnedNotes) async throws -> Result, _ note: String = "") async throws
        {
            let expected = try await body(memory)
            let got = try await body(other)
            #expect(got == expected, "\(note)")
        }
        for step in 0..<(isThorough ? 1_000 : 140) {
            let owner = owners[Int.random(in: 0...1, using: &dice)]
            let id = Int.random(in: 1...25, using: &dice)
            let now = time(step)
            switch Int.random(in: 0..<19, using: &dice) {
            case 12:
                // All versions sealed, or all plain again.
                let isSealed = Bool.random(using: &dice)
                let texts = try await memory.versions(of: id, owner: owner).map {
                    NoteVersion(
                        number: $0.number, savedAt: $0.savedAt, content: Note.firstLine(of: $0.content),
                        sealed: isSealed ? [UInt8(step % 256)] : nil)
                }
                try await both { try await $0.rewrite(id, texts, owner: owner) }
            case 13:
                let content = Note.firstLine(of: text(&dice))
                try await both {
                    try await $0.modify(
                        id, content: content, sealed: [1], renames: step % 2 == 0, finishing: nil, at: now, owner: owner
                    )
                }
            case 14:
                let draft = attachment(&dice, isSealed: step % 2 == 0)
                try await both { try await $0.attach(draft, to: id, owner: owner) }
            case 15:
                let number = Int.random(in: 1...3, using: &dice)
                if Bool.random(using: &dice) {
                    try await both { try await $0.detach(number, from: id, owner: owner) }
                } else if let old = try await memory.attachments(of: id, owner: owner).first {
                    // Bytes are sealed or opened, and never become others.
                    let draft = attachment(&dice, isSealed: old.sealed == nil || step % 3 != 0)
                    try await both { try await $0.replace(old, of: id, with: draft, owner: owner) }
                }
            case 16:
                try await both { try await $0.attachments(of: id...id + 9, owner: owner) }
                for bytes in 0..<4 {
                    let digest = Digest(bytes: [UInt8(bytes)])
                    try await both { try await $0.bytes(of: digest, owner: owner) }
                }
            case 0, 1:
                let name = Bool.random(using: &dice) ? String(Int.random(in: 0...30, using: &dice)) : nil
                let origin = name.map {
                    NoteOrigin(
                        name: $0, twins: Int.random(in: 0...1, using: &dice),
                        number: Bool.random(using: &dice) ? Int.random(in: 1...25, using: &dice) : nil,
                        links: Bool.random(using: &dice) ? [3] : [])
                }
                let past = Timestamp(seconds: Int64.random(in: 0...200, using: &dice))
                let draft = NoteDraft(
                    content: text(&dice), createdAt: past, trashedAt: step % 11 == 0 ? now : nil,
                    marks: NoteMarks(others: ["", "year: 1982\n", "Year: [Blade Runner, '🎉']\n"][step % 3]),
                    origin: origin,
                    attachments: step % 3 == 0
                        ? [attachment(&dice, isSealed: false), attachment(&dice, isSealed: false)] : [],
                    // In a folder each note has the name of its file.
                    names: kind == .folder || step % 4 < 2
                        ? NoteNames(path: "Milk \(step)", title: step % 5 == 0 ? "MILK" : "", aliases: ["it's", "42"])
                        : .none)
                if step % 2 == 0 {
                    try await both { try await $0.create([draft], owner: owner) }
                } else {
                    try await both { try await $0.take([draft], owner: owner) }
                }
            case 18:
                let name = "World \(step)"
                try await both {
                    try await $0.rename(id, to: name, at: now, owner: owner).map { [$0.note.id] + $0.relinked }
                }
                try await both { try await $0.find(id, owner: owner) }
                for target in ["milk", "MILK \(step - 9)", "it's", name, "work/\(name)#x", "../\(name).md"] {
                    let source = try await memory.find(id, owner: owner)
                    try await both({ try await $0.find(at: .title(target), from: source, owner: owner) }, target)
                    try await both({ try await $0.find(at: .path(target), from: source, owner: owner) }, target)
                }
                if let note = try await memory.find(id, owner: owner) {
                    try await both { try await $0.backlinks(to: note, limit: 9, owner: owner) }
                }
            case 2, 3:
                let content = text(&dice)
                let renames = Bool.random(using: &dice)
                // What becomes of files only a store of files says.
                try await both {
                    let modified = try await $0.modify(id, content: content, renames: renames, at: now, owner: owner)
                    return modified.map { [$0.note.id, $0.replaced] + $0.relinked }
                }
                try await both { try await $0.find(id, owner: owner) }
            case 17:
                let new = text(&dice)
                let old = try await memory.find(id, owner: owner)?.content ?? ""
                let texts = [Amendment(id: id, old: old, new: new), Amendment(id: id % 25 + 1, old: "x", new: new)]
                for dao in [memory, other] { try await dao.amend(texts, owner: owner) }
                try await both { try await $0.find(id, owner: owner) }
            case 4:
                let time = Bool.random(using: &dice) ? now : nil
                try await both { try await $0.trash(id, at: time, owner: owner) }
            case 5: try await both { try await $0.remove(id, owner: owner) }
            case 6, 7:
                let change = change(&dice, at: now)
                try await both { try await $0.mark(id, change, owner: owner) }
            case 8:
                try await both { try await $0.counts(owner: owner) }
                try await both { try await $0.versions(of: id, owner: owner) }
                for kind in NoteLabel.Kind.allCases {
                    // Which of several spellings is shown is each store’s own choice.
                    try await both {
                        try await $0.labels(kind, owner: owner).map { "\(NameKey.of($0.name)) \($0.count)" }
                    }
                }
                let title = text(&dice)
                try await both { try await $0.find(titled: title, owner: owner) }
                try await both { try await $0.page(after: id, limit: 3, owner: owner) }
                for typed in [title, String(id), "m", "", "MIL cr"] {
                    try await both({ try await $0.titles(TitleQuery(typed), limit: 4, owner: owner) }, typed)
                }
            default:
                let sorts: [NoteSort] = [.newest, .newest, .modified, .title, .due]
                var query = NoteQuery(
                    filter: filter(&dice), isTrashed: step % 9 == 0,
                    sort: sorts[Int.random(in: 0..<sorts.count, using: &dice)],
                    limit: Int.random(in: 1...9, using: &dice))
                try await both({ try await $0.find(query, owner: owner) }, "\(query)")
                query.after = try await memory.find(id, owner: owner)
                try await both({ try await $0.find(query, owner: owner) }, "\(query)")
                try await both({ try await $0.count(query, owner: owner) }, "\(query)")
            }
        }
    }
}
