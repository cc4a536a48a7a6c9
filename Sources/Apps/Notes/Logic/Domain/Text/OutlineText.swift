// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumMarkdown
package import AtriumSession

/// The text of a Logseq page: blocks, each a line with `- ` and the indented lines below it.
package struct OutlineText {
    private let text: String

    package init(_ text: String) { self.text = text }

    /// Lines as a block of the outermost level; a block stays as it is.
    package static func block(_ lines: String) -> String {
        guard !lines.hasPrefix("- "), lines != "-" else { return lines }
        return lines.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            .map { $0 == 0 ? "- " + $1 : $1.isEmpty ? "" : "  " + $1 }.joined(separator: "\n")
    }

    /// The place of the first block after the page’s properties, existing or new.
    package var start: String.Index {
        var start = PageProperties(text).end
        let isBlock = start > text.startIndex && text.hasPrefix("- ")
        while start < text.endIndex {
            let line = text[start...].prefix { !$0.isNewline }
            // A block of properties has all of it, and other lines end at the first one with text.
            guard isBlock ? !line.hasPrefix("- ") : start > text.startIndex && line.isEmpty else { break }
            start = line.endIndex < text.endIndex ? text.index(after: line.endIndex) : text.endIndex
        }
        return start
    }
}

/// The tasks of a page of Logseq’s: blocks that begin with a word such as `TODO` or `DONE`.
///
/// Source: logseq/logseq, deps/graph-parser, `logseq.graph-parser.mldoc`, and logseq/docs, pages/Tasks.md.
package struct TaskMarkers {
    package struct Task: Hashable, Sendable {
        package let marker: String
        /// The text of the task: the rest of the block’s first line.
        package let text: String
        /// By when: its deadline, or else the day for which it is planned.
        package let due: DueTime?
        /// The repetition, as written: `++1w`; `nil` for once.
        package let repeater: String?
        /// Whether it is still to be done.
        package var isOpen: Bool { TaskMarkers.open.contains(marker) }
        /// The range of the marker.
        fileprivate let range: Range<String.Index>
    }

    /// The markers of open tasks, as Logseq writes them: words of its files, not of this program.
    package static let open: Set<String> = ["TODO", "LATER", "NOW", "DOING", "WAIT", "WAITING", "IN-PROGRESS"]
    /// The markers of closed tasks.
    package static let closed: Set<String> = ["DONE", "CANCELED", "CANCELLED"]

    private let text: String
    /// All tasks in order.
    package private(set) var tasks: [Task] = []

    package init(_ text: String) {
        self.text = text
        guard (Self.open.union(Self.closed)).contains(where: { text.contains($0) }) else { return }
        let code = CodePlaces(in: text)
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
        while let line = lines.popFirst() {
            let bare = line.drop { $0 == " " || $0 == "\t" }
            let isBlock = bare.hasPrefix("- ") || line.startIndex == text.startIndex
            let inner = bare.hasPrefix("- ") ? bare.dropFirst(2) : bare
            guard isBlock, let (marker, rest) = Self.marker(of: inner), !code.contains(marker) else { continue }
            let own = lines.prefix { !$0.drop { $0 == " " || $0 == "\t" }.hasPrefix("- ") }
            let (due, repeater) = Self.time(of: [rest] + own)
            tasks.append(
                Task(
                    marker: String(marker), text: String(rest), due: due, repeater: repeater,
                    range: marker.startIndex..<marker.endIndex))
        }
    }

    package var openTasks: [Task] { tasks.filter(\.isOpen) }

    /// The task of the whole text: the first due one, or a finished one if all are; `nil` for no task.
    ///
    /// - Parameter time: The time of completion, for a text that does not state it.
    package func todo(doneAt time: Timestamp) -> Todo? {
        guard !tasks.isEmpty else { return nil }
        let open = openTasks
        return open.isEmpty ? Todo(doneAt: time) : Todo(due: open.compactMap(\.due).min())
    }

    /// The text with a finished task; every other byte stays.
    package func finishing(_ task: Task) -> String { marking(task, as: "DONE") }

    /// The text with a task to do again; every other byte stays.
    package func reopening(_ task: Task) -> String {
        marking(task, as: "TODO")  // The marker of Logseq for an open task.
    }

    private func marking(_ task: Task, as marker: String) -> String {
        text[..<task.range.lowerBound] + marker + text[task.range.upperBound...]
    }

    /// The marker of a block, which may stand in a heading, and the text behind it.
    private static func marker(of block: Substring) -> (marker: Substring, rest: Substring)? {
        let signs = block.prefix { $0 == "#" }
        let start = signs.isEmpty ? block : block.dropFirst(signs.count).drop { $0 == " " }
        let word = start.prefix { $0 != " " }
        guard open.contains(String(word)) || closed.contains(String(word)), word.endIndex < start.endIndex else {
            return nil
        }
        return (word, start[word.endIndex...].drop { $0 == " " })
    }

    /// The deadline or else the plan of a block: `SCHEDULED: <2026-01-05 Mon 15:00 ++1w>`.
    private static func time(of lines: [Substring]) -> (due: DueTime?, repeater: String?) {
        for name in ["DEADLINE: <", "SCHEDULED: <"] {
            for line in lines {
                guard let start = line.firstRange(of: name) else { continue }
                let words = line[start.upperBound...].prefix { $0 != ">" }.split(separator: " ")
                guard let day = words.first.flatMap({ Day($0) }) else { continue }
                let minutes = words.lazy.compactMap { word -> Int? in
                    let parts = word.split(separator: ":").compactMap { Int($0) }
                    guard parts.count == 2, (0..<24).contains(parts[0]), (0..<60).contains(parts[1]) else { return nil }
                    return parts[0] * 60 + parts[1]
                }.first
                let repeater = words.dropFirst().first { $0.hasPrefix("+") || $0.hasPrefix(".+") }
                return (DueTime(day, minutes: minutes), repeater.map(String.init))
            }
        }
        return (nil, nil)
    }
}

