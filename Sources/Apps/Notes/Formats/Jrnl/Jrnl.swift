// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSession
import Foundation
import NotesLogic

/// jrnl’s text: a journal in one file, or in a folder with a file for each day.
enum Jrnl: NoteFormat {
    static let id = "jrnl"
    static let isChoice = true
    static let standing = FormatStanding.text
    static let holdsMany = true

    static func claims(_ file: ImportFile) -> Bool {
        guard file.folder == nil else { return day(of: file.name) != nil }
        guard !file.isXML, let text = file.text else { return false }
        let journal = JrnlText(text, written: Timestamp(milliseconds: 0), order: .dayFirst, in: .gmt)
        // A note may begin with a date, and few programs put it into brackets.
        return journal.isJournal && !(file.isMarkdown && journal.isOld)
    }

    static func read(_ file: ImportFile, in context: ImportContext, take: NoteSink) async throws {
        guard let text = context.text(of: file) else { return }
        let journal = JrnlText(
            text, written: context.written(file.path), order: context.importer.dateOrder, in: context.timeZone,
            on: file.folder == nil ? nil : day(of: file.name))
        if journal.isOld { context.tell(.oldJournal, file.name) }
        for var entry in journal.entries {
            entry.precision = precision(of: entry.draft.createdAt)
            try await take(entry)
        }
    }

    /// The milliseconds of the smallest part of a time as a journal gives it: those of a minute, unless it has seconds.
    static func precision(of time: Timestamp) -> Int64 {
        time.milliseconds % 60_000 == 0 ? 60_000 : time.milliseconds % 1000 == 0 ? 1000 : 1
    }

    static func obstacle(in bytes: [UInt8], named name: String) -> ExchangeProblem.Reason? {
        isEncrypted(bytes, named: name) ? .encryptedJournal : nil
    }

    /// Whether bytes are a journal that jrnl has encrypted: `JRNLv3`, or before that a Fernet token alone, or in the
    /// first version whole blocks of AES that say nothing of themselves.
    static func isEncrypted(_ bytes: [UInt8], named name: String) -> Bool {
        if bytes.starts(with: Array("JRNLv3".utf8)) { return true }
        if bytes.starts(with: Array("gAAAAA".utf8)), bytes.count > 80,
            !bytes.dropLast(2).contains(where: { $0 <= 0x20 })
        {
            return true
        }
        let ending = (name as NSString).pathExtension.lowercased()
        guard ["", "txt", "journal", "jrnl"].contains(ending), bytes.count >= 32, bytes.count % 16 == 0,
            !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF])
        else { return false }
        // In a text of any old encoding most bytes are letters; in UTF-16 half are 0.
        let start = bytes.prefix(4096)
        let plain = start.count { (0x20...0x7E).contains($0) || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
        return plain * 10 < start.count * 6 && start.count { $0 == 0 } * 10 < start.count
            && String(validating: bytes, as: UTF8.self) == nil
    }

    /// The day of a file in jrnl’s folder of a journal: `2020/08/29.txt`.
    static func day(of path: String) -> Day? {
        let levels = path.split(separator: "/")
        guard levels.count >= 3, path.hasSuffix(".txt") else { return nil }
        let parts = levels.suffix(3).map { $0.hasSuffix(".txt") ? $0.dropLast(4) : $0 }
        guard
            zip(parts, [4, 2, 2]).allSatisfy({ part, width in
                part.count == width && part.allSatisfy { $0.isASCII && $0.isNumber }
            })
        else { return nil }
        return Day(parts.joined(separator: "-"))
    }
}

extension Jrnl: NoteExport {
    static let endings: Set<String> = ["txt", "jrnl", "journal"]
    static let parts: Set<NotePart> = [.pins]

    static func writer(to target: ExportTarget) throws -> any NoteWriter {
        try FileNoteWriter(target, head: "", next: "\n", foot: { _ in "" }) { note, attachments, file in
            try file.write(JrnlEntry.text(note, in: target.timeZone))
            return attachments.count
        }
    }
}

/// A note as an entry of jrnl’s text, which `jrnl --import` reads.
enum JrnlEntry {
    /// The entry: its date, its title, a star if the note is pinned, and the rest of the text below.
    ///
    /// jrnl takes each line that begins with a bracket for another entry: in the body, such lines have a blank before
    /// them. Tags outside the text are on its last line.
    static func text(_ note: Note, in zone: Zone) -> String {
        var lines = note.body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
            $0.first == "[" ? " " + $0 : String($0)
        }
        while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
        let written = Set(TagText.tags(in: note.content).map(NameKey.of))
        let tags = note.marks.tags.map(word).filter {
            !$0.isEmpty && !written.contains(NameKey.of($0)) && !isSaid($0, note)
        }
        if !tags.isEmpty { lines.append(tags.map { "@" + $0 }.joined(separator: " ")) }
        let title = (note.names.isEmpty ? note.firstLine : note.title).trimmingCharacters(in: .whitespaces)
        let head = "[\(CivilTime(note.createdAt, in: zone).dateAndTime)] \(title)" + (note.marks.isPinned ? " *" : "")
        return ([head] + lines).joined(separator: "\n") + "\n"
    }

    private static func isSaid(_ tag: String, _ note: Note) -> Bool {
        note.content.split(whereSeparator: \.isWhitespace).contains { $0.lowercased() == "@" + tag.lowercased() }
    }

    /// A tag in the characters that jrnl’s may have.
    private static func word(_ tag: String) -> String {
        String(tag.map { $0.isLetter || $0.isNumber || "-+*#/_".contains($0) ? $0 : "-" })
    }
}
