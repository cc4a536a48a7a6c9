// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import Dice
import Foundation
@testable import NotesLogic
import Testing

@testable import NoteFormats

/// Notes that go out in a format and come back, and the account of those that come back otherwise.
struct RoundTripAccountTests {
    private let owner = UserID(rawValue: 1)
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func service() throws -> NotesService { try NotesService.inMemory(of: owner) }

    /// The note that comes back, `nil` for one of blanks alone, and how many notes the export says to be changed.
    private func sent(_ draft: NoteDraft, as format: ExchangeFormat) async throws -> (
        note: Note, back: Note?, changed: Int
    ) {
        let notes = try service()
        let note = try #require(try await notes.store.write { try $0.add([draft]) }.first)
        let path = folder.path + "/out-\(UUID().uuidString)"
        let report = try await notes.exportNotes(to: path, as: format, query: nil) { _, _ in }
        let other = try service()
        _ = try await other.importNotes(from: path, as: format) { _, _ in }
        let back = try await other.dao.page(after: 0, limit: .max, owner: owner)
        try #require(back.count == 1 || report.changed == 1, "\(note.content.debugDescription)")
        return (note, back.first, report.changed)
    }

    private func isSame(_ note: Note, _ back: Note?) -> Bool {
        guard let back else { return false }
        return note.content.utf8.elementsEqual(back.content.utf8)
            && Set(note.tags.map(NameKey.of)) == Set(back.tags.map(NameKey.of))
            && note.marks.isPinned == back.marks.isPinned && note.createdAt == back.createdAt
    }

    @Test(
        arguments: [
            "Rated *\nbody", "Rated *", "*bold*\nx", "    indented first line\nx", "a\u{2028}b", "Title  \nx",
            "x\n[2020-01-02 03:04] no entry\n[x] y", "x\n\u{2060}[y]", "\u{2060}", "[a] b\nc",
        ], [false, true]) func `a journal brings back the same`(text: String, isPinned: Bool) async throws
    {
        for milliseconds: Int64 in [1_577_836_800_000, 1_577_836_863_000, 1_577_836_863_456] {
            var draft = NoteDraft(content: text, createdAt: Timestamp(milliseconds: milliseconds))
            draft.marks = NoteMarks(tags: ["C++", "home/garden"], isPinned: isPinned)
            let (note, back, changed) = try await sent(draft, as: .jrnl)
            #expect(isSame(note, back) && changed == 0, "\(text.debugDescription): \(back)")
            let (other, same, _) = try await sent(draft, as: .jrnlJSON)
            #expect(isSame(other, same), "\(text.debugDescription): \(same)")
        }
    }

    @Test(arguments: ["\u{FEFF}mark", "a \u{FEFF} b"]) func `JSON brings back the same`(text: String) async throws {
        let draft = NoteDraft(content: text, createdAt: Timestamp(milliseconds: 1_577_836_800_000))
        let (note, back, changed) = try await sent(draft, as: .json)
        #expect(isSame(note, back) && changed == 0)
    }

    @Test func `a tag that jrnl cannot have is said to be changed`() async throws {
        var draft = NoteDraft(content: "x", createdAt: Timestamp(milliseconds: 1_577_836_800_000))
        draft.marks.tags = ["y z"]
        let (_, back, changed) = try await sent(draft, as: .jrnl)
        #expect(back?.content == "x" && back?.marks.tags == ["y-z"] && changed == 1)
    }

    @Test func `an end of a title that jrnl's JSON cannot have is said to be changed`() async throws {
        let draft = NoteDraft(content: "x\r\ny\r\nz", createdAt: Timestamp(milliseconds: 1_577_836_800_000))
        let (_, back, changed) = try await sent(draft, as: .jrnlJSON)
        #expect(back?.content == "x\ny\r\nz" && changed == 1)
    }

