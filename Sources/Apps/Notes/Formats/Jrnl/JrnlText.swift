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

/// Reads the dates of one journal.
struct JrnlDates {
    /// Which number is the day where both may be.
    private let order: DayMonthOrder?
    private let zone: Zone
    /// The day that all entries are of, which then say a time alone.
    private let day: Day?

    /// - Parameters:
    ///   - texts: All that stands where dates do: one that cannot be read in one order tells the order of all.
    ///   - order: What the user is used to; in dates with points, the day is first everywhere.
    init(_ texts: some Sequence<Substring>, order: DayMonthOrder, in zone: Zone, on day: Day?) {
        var sure: DayMonthOrder?
        for text in texts where sure == nil {
            guard let (first, second, _, _) = Self.numbers(text), max(first, second) <= 31 else { continue }
            if first > 12 { sure = .dayFirst } else if second > 12 { sure = .monthFirst }
        }
        self.order = sure
        self.zone = zone
        self.day = day
        usual = order
    }

    private let usual: DayMonthOrder

    /// The point in time of a text; nil for what is no date.
    func timestamp(_ text: Substring) -> Timestamp? {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard var date = words.first else { return nil }
        var rest = words.dropFirst()
        var iso = String(date)
        if let day, date.contains(":") {
            iso = day.text
            rest = words[...]
        } else if let (first, second, year, separator) = Self.numbers(date) {
            let isDayFirst = (order ?? (separator == "." ? .dayFirst : usual)) == .dayFirst
            iso = Self.iso(year, isDayFirst ? second : first, isDayFirst ? first : second)
        } else if date.contains(where: { $0 == "/" || $0 == "." }), date.prefix(4).allSatisfy(\.isNumber) {
            date = date.last == "." ? date.dropLast() : date
            let parts = date.split { "/.".contains($0) }.compactMap { Int($0) }
            if parts.count == 3 { iso = Self.iso(parts[0], parts[1], parts[2]) }
        }
        if rest.isEmpty { return ISOTime.timestamp(iso, in: zone) }
        var clock = rest.removeFirst()
        var half = rest.popFirst()?.uppercased().filter { $0 != "." }
        if half == nil, clock.count > 2, clock.last?.lowercased() == "m" {
            half = clock.suffix(2).uppercased()
            clock = clock.dropLast(2)
        }
        guard rest.isEmpty, clock.contains(":") || half != nil else {
            return ISOTime.timestamp(text, in: zone)
        }
        guard let half else {
            return ISOTime.timestamp("\(iso) \(clock)", in: zone) ?? ISOTime.timestamp(text, in: zone)
        }
        var parts = clock.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        // 12 AM is midnight, 12 PM noon.
        guard let offset = ["AM": 0, "PM": 12][half], let hour = Int(parts[0]), (1...12).contains(hour) else {
            return ISOTime.timestamp(text, in: zone)
        }
        parts[0] = "\(hour % 12 + offset)"
        if parts.count == 1 { parts.append("00") }
        return ISOTime.timestamp("\(iso) \(parts.joined(separator: ":"))", in: zone)
    }

    /// Two numbers and a year of four digits, and what stands between them.
    private static func numbers(_ text: Substring) -> (Int, Int, year: Int, separator: Character)? {
        let date = text.prefix { !$0.isWhitespace }
        guard let separator = date.first(where: { !$0.isNumber }), "./-".contains(separator) else { return nil }
        let parts = date.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count == 3, (1...2).contains(parts[0].count), (1...2).contains(parts[1].count),
            parts[2].count == 4, let first = Int(parts[0]), let second = Int(parts[1]), let year = Int(parts[2])
        else { return nil }
        return (first, second, year, separator)
    }

    private static func iso(_ year: Int, _ month: Int, _ day: Int) -> String {
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }
}

/// Which comes first in a date of numbers that begins with no year: `09/06/2013`.
package enum DayMonthOrder: Hashable, Sendable {
    /// The day, as in most countries.
    case dayFirst
    /// The month, as in the United States.
    case monthFirst
}

/// A note as an entry of jrnl’s text, which `jrnl --import` reads.
enum JrnlEntry {
    /// The entry: its date, its title, a star where the note is pinned, and the rest of the text below.
    ///
    /// jrnl takes each line that begins with a bracket for another entry: in the body, such lines have a blank before
    /// them. Tags that the text does not say stand on its last line.
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
