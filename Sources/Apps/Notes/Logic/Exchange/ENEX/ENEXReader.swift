// SPDX-License-Identifier: GPL-3.0-or-later

import NotesDomain
import Foundation
import Session
import XMLReader

/// Reads the notes of an Evernote export (ENEX): `note` elements with their text as a document within a CDATA section.
///
/// Of a text that is broken, the rest is taken as it stands. Where an attachment stood, there is a link to it; tasks
/// that Evernote keeps beside the text stand below it.
final class ENEXReader: XMLTextHandler {
    /// A note, the line on which it begins, and what is wrong with it.
    typealias Entry = (draft: NoteDraft, line: Int, problems: [ExchangeProblem.Reason])

    /// How many more lines of the file stand before the document that is read.
    var linesBefore = 0
    private let written: Timestamp
    private var entries: [Entry] = []
    private var path: [String] = []
    private var line = 0
    private var contentLine = 0
    private var task = (title: "", status: "")
    private var tasks: [String] = []
    private var fields: [String: String] = [:]
    private var tags: [String] = []
    private var resource: ENEXResource?
    private var attachments: [AttachmentDraft] = []
    private var links: [String: String] = [:]
    private var resourceProblems: [ExchangeProblem.Reason] = []

    /// - Parameter written: The time of a note that says none.
    init(written: Timestamp) { self.written = written }

    /// The title of the note that is being read, as far as it is read; nil before it.
    var title: String? { fields["title"].map(Self.line) }

    /// The notes that ended since the last call.
    func takeEntries() -> [Entry] {
        defer { entries = [] }
        return entries
    }

    func start(_ element: borrowing XMLElement) {
        path.append(element.name)
        if element.name == "note" {
            line = element.line + linesBefore
            fields = [:]
            tags = []
            tasks = []
            attachments = []
            links = [:]
            resourceProblems = []
        }
        if element.name == "resource" { resource = ENEXResource() }
        if element.name == "task" { task = ("", "") }
        if isKept {
            fields[element.name] = ""
            if element.name == "content" { contentLine = element.line + linesBefore }
        }
    }

    func text(_ piece: String) {
        if resource != nil, let start = path.lastIndex(of: "resource") {
            resource?.add(piece, at: path[(start + 1)...])
        }
        if isKept, let name = path.last { fields[name, default: ""] += piece }
        if path.dropLast().last == "task", path.last == "title" { task.title += piece }
        if path.dropLast().last == "task", path.last == "taskStatus" { task.status += piece }
    }

    func end(_ name: String) {
        if isKept, name == "tag", let tag = fields["tag"], !tag.isEmpty { tags.append(tag) }
        if name == "resource" { closeResource() }
        if name == "task" { closeTask() }
        if name == "note" { close() }
        path.removeLast()
    }

    /// Whether the element belongs to the note itself: an attachment has fields of the same names.
    private var isKept: Bool {
        guard let name = path.last, path.dropLast().last == "note" || path.dropLast().last == "note-attributes" else {
            return false
        }
        return [
            "title", "content", "created", "updated", "tag", "reminder-order", "reminder-time", "reminder-done-time",
        ].contains(name)
    }

    private func closeResource() {
        switch resource?.made(among: attachments) {
        case .success(let made)?:
            // The same picture may stand in the text many times, and among the attachments too.
            if links[made.hash] == nil {
                attachments.append(made.draft)
                links[made.hash] = Attachment.link(
                    to: made.draft.name, isPicture: MediaType.isPicture(made.draft.type))
            }
        case .failure(let unmade)?: resourceProblems.append(unmade.reason)
        case nil: break
        }
        resource = nil
    }

    private func closeTask() {
        let title = task.title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if !title.isEmpty { tasks.append("- [\(task.status == "completed" ? "x" : " ")] \(title)") }
    }

    private func close() {
        var problems = resourceProblems
        func time(_ name: String) -> Timestamp? {
            guard let text = fields[name], !text.isEmpty else { return nil }
            let time = Self.timestamp(text)
            if time == nil { problems.append(.badDate(text)) }
            return time
        }
        let created = time("created")
        let updated = time("updated")
        let body = ENMLText.text(of: fields["content"] ?? "", links: links)
        if let line = body.brokenLine { problems.append(.brokenText(line: contentLine + line - 1)) }
        if body.hasEncrypted { problems.append(.encryptedPart) }
        let title = Self.line(fields["title"] ?? "")
        var marks = NoteMarks(tags: tags)
        if fields["reminder-order"] != nil || fields["reminder-time"] != nil {
            marks.todo = Todo(
                due: time("reminder-time").map { Day($0, in: .gmt) }, doneAt: time("reminder-done-time"))
        }
        let content = ([title, body.text] + tasks).filter { !$0.isEmpty }.joined(separator: "\n")
        let draft = NoteDraft(
            content: content, createdAt: created ?? updated ?? written, modifiedAt: updated, marks: marks,
            attachments: attachments)
        entries.append((draft, line, problems))
    }

    /// A text as one line, without blanks around it.
    private static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ").trimmingCharacters(in: .whitespaces)
    }

    /// `20230709T080219Z`, the basic form of ISO 8601, with half a day’s hours as some programs write them
    /// (`20180306T91108 AMZ`), or any other form of it.
    private static func timestamp(_ text: String) -> Timestamp? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let parts = text.split(separator: "T", maxSplits: 1)
        guard parts.count == 2, parts[0].count == 8, parts[0].allSatisfy(\.isNumber), text.hasSuffix("Z") else {
            return ISOTime.timestamp(text, in: .gmt)
        }
        var clock = parts[1].dropLast()
        var half: Int?
        if clock.hasSuffix(" AM") { half = 0 }
        if clock.hasSuffix(" PM") { half = 12 }
        if half != nil { clock = clock.dropLast(3) }
        let digits = Array(clock.count == 5 ? "0" + clock : clock)
        guard digits.count == 6, digits.allSatisfy({ $0.isASCII && $0.isNumber }), var hour = Int(String(digits[..<2]))
        else { return nil }
        // 12 AM is midnight, 12 PM noon; a clock of 24 hours may have the half beside it.
        if let half, hour <= 12 { hour = hour % 12 + half }
        let day = Array(parts[0])
        let date = [day[..<4], day[4..<6], day[6...]].map { String($0) }.joined(separator: "-")
        let time = [hour < 10 ? "0\(hour)" : "\(hour)", String(digits[2..<4]), String(digits[4...])]
        return ISOTime.timestamp("\(date)T\(time.joined(separator: ":"))Z", in: .gmt)
    }
}
