// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Foundation
import Session

/// Reads jrnl’s text: entries that begin with `[2020-08-29 11:11] Title.`, a `*` behind the title stars them, and
/// `@tag` anywhere in them is a tag.
///
/// The time may be one of half a day, `[2020-08-29 11:11:00 AM]`, which is how jrnl writes it unless told otherwise.
enum JrnlText {
    /// An entry, the line on which it begins, and what is wrong with it.
    typealias Entry = (draft: NoteDraft, line: Int, problems: [ExchangeProblem.Reason])

    private static let sign: Character = "@"

    /// The entries; a bracket that does not look like a date begins none.
    ///
    /// - Parameter written: The time of entries whose date cannot be read, and of a text before the first entry.
    static func entries(_ text: String, written: Timestamp, in zone: TimeZone) -> [Entry] {
        var entries: [Entry] = []
        var body: [Substring] = []
        func close() {
            let rest = body.joined(separator: "\n").withoutOuterLineEnds
            body = []
            guard let last = entries.indices.last else {
                if !rest.allSatisfy(\.isWhitespace) {
                    entries = [(NoteDraft(content: rest, createdAt: written), 1, [])]
                }
                return
            }
            if !rest.isEmpty { entries[last].draft.content += "\n" + rest }
        }
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            guard let (date, title) = head(line) else {
                body.append(line)
                continue
            }
            let time = time(date, in: zone)
            guard time != nil || looksLikeDate(date) else {
                body.append(line)
                continue
            }
            close()
            let isStarred = title.hasSuffix(" *") || title == "*"
            let name = isStarred ? title.dropLast(title.count > 1 ? 2 : 1) : title
            let draft = NoteDraft(
                content: String(name), createdAt: time ?? written, marks: NoteMarks(isPinned: isStarred))
            entries.append((draft, index + 1, time == nil ? [.badDate(String(date))] : []))
        }
        close()
        for index in entries.indices {
            let content = entries[index].draft.content.withoutOuterLineEnds
            entries[index].draft.content = content
            entries[index].draft.marks.tags = tags(in: content)
        }
        return entries
    }

    /// Whether a text begins with an entry.
    static func begins(_ text: String, in zone: TimeZone) -> Bool {
        text.split(whereSeparator: \.isNewline).first.flatMap(head).map { time($0.date, in: zone) != nil } ?? false
    }

    /// Whether a text is a journal that jrnl has encrypted: `JRNLv3`, or before that a Fernet token alone.
    static func isEncrypted(_ text: String) -> Bool {
        text.hasPrefix("JRNLv3")
            || text.hasPrefix("gAAAAA") && text.utf8.count > 80 && !text.utf8.dropLast(2).contains { $0 <= 0x20 }
    }

    private static func head(_ line: Substring) -> (date: Substring, title: Substring)? {
        guard line.first == "[", let close = line.firstIndex(of: "]") else { return nil }
        var title = line[line.index(after: close)...].drop { $0 == " " }
        while title.last == " " { title = title.dropLast() }
        return (line[line.index(after: line.startIndex)..<close], title)
    }

    private static func time(_ date: Substring, in zone: TimeZone) -> Timestamp? {
        if let time = ISOTime.timestamp(date, in: zone) { return time }
        let words = date.split(whereSeparator: \.isWhitespace)
        guard words.count == 3, let half = ["AM", "PM"].firstIndex(of: words[2].uppercased()) else { return nil }
        let parts = words[1].split(separator: ":", omittingEmptySubsequences: false)
        // 12 AM is midnight, 12 PM noon.
        guard let hour = Int(parts[0]), (1...12).contains(hour) else { return nil }
        let time = (["\(hour % 12 + 12 * half)"] + parts.dropFirst().map(String.init)).joined(separator: ":")
        return ISOTime.timestamp("\(words[0]) \(time)", in: zone)
    }

    /// Whether a bracket was meant as a date, though it is none: `[31/12/2020 10:00]`, and not `[1]` or `[see 2.3.4]`.
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
