// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import NotesDomain
import Session

/// Reads jrnl’s text: entries that begin with `[2020-08-29 11:11] Title.`, a `*` behind the title stars them, and
/// `@tag` anywhere in them is a tag.
///
/// The date may be written in any of the ways that jrnl can be told to, such as `[2020-08-29 11:11:00 AM]`, which is how
/// it writes it unless told otherwise. The first version of jrnl wrote it without brackets.
struct JrnlText {
    private static let sign: Character = "@"

    private struct Head {
        let date: Substring
        let title: Substring
    }

    private let lines: [Substring]
    private let written: Timestamp
    private let zone: Zone
    private let dates: JrnlDates
    /// The day of all entries; nil for a journal in one file.
    private let day: Day?
    /// Whether dates have no brackets, as the first version wrote them.
    let isOld: Bool

    /// - Parameters:
    ///   - written: The time of entries whose date cannot be read, and of a text before the first entry.
    ///   - order: How the user writes dates.
    ///   - day: The day of all entries, which may say a time alone.
    init(_ text: String, written: Timestamp, order: DayMonthOrder, in zone: Zone, on day: Day? = nil) {
        lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        self.written = written
        self.zone = zone
        self.day = day
        let heads = lines.compactMap(Self.bracketed)
        dates = JrnlDates(
            heads.isEmpty ? lines.map { $0 } : heads.map(\.date), order: order, in: zone, on: day)
        let first = lines.first { !$0.allSatisfy(\.isWhitespace) }
        let dates = dates
        isOld = first.flatMap { Self.unbracketed($0, dates) } != nil
    }

    /// Whether the text begins with an entry.
    var isJournal: Bool {
        guard !isOld, let first = lines.first(where: { !$0.allSatisfy(\.isWhitespace) }) else { return isOld }
        return Self.bracketed(first).map { dates.timestamp($0.date) != nil } ?? false
    }

    /// The entries; a bracket that does not look like a date begins none.
    var entries: [ForeignNote] {
        var entries: [ForeignNote] = []
        var body: [Substring] = []
        func close() {
            while body.last?.allSatisfy(\.isWhitespace) == true { body.removeLast() }
            let rest = body.joined(separator: "\n")
            body = []
            guard let last = entries.indices.last else {
                if !rest.allSatisfy(\.isWhitespace) {
                    entries = [
                        ForeignNote(draft: NoteDraft(content: rest, createdAt: written), isDated: false, line: 1)
                    ]
                }
                return
            }
            if !rest.isEmpty { entries[last].draft.content += "\n" + rest }
        }
        for (index, line) in lines.enumerated() {
            guard let head = isOld ? Self.unbracketed(line, dates) : Self.bracketed(line) else {
                body.append(line)
                continue
            }
            let time = dates.timestamp(head.date)
            guard time != nil || Self.looksLikeDate(head.date) else {
                body.append(line)
                continue
            }
            close()
            let isStarred = head.title.hasSuffix(" *") || head.title == "*"
            let name = isStarred ? head.title.dropLast(head.title.count > 1 ? 2 : 1) : head.title
            let draft = NoteDraft(
                content: String(name), createdAt: time ?? day?.start(in: zone) ?? written,
                marks: NoteMarks(isPinned: isStarred))
            entries.append(
                ForeignNote(
                    draft: draft, problems: time == nil ? [.badDate(String(head.date))] : [],
                    isDated: time != nil || day != nil, line: index + 1))
        }
        close()
        for index in entries.indices {
            let content = entries[index].draft.content.withoutOuterLineEnds
            entries[index].draft.content = content
            entries[index].draft.marks.tags = Self.tags(in: content)
        }
        return entries
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
        // Of text in any old encoding most bytes are letters; of UTF-16 half are 0.
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

    private static func bracketed(_ line: Substring) -> Head? {
        guard line.first == "[", let close = line.firstIndex(of: "]") else { return nil }
        return Head(
            date: line[line.index(after: line.startIndex)..<close], title: trimmed(line[line.index(after: close)...]))
    }

    /// A date, a time and a title without brackets.
    private static func unbracketed(_ line: Substring, _ dates: JrnlDates) -> Head? {
        let words = line.split(maxSplits: 3, whereSeparator: \.isWhitespace)
        guard line.first?.isNumber == true, words.count > 2, words[1].contains(":") else { return nil }
        let hasHalf = ["AM", "PM"].contains(words[2].uppercased())
        let end = words[hasHalf ? 2 : 1].endIndex
        let title = trimmed(line[end...])
        guard !title.isEmpty, dates.timestamp(line[..<end]) != nil else { return nil }
        return Head(date: line[..<end], title: title)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " }
        while text.last == " " { text = text.dropLast() }
        return text
    }

    /// Whether a bracket was meant as a date, though it is none: `[31/13/2020 10:00]`, and not `[1]` or `[see 2.3.4]`.
    private static func looksLikeDate(_ text: Substring) -> Bool {
        guard let first = text.first, first.isASCII, first.isNumber else { return false }
        return text.count { $0.isNumber } >= 4 && text.contains { "-/.:".contains($0) }
    }

    /// The tags behind `@` at the start of a word, as jrnl tells them: whatever their case, and without doubles.
    private static func tags(in text: String) -> [String] {
        var known = Set(TagText.tags(in: text).map(NameKey.of))
        var tags: [String] = []
        for word in text.split(whereSeparator: \.isWhitespace) where word.first == sign {
            let name = word.dropFirst().prefix { $0.isLetter || $0.isNumber || "-+*#/_".contains($0) }.lowercased()
            guard name.contains(where: { $0.isLetter || $0.isNumber }) else { continue }
            if known.insert(NameKey.of(name)).inserted { tags.append(name) }
        }
        return tags
    }
}
