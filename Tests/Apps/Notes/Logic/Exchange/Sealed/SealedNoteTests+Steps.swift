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

/// What the tests of sealed notes do and look at.
extension SealedNoteTests {
    func service(_ store: OpenNoteStore, _ owner: Int64 = 1) throws -> NotesService {
        NotesService(
            dao: try store.dao(), owner: UserID(rawValue: owner), clock: ManualClock.nineOClock, timeZone: .gmt,
            sealingCost: .cheap)
    }

    func export(_ notes: NotesService, _ name: String = "out") async throws -> ExportReport {
        try await notes.exportNotes(to: scratch.path + "/" + name, as: .markdown, query: nil) { _, _ in }
    }

    /// What was asked for.
    private final class Asked: Sendable {
        let names = Mutex<[String]>([])
    }

    /// Imports, and counts how often it was asked for which password.
    func take(
        _ notes: NotesService, _ path: String = "out", files: [Secret] = [], own: Secret? = nil,
        into notebook: String = ""
    ) async throws -> (report: ImportReport, asked: [String]) {
        let asked = Asked()
        let questions = SealedNoteQuestions(
            file: { name, opens in
                asked.names.withLock { $0.append(name) }
                guard !files.isEmpty else { return .none }
                for password in files where try await opens(password) { return .right }
                return .wrong
            },
            own: {
                asked.names.withLock { $0.append("own") }
                guard let own else { return .none }
                do { try await notes.protection.unlock(own) } catch NotesFault.wrongPassword { return .wrong }
                return .right
            })
        let report = try await notes.importNotes(
            from: path.hasPrefix("/") ? path : scratch.path + "/" + path, as: nil, into: notebook, asking: questions
        ) { _, _ in }
        return (report, asked.names.withLock { $0 })
    }

    func all(_ notes: NotesService, _ owner: Int64 = 1) async throws -> [Note] {
        try await notes.dao.page(after: 0, limit: .max, owner: UserID(rawValue: owner))
    }

    /// All that a note says, as it comes back: the number is another one.
    func facts(_ notes: NotesService, _ note: Note) async throws -> [String] {
        let plain = try notes.protection.opened(note)
        let text = References(plain.content).neutral(folders: false)
        var facts = [
            note.title, text, "\(note.createdAt)", "\(note.modifiedAt)", "\(note.trashedAt as Any)",
            "\(note.marks)", "\(note.isProtected)",
        ]
        for file in try await notes.attachments.all(of: note.id) {
            facts.append("\(file.name) \(file.type) \(try await notes.attachments.bytes(of: file, note.id))")
        }
        return facts
    }

    func sealedFiles(_ name: String = "out") throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: scratch.path + "/" + name)
            .filter { $0.hasSuffix(".sealednote") }.sorted()
    }

    /// Notes of which some are protected, drawn by chance; in those only titles are without the words.
    func fill(_ notes: NotesService, seed: UInt64) async throws {
        var dice = Dice(seed: seed)
        try await notes.protection.setPassword(password)
        for index in 0..<8 {
            let isSecret = index % 2 == 0
            let words = isSecret ? words : ["plain"]
            let title = ["Title \(index)", "# T: \(index)?", "t/\(index) \"q\" 😀"].randomElement(using: &dice) ?? ""
            var text = title
            for _ in 0..<dice.roll(5) {
                text += "\n" + (["", "a ", "#tag-", "[[", "\u{7F}\t"].randomElement(using: &dice) ?? "")
                text += words.randomElement(using: &dice) ?? ""
            }
            text += index > 0 ? "\nnote:\(dice.roll(index) + 1)" : "\n" + words[0]
            let time = Timestamp(milliseconds: 1_700_000_000_000 + Int64(index) * 1000)
            let note = try await notes.add(text, in: dice.roll(2) == 0 ? "work/x" : "", at: time)
            if dice.roll(2) == 0 { _ = try await notes.tag([note.id], "two words") }
            if dice.roll(2) == 0 { _ = try await notes.pin([note.id], true) }
            if dice.roll(2) == 0 {
                let file = try scratch.write("bytes of \(words[0])", "in/\(words.last ?? "") \(index).png")
                _ = try await notes.attachments.attach(file, to: note.id)
            }
            if dice.roll(3) == 0 { _ = try await notes.modify(note.id, to: text + "\n" + words[0]) }
            if isSecret { _ = try await notes.protection.protect(note.id) }
        }
        try FileManager.default.removeItem(atPath: scratch.path + "/in")
    }
}
