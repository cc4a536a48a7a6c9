// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Foundation
import NotesLogic

/// Reads jrnl’s text: entries that begin with `[2020-08-29 11:11] Title.`, a `*` after the title stars them, and
/// `@tag` anywhere in them is a tag.
///
/// The date may be in any form that jrnl can be configured to write, such as `[2020-08-29 11:11:00 AM]`, which is its
/// default. The first version of jrnl wrote it without brackets.
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
    /// The day of all entries; `nil` for a journal in one file.
    private let day: Day?
    /// Whether dates have no brackets, as the first version wrote them.
    let isOld: Bool

    /// - Parameters:
    ///   - written: The time of entries whose date cannot be read, and of a text before the first entry.
    ///   - order: The user’s order of day and month.
    ///   - day: The day of all entries, which may have only a time.
    init(_ text: String, written: Timestamp, order: DayMonthOrder, in zone: Zone, on day: Day? = nil) {
        lines = Self.lines(of: text)
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

    /// The lines of a text: as in jrnl, no other signs than those of a line end separate them.
    static func lines(of text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false, whereSeparator: endsLine)
    }

    static func endsLine(_ character: Character) -> Bool {
        character == "\n" || character == "\r\n" || character == "\r"
    }

    /// Whether a text may begin with an entry, which its first sign tells of most that do not.
    static func mayBegin(_ text: String) -> Bool {
        text.first { !$0.isWhitespace }.map { $0 == "[" || $0.isNumber } ?? false
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
                body.append(Self.unguarded(line))
                continue
            }
            let time = dates.timestamp(head.date)
            guard time != nil || Self.looksLikeDate(head.date) else {
                body.append(Self.unguarded(line))
                continue
            }
            close()
            let isStarred = head.title.hasSuffix(" *") || head.title == "*"
            var name = isStarred ? head.title.dropLast(head.title.count > 1 ? 2 : 1) : head.title
            if name.last == JrnlEntry.guardSign { name = name.dropLast() }
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
            let (text, tags) = Self.withoutOwnTags(content)
            entries[index].draft.content = text
            let keys = Set(tags.map(NameKey.of))
            entries[index].draft.marks.tags = tags + Self.tags(in: text).filter { !keys.contains(NameKey.of($0)) }
        }
        return entries
    }

    /// A line without the sign that an export has put before its bracket.
    private static func unguarded(_ line: Substring) -> Substring {
        line.first == JrnlEntry.guardSign && line.drop(while: { $0 == JrnlEntry.guardSign }).first == "["
            ? line.dropFirst() : line
    }

    /// The text without a last line of tags that an export has added, and those tags.
    private static func withoutOwnTags(_ content: String) -> (text: String, tags: [String]) {
        guard content.last == JrnlEntry.guardSign, let end = content.lastIndex(where: endsLine) else {
            return (content, [])
        }
        let words = content[content.index(after: end)...].dropLast().split(separator: " ")
        guard !words.isEmpty, words.allSatisfy({ $0.first == sign && $0.count > 1 }) else { return (content, []) }
        return (String(content[..<end]).withoutOuterLineEnds, words.map { String($0.dropFirst()) })
    }

    private static func bracketed(_ line: Substring) -> Head? {
        guard line.first == "[", let close = line.firstIndex(of: "]") else { return nil }
        return Head(
            date: line[line.index(after: line.startIndex)..<close], title: trimmed(line[line.index(after: close)...]))
    }

    /// A date, a time and a title without brackets.
    private static func unbracketed(_ line: Substring, _ dates: JrnlDates) -> Head? {
        guard line.first?.isNumber == true else { return nil }
        let words = line.split(maxSplits: 3, whereSeparator: \.isWhitespace)
        guard words.count > 2, words[1].contains(":") else { return nil }
        let hasHalf = ["AM", "PM"].contains(words[2].uppercased())
        let end = words[hasHalf ? 2 : 1].endIndex
        let title = trimmed(line[end...])
        guard !title.isEmpty, dates.timestamp(line[..<end]) != nil else { return nil }
        return Head(date: line[..<end], title: title)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        text.trimmed { $0 == " " }
    }

    /// Whether a bracket was meant as a date, though it is none: `[31/13/2020 10:00]`, and not `[1]` or `[see 2.3.4]`.
    private static func looksLikeDate(_ text: Substring) -> Bool {
        guard let first = text.first, first.isASCII, first.isNumber else { return false }
        return text.count { $0.isNumber } >= 4 && text.contains { "-/.:".contains($0) }
    }

    /// The tags after `@` at the start of a word, as jrnl recognizes them: in any case, and without duplicates.
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
    /// The order of day and month if both are possible.
    private let order: DayMonthOrder?
    private let zone: Zone
    /// The day that all entries are of, which then say a time alone.
    private let day: Day?

    /// - Parameters:
    ///   - texts: All texts in the places of dates: one that is valid in only one order decides the order of all.
    ///   - order: The user’s usual order; in dates with points, the day is first everywhere.
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

    /// The point in time of a text; `nil` if it is not a date.
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
        // No date is longer; a line may be a whole text.
        let date = text.prefix(11).prefix { !$0.isWhitespace }
        guard let separator = date.first(where: { !$0.isNumber }), "./-".contains(separator) else { return nil }
        let parts = date.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count == 3, (1...2).contains(parts[0].count), (1...2).contains(parts[1].count),
            parts[2].count == 4, let first = Int(parts[0]), let second = Int(parts[1]), let year = Int(parts[2])
        else { return nil }
        return (first, second, year, separator)
    }

    private static func iso(_ year: Int, _ month: Int, _ day: Int) -> String {
        "\(year.digits(4))-\(month.digits(2))-\(day.digits(2))"
    }
}
