// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Dice
import Foundation
@testable import NotesLogic
import NotesStore
import Testing

@testable import NoteFormats

/// Notes called as no file can be go out as Markdown and come back, with all that is said of them, and their links lead
/// where they led.
struct OddNameRoundTripTests {
    private let ana = UserID(rawValue: 1)
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private static let names = [
        "a/b", "CON", "con", "nul.txt", "LPT1", "x:y", "x?y", "x y", "🎉", "👩‍👩‍👧 family", "dots...", "dots", ".hidden",
        "Plan", "PLAN",
        "plan", "Cafe\u{301}", "Caf\u{E9} 2", "日本語のメモ", "tilde~", "100%", "100%25", "quote\"s'", "back\\slash", "a_b",
        "a___b", "pipe#d",
        "star*", "(1)", "[x]", "trailing .", "-dash", "attachments", "UNFINISHED-EXPORT", "index", "a.md",
        "x.sealednote",
        String(repeating: "long name ", count: 30), String(repeating: "界", count: 90), "<tag>", "new\u{200B}line",
        "`code`",
        "2026-01-01", "true", "Note", "$5", "amp & co", "a, b", "12", "- list", "> quote", "!bang", "@at",
    ]
    private static let notebooks = ["", "work", "work/a:b", "CON/x", "Work", "🎉", "attachments", "a.", "deep/er/est"]

    private struct Said: Hashable {
        let content: String
        let created: Timestamp
        let modified: Timestamp
        let marks: NoteMarks
        let files: [String]
        /// What the notes say to which the links lead, in order; nothing for one that leads nowhere.
        let leads: [String]
    }

    private func draft(_ index: Int, _ dice: inout Dice) -> NoteDraft {
        let name = Self.names[index]
        let links = (0..<4).map { _ -> String in
            let other = Self.names[dice.roll(Self.names.count)]
            let title = other.filter { !"[]|#^".contains($0) } == other ? "[[\(other)]]" : ""
            return [title, "note:\(dice.roll(Self.names.count) + 1)", "[[Nowhere]]", title + " `[[Plan]]` $[[Plan]]$"][
                dice.roll(4)]
        }
        var marks = NoteMarks(notebook: Self.notebooks[dice.roll(Self.notebooks.count)])
        marks.tags = [[], ["two words", "a/b"], ["🎉", "x:y", "true"]][dice.roll(3)]
        marks.isPinned = dice.roll(4) == 0
        marks.others = ["", "director: Ridley\n", "rating: 5\nnested:\n  a:\n  - 1\n"][dice.roll(3)]
        let time = Timestamp(seconds: 1_500_000_000 + Int64(index) * 86_400)
        let bytes = Array("bytes \(index)".utf8)
        let file = ["p \(index).png", "CON.pdf", "é🎉(1).txt"][dice.roll(3)]
        let files = dice.roll(3) == 0 ? [AttachmentDraft(named: file, type: nil, bytes: bytes)] : []
        let end = files.map { "![](<\($0.name)>)" } + ["end"]
        // Half of them are called by their first lines; a long one is a paragraph, which nothing links to.
        let isLong = name.utf8.count > 120
        let hasName = (dice.roll(2) == 0 || isLong) && !name.contains("/")
        let text = hasName ? "text of \(index)" : name
        return NoteDraft(
            content: ([text, "line \(index)"] + links + end).joined(separator: "\n"),
            createdAt: time, modifiedAt: time + .seconds(Int64(dice.roll(2)) * 60), marks: marks, attachments: files,
            names: hasName ? NoteNames(path: marks.notebook.isEmpty ? name : marks.notebook + "/" + name) : .none)
    }

    private func all(_ notes: NotesService) async throws -> [Said] {
        var all: [Said] = []
        for note in try await notes.dao.page(after: 0, limit: .max, owner: ana) {
            var leads: [String] = []
            for target in References(note.content).targets {
                // Which of several of one name is meant depends on where they lie.
                let key = NameKey.of(target.parts?.name ?? "")
                guard Self.names.count(where: { NameKey.of($0) == key }) < 2 else { continue }
                leads.append((try? await notes.note(at: target, from: note))?.content.unnumbered ?? "")
            }
            let files = try await notes.attachments.all(of: note.id)
            all.append(
                Said(
                    content: note.content.unnumbered, created: note.createdAt, modified: note.modifiedAt,
                    marks: note.marks, files: files.map(\.name), leads: leads))
        }
        return all
    }

    @Test(arguments: seeds(2))
    func `notes of odd names come back with all that is said of them`(seed: UInt64) async throws {
        var dice = Dice(seed: seed)
        let notes = try NotesService.inMemory(of: ana)
        _ = try await notes.dao.create(Self.names.indices.map { draft($0, &dice) }, owner: ana)
        let path = folder.path + "/out"
        _ = try await notes.exportNotes(to: path, as: .markdown, query: nil) { _, _ in }
        let other = try NotesService.inMemory(of: ana)
        let report = try await other.importNotes(from: path, as: nil) { _, _ in }
        #expect(report.added == Self.names.count)
        #expect(report.problems == [])
        let (before, after) = (try await all(notes), try await all(other))
        for old in before where !after.contains(old) {
            guard let new = after.first(where: { $0.created == old.created }) else {
                Issue.record("\(old) did not come back")
                continue
            }
            #expect(new.content == old.content)
            #expect(new.modified == old.modified)
            #expect(new.marks == old.marks)
            #expect(new.files == old.files)
            for (place, (was, now)) in zip(old.leads, new.leads).enumerated() where was != now {
                Issue.record("link \(place) of \(old.content) led to \(was.prefix(40)), now to \(now.prefix(40))")
            }
        }
    }
}

extension String {
    /// The text without the numbers of links, which each store has its own of.
    fileprivate var unnumbered: String { References(self).neutral(folders: false) }
}
