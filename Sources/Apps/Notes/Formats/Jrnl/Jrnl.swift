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
        guard !file.isXML, let text = file.text, JrnlText.mayBegin(text) else { return false }
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
    static let keepsLinks = true
    static let parts: Set<NotePart> = [.pins]

    static func writer(to target: ExportTarget) throws -> any NoteWriter {
        try FileNoteWriter(target, head: "", next: "\n", foot: { _ in "" }) { note, attachments, file in
            let entry = JrnlEntry.text(note, in: target.timeZone)
            try file.write(entry)
            return WrittenNote(
                leftFiles: attachments.count, isChanged: !JrnlEntry.says(entry, note, in: target.timeZone))
        }
    }
}

/// A note as an entry of jrnl’s text, which `jrnl --import` reads.
enum JrnlEntry {
    /// U+2060, an invisible sign of ours, which keeps what follows or precedes it from being read as something else; the
    /// last line of tags ends with it if it is not of the text.
    static let guardSign: Character = "\u{2060}"

    /// The entry: its date, its title, a star if the note is pinned, and the rest of the text below.
    ///
    /// jrnl takes each line that begins with a bracket for another entry, and a star at the end of a title for its own:
    /// such lines have the sign before or behind them. A text that begins with blanks begins below its title. Tags
    /// outside the text are on its last line.
    static func text(_ note: Note, in zone: Zone) -> String {
        var (title, body) = parts(of: note)
        if title.first?.isWhitespace == true { (title, body) = ("", title + "\n" + body) }
        var lines = body.isEmpty ? [] : JrnlText.lines(of: body).map(guarded)
        while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
        let written = Set(TagText.tags(in: note.content).map(NameKey.of))
        let tags = note.marks.tags.map(word).filter {
            !$0.isEmpty && !written.contains(NameKey.of($0)) && !isSaid($0, note)
        }
        if !tags.isEmpty { lines.append(tags.map { "@" + $0 }.joined(separator: " ") + String(guardSign)) }
        if let last = title.last, last == "*" || last == guardSign || last.isWhitespace { title.append(guardSign) }
        let head = "[\(time(of: note, in: zone))] \(title)" + (note.marks.isPinned ? " *" : "")
        return ([head] + lines).joined(separator: "\n") + "\n"
    }

    /// The first line of the text, or the name of the note, and the text below it.
    static func parts(of note: Note) -> (title: String, body: String) {
        guard note.names.isEmpty else { return (note.title, note.content) }
        let lines = note.content.split(
            maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: JrnlText.endsLine)
        return (String(lines[0]), lines.count > 1 ? String(lines[1]) : "")
    }

    /// Whether an entry of a note is read as that note again.
    static func says(_ entry: String, _ note: Note, in zone: Zone) -> Bool {
        let read = JrnlText(entry, written: note.createdAt, order: .dayFirst, in: zone).entries
        guard read.count == 1, case let draft = read[0].draft else { return false }
        let (title, body) = parts(of: note)
        let content = note.names.isEmpty ? note.content : title + "\n" + body
        return draft.content.utf8.elementsEqual(content.utf8) && draft.createdAt == note.createdAt
            && Set((draft.marks.tags + TagText.tags(in: draft.content)).map(NameKey.of))
                == Set(note.tags.map(NameKey.of))
            && draft.marks.isPinned == note.marks.isPinned
    }

    /// The time to the minute, or as far as it goes beyond.
    private static func time(of note: Note, in zone: Zone) -> String {
        let time = CivilTime(note.createdAt, in: zone)
        let precision = Jrnl.precision(of: note.createdAt)
        guard precision < 60_000 else { return time.dateAndTime }
        guard precision == 1 else { return time.full }
        let milliseconds = (note.createdAt.milliseconds % 1000 + 1000) % 1000
        return time.full + "." + String(String(1000 + milliseconds).dropFirst())
    }

    private static func guarded(_ line: Substring) -> String {
        line.drop { $0 == guardSign }.first == "[" ? String(guardSign) + line : String(line)
    }

    private static func isSaid(_ tag: String, _ note: Note) -> Bool {
        note.content.split(whereSeparator: \.isWhitespace).contains { $0.lowercased() == "@" + tag.lowercased() }
    }

    /// A tag in the characters that jrnl’s may have.
    private static func word(_ tag: String) -> String {
        String(tag.map { $0.isLetter || $0.isNumber || "-+*#/_".contains($0) ? $0 : "-" })
    }
}
