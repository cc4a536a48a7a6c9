import Foundation
import NotesStore
import Session

/// Reads jrnl’s text: entries that begin with `[2020-08-29 11:11] Title.`, a `*` behind the title stars them.
enum JrnlText {
    /// The entries, each with the line on which it begins; a bracket that holds no date begins none.
    static func drafts(_ text: String, in zone: TimeZone) -> [(draft: NoteDraft, line: Int)] {
        var drafts: [(draft: NoteDraft, line: Int)] = []
        var body: [Substring] = []
        func close() {
            guard !drafts.isEmpty else { return }
            let rest = body.joined(separator: "\n").trimmingCharacters(in: .newlines)
            if !rest.isEmpty { drafts[drafts.count - 1].draft.content += "\n" + rest }
            body = []
        }
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            guard let (time, title) = head(line, in: zone) else {
                body.append(line)
                continue
            }
            close()
            body = []
            let isStarred = title.hasSuffix(" *") || title == "*"
            let name = isStarred ? title.dropLast(title.count > 1 ? 2 : 1) : title
            drafts.append(
                (
                    NoteDraft(content: String(name), createdAt: time, marks: NoteMarks(isPinned: isStarred)), index + 1
                ))
        }
        close()
        for index in drafts.indices {
            drafts[index].draft.content = drafts[index].draft.content.trimmingCharacters(in: .newlines)
        }
        return drafts
    }

    /// Whether a text begins with an entry.
    static func begins(_ text: String, in zone: TimeZone) -> Bool {
        text.split(whereSeparator: \.isNewline).first.map { head($0, in: zone) != nil } ?? false
    }

    private static func head(_ line: Substring, in zone: TimeZone) -> (time: Timestamp, title: Substring)? {
        guard line.first == "[", let close = line.firstIndex(of: "]"),
            let time = ISOTime.timestamp(line[line.index(after: line.startIndex)..<close], in: zone)
        else { return nil }
        var title = line[line.index(after: close)...].drop { $0 == " " }
        while title.last == " " { title = title.dropLast() }
        return (time, title)
    }
}
