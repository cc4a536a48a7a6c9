// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// The tasks of a page of Logseq’s: blocks that begin with a word such as `TODO` or `DONE`.
///
/// Source: logseq/logseq, deps/graph-parser, `logseq.graph-parser.mldoc`, and logseq/docs, pages/Tasks.md.
package struct TaskMarkers {
    /// One task.
    package struct Task: Hashable, Sendable {
        /// Its marker.
        package let marker: String
        /// What there is to do: the rest of the block’s first line.
        package let text: String
        /// By when: its deadline, or else the day for which it is planned.
        package let due: DueTime?
        /// How often it comes again, as it is written: `++1w`; nil for once.
        package let repeater: String?
        /// Whether it is still to be done.
        package var isOpen: Bool { TaskMarkers.open.contains(marker) }
        /// Where the marker stands.
        fileprivate let range: Range<String.Index>
    }

    /// The markers of tasks that are still to be done, as Logseq writes them: words of its files, not of this program.
    package static let open: Set<String> = ["TODO", "LATER", "NOW", "DOING", "WAIT", "WAITING", "IN-PROGRESS"]
    /// The markers of tasks that are not.
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

    /// Those that are still to be done.
    package var openTasks: [Task] { tasks.filter(\.isOpen) }

    /// What there is to do on the whole: what is due first, or that all is done; nil for no task.
    ///
    /// - Parameter time: When all was done, for a text that does not say it.
    package func todo(doneAt time: Timestamp) -> Todo? {
        guard !tasks.isEmpty else { return nil }
        let open = openTasks
        return open.isEmpty ? Todo(doneAt: time) : Todo(due: open.compactMap(\.due).min())
    }

    /// The text with a task that is done; every other byte stays.
    package func finishing(_ task: Task) -> String {
        text[..<task.range.lowerBound] + "DONE" + text[task.range.upperBound...]
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