    @Test(arguments: [
        "Plan\n\nFirst paragraph.", "```swift\ncode\n```\nafter",
        "steps\n- a\n\n  second paragraph of a\n- b",
        "- a\n  - b\n- c", "- [x] a\n- [ ] b", "list\n1. a\n\n2. b\n\n   more\n3. c", "list\n5. a\n6. b", "# H\n\ntext",
        "> quoted\n> more", "a \u{7F}b\u{9B}", "---\ntext", "x\n\n\ny",

    ]) func `Evernote’s format brings back the same`(text: String) async throws {
        var draft = NoteDraft(content: text, createdAt: Timestamp(milliseconds: 1_577_836_800_123))
        draft.marks.tags = ["y z", "C++"]
        let (note, back, changed) = try await sent(draft, as: .enex)
        #expect(isSame(note, back) == (changed == 0), "\(text.debugDescription): \((back?.content).debugDescription)")
        #expect(changed == 0, "\(text.debugDescription): \((back?.content).debugDescription)")
    }

    @Test(arguments: [
        "control \u{1}", "~~~\n\n  a\n~~~", "- a\n\n\n  b\n\nc", "code\n\n    indented", "a\u{85}b", "~~~", "> x ",
        "noncharacter \u{FFFE}", "* star", "| a | b |\n|---|---|\n| 1 | 2 |", "a \\* b",
        "Setext\n=====\nx",
    ]) func `what Evernote’s format changes is said`(text: String) async throws {
        let draft = NoteDraft(content: text, createdAt: Timestamp(milliseconds: 1_577_836_800_000))
        let (note, back, changed) = try await sent(draft, as: .enex)
        #expect(isSame(note, back) == (changed == 0), "\(text.debugDescription): \((back?.content).debugDescription)")
    }

    @Test(arguments: [
        "pics ![img](p.png) ![[p.png]]", "![[p.png|300]]", "[the picture](p.png)", "no link",
        "- ![](p.png)\n- ![a](p.png)",
        "[[p.png]]", "| a |\n|---|\n| ![[p.png\\|30]] |",
    ]) func `a picture is shown in Evernote’s format as often as in the note`(text: String) async throws {
        var draft = NoteDraft(content: text, createdAt: Timestamp(milliseconds: 1_577_836_800_000))
        draft.attachments = [AttachmentDraft(named: "p.png", type: "image/png", bytes: [1, 2, 3])]
        let (note, back, changed) = try await sent(draft, as: .enex)
        #expect(isSame(note, back) == (changed == 0), "\(text.debugDescription): \((back?.content).debugDescription)")
        if !text.hasPrefix("|") { #expect(changed == 0, "\((back?.content).debugDescription)") }
    }

    @Test(arguments: seeds(3)) func `the account is true of any text`(seed: UInt64) async throws {
        var dice = Dice(seed: seed)
        let pieces = [
            "word", " ", "\n", "\n", "\n\n", "- ", "1. ", "  ", "    ", "> ", "# ", "```", "[x] ", "*", "**", "`", "|",
            "[",
            "](https://a.b)", "[[a|b]]", "[2020-01-02 03:04] y", "@tag ", "#tag ", "\u{1}", "\u{2028}", "\u{2060}", "é",
            "😀",
            "&", "<b>", "]]>", "\t", "---\n", "~~~\n", "\\", "\r\n",
        ]
        for _ in 0..<60 {
            let text = (0..<(1 + dice.roll(14))).map { _ in pieces[dice.roll(pieces.count)] }.joined()
                .withoutOuterLineEnds
            guard !text.allSatisfy(\.isWhitespace) else { continue }
            var draft = NoteDraft(content: text, createdAt: Timestamp(milliseconds: 1_577_836_863_456))
            draft.marks.isPinned = dice.roll(2) == 0
            for format in [ExchangeFormat.jrnl, .jrnlJSON, .enex] {
                let (note, back, changed) = try await sent(draft, as: format)
                #expect(
                    isSame(note, back) == (changed == 0),
                    "\(format.rawValue) \(text.debugDescription) became \((back?.content).debugDescription)")
            }
        }
    }
}