/// The code in an outline, where the signs of other programs have no meaning.
package struct CodePlaces {
    private let text: String
    private let places: [Range<Int>]

    package init(in text: String) {
        self.text = text
        let mayHaveSome = text.utf8.contains { $0 == UInt8(ascii: "`") || $0 == UInt8(ascii: "~") }
        places = mayHaveSome ? Self.code(in: text) : []
    }

    /// The ranges of code in an outline: tabs before its blocks are levels, of two blanks each, and make no code.
    private static func code(in text: String) -> [Range<Int>] {
        var levelled: [UInt8] = []
        var lines: [(start: Int, added: Int)] = []
        var added = 0
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let tabs = line.prefix { $0 == UInt8(ascii: "\t") }.count
            added += tabs
            lines.append((levelled.count, added))
            levelled +=
                [UInt8](repeating: UInt8(ascii: " "), count: tabs * 2) + line.dropFirst(tabs) + [UInt8(ascii: "\n")]
        }
        return MarkdownDocument(String(decoding: levelled, as: UTF8.self)).code.map { place in
            let line = lines[lines.count(ofFirst: { $0.start <= place.lowerBound }) - 1]
            return place.lowerBound - line.added..<place.upperBound - line.added
        }
    }

    /// Whether a part of the text begins within code.
    package func contains(_ part: Substring) -> Bool {
        let start = text.utf8.distance(from: text.startIndex, to: part.startIndex)
        let place = first(endingBehind: start)
        return place < places.count && places[place].contains(start)
    }

    /// The number of the first piece of code that ends behind an offset: a page may have thousands.
    private func first(endingBehind offset: Int) -> Int { places.count(ofFirst: { $0.upperBound <= offset }) }

    /// The code parts of a line of the text, in order.
    package func parts(of line: Substring) -> [Substring] {
        let start = text.utf8.distance(from: text.startIndex, to: line.startIndex)
        let range = start..<start + line.utf8.count
        let rest = places[first(endingBehind: range.lowerBound)...]
        return rest.prefix { $0.lowerBound < range.upperBound }.map { place in
            let part = place.clamped(to: range)
            let first = text.utf8.index(text.startIndex, offsetBy: part.lowerBound)
            return text[first..<text.utf8.index(first, offsetBy: part.count)]
        }
    }
}
