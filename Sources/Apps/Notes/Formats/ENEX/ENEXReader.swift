// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSession
import AtriumXMLReader
import Foundation
import NotesLogic

/// Reads the notes of an Evernote export (ENEX): `note` elements with their text as a document within a CDATA section.
///
/// The rest of a broken text is taken as it is. The place of an attachment gets a link to it; tasks
/// that Evernote keeps beside the text are put where it shows them, and those without a place below it.
final class ENEXReader: XMLTextHandler {
    /// The number of lines of the file before the present document.
    var linesBefore = 0
    private let written: Timestamp
    private let zone: Zone
    private var entries: [ForeignNote] = []
    private var path: [String] = []
    private var line = 0
    private var contentLine = 0
    private var task: ENEXTask?
    private var tasks: [ENEXTask] = []
    private var fields: [String: String] = [:]
    private var tags: [String] = []
    /// The key of the current field for another program.
    private var dataKey = ""
    /// The note’s attributes that mean nothing here.
    private var rest: [(name: String, value: String)] = []
    private var resource: ENEXResource?
    private var attachments: [AttachmentDraft] = []
    private var links: [String: String] = [:]
    private var resourceProblems: [ExchangeProblem.Reason] = []
    /// Whether the export is of this program.
    private var isOwn = false

    /// - Parameters:
    ///   - written: The time of a note that states none.
    ///   - zone: The time zone of reminders.
    init(written: Timestamp, in zone: Zone) {
        self.written = written
        self.zone = zone
    }

    /// The title of the current note, as far as it is read; `nil` before it.
    var title: String? { fields["title"].map(Self.line) }

    /// The notes that ended since the last call.
    func takeEntries() -> [ForeignNote] {
        defer { entries = [] }
        return entries
    }

    func start(_ element: borrowing XMLElement) {
        path.append(element.name)
        if element.name == "note" {
            line = element.line + linesBefore
            fields = [:]
            tags = []
            rest = []
            tasks = []
            attachments = []
            links = [:]
            resourceProblems = []
        }
        if element.name == "en-export" { isOwn = element["application"] == ENEXWriter.application }
        if element.name == "resource" { resource = ENEXResource() }
        if element.name == "application-data" { dataKey = element["key"] ?? "" }
        if element.name == "task" { task = ENEXTask() }
        if element.name == "reminder", path.dropLast().last == "task" { task?.hasReminder = true }
        if isOther { rest.append((element.name == "application-data" ? dataKey : element.name, "")) }
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
        if path.last == "application-data", path.dropLast().last == "note-attributes" {
            fields["data " + dataKey, default: ""] += piece
        }
        if isOther, !rest.isEmpty { rest[rest.count - 1].value += piece }
        if let name = path.last, path.dropLast().last == "task" { task?.add(piece, to: name) }
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
            "source-url", "author", "latitude", "longitude", "altitude", "place-name",
        ].contains(name)
    }

    /// Whether the element is an attribute of the note that is not read, and says more than which program made it.
    private var isOther: Bool {
        guard path.dropLast().last == "note-attributes", !isKept, let name = path.last, name != "source" else {
            return false
        }
        return name != "application-data" || !dataKey.hasPrefix("atrium.")
    }

    private func closeResource() {
        switch resource?.made(among: attachments) {
        case .success(let made)?:
            // The same picture may stand in the text many times, and among the attachments too.
            let isKnown =
                links[made.hash] != nil
                && attachments.contains { $0.digest == made.draft.digest && $0.name == made.name }
            if links[made.hash] != nil, !isKnown { attachments.append(made.draft) }
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
        if let task { tasks.append(task) }
        task = nil
    }

    private func close() {
        var problems = resourceProblems
        func time(_ name: String) -> Timestamp? {
            guard let text = fields[name], !text.isEmpty else { return nil }
            let time = ENEXTime.timestamp(text)
            if time == nil { problems.append(.badDate(text)) }
            return time
        }
        /// The time to the millisecond, if our own field says the same second.
        func exact(_ name: String, _ field: String) -> Timestamp? {
            guard let time = time(name) else { return nil }
            let said = fields["data " + field].flatMap { ISOTime.timestamp($0, in: .gmt) }
            return said.flatMap { $0.milliseconds / 1000 == time.milliseconds / 1000 ? $0 : nil } ?? time
        }
        let created = exact("created", ENEXWriter.created)
        let updated = exact("updated", ENEXWriter.updated)
        let ordered = tasks.enumerated().sorted { ($0.element.weight, $0.offset) < ($1.element.weight, $1.offset) }
        let groups = Dictionary(grouping: ordered.map(\.element), by: \.group).mapValues { $0.compactMap(\.text) }
        var body = ENMLText.text(
            of: fields["content"] ?? "", links: links, beside: attachments, tasks: groups, isOwn: isOwn)
        if let line = body.brokenLine { problems.append(.brokenText(line: contentLine + line - 1)) }
        problems += tasks.flatMap(\.left).map { .leftPart($0) }
        if body.hasEncrypted { problems.append(.encryptedPart) }
        // Problems of existing files were reported already.
        problems += body.missing.dropFirst(resourceProblems.count).map { .missingFile($0) }
        problems += body.broken.map { .badAttachment($0) }
        body.text =
            ([body.text]
            + ordered.filter { !body.groups.contains($0.element.group) }.compactMap {
                $0.element.text.map { "- " + $0 }
            }).filter { !$0.isEmpty }.joined(separator: "\n")
        var marks = NoteMarks(notebook: NotebookName.normal(fields["data " + ENEXWriter.notebook] ?? ""), tags: tags)
        marks.isPinned = fields["data " + ENEXWriter.pinned] == "true"
        // Evernote gives each note an order of its reminder; 0 is none.
        if fields["reminder-time"] != nil || Int(fields["reminder-order"] ?? "0") != 0 {
            let reminder = time("reminder-time")
            // Midnight in Greenwich stands for a day.
            let due = reminder.map {
                $0 == Day($0, in: .gmt).start(in: .gmt) ? DueTime(Day($0, in: .gmt)) : DueTime($0, in: zone)
            }
            marks.todo = Todo(
                due: fields["data " + ENEXWriter.due].flatMap { DueTime($0) } ?? due,
                doneAt: time("reminder-done-time"),
                recurrence: fields["data " + ENEXWriter.repeating].flatMap(Recurrence.init),
                completions: (fields["data " + ENEXWriter.completed] ?? "").split(separator: " ")
                    .compactMap { ISOTime.timestamp($0, in: .gmt) })
        }
        let others: [(name: String, value: String?)] = [
            ("source", trimmed("source-url")), ("author", trimmed("author")), ("latitude", trimmed("latitude")),
            ("longitude", trimmed("longitude")), ("altitude", trimmed("altitude")), ("place", trimmed("place-name")),
        ]
        // A property of such a name would mean something else.
        let taken = NoteFields.names.union(others.map(\.name))
        let left = rest.filter { !taken.contains($0.name.lowercased()) && !$0.name.isEmpty }
        marks.others = ForeignNote.others(
            others + left.map { ($0.name, $0.value.trimmingCharacters(in: .whitespacesAndNewlines)) })
        problems += rest.filter { taken.contains($0.name.lowercased()) }.map { .leftPart($0.name) }
        let title = Self.line(fields["title"] ?? "")
        let content = Self.content(fields["title"] ?? "", body.text, whole: fields["data " + ENEXWriter.whole])
        let draft = NoteDraft(
            content: content, createdAt: created ?? updated ?? written, modifiedAt: updated, marks: marks,
            attachments: attachments + body.pictures)
        var note = ForeignNote(draft: draft, problems: problems, isDated: created ?? updated != nil, line: line)
        note.title = title.isEmpty ? nil : title
        note.precision = ENEXTime.precision
        entries.append(note)
    }

    /// The text of a note, below its title unless that stands in it as well: as its heading, or by our own field with the
    /// title that it had then.
    static func content(_ title: String, _ text: String, whole: String?) -> String {
        let title = line(title)
        let isHeading = Heading(TextLines.first(of: text).line).map { $0.text == title } ?? false
        let isSaid = isHeading || whole.map(line) == title
        if text.isEmpty { return title }
        return isSaid || title.isEmpty ? text.withoutOuterLineEnds : title + "\n" + text
    }

    private func trimmed(_ field: String) -> String? { fields[field]?.trimmingCharacters(in: .whitespacesAndNewlines) }

    /// A text as one line, without blanks around it.
    private static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ").trimmingCharacters(in: .whitespaces)
    }
}

/// A task that Evernote keeps beside the text of a note, while it is read.
struct ENEXTask {
    /// The place in the text, in lower case; empty for none.
    private(set) var group = ""
    /// By what the tasks of a place are ordered.
    private(set) var weight = ""
    private var title = ""
    private var status = ""
    private var due = ""
    private var zone = ""
    private var details = ""
    private var recurrence = ""
    /// Whether Evernote reminds of it.
    var hasReminder = false

    /// The fields that a line of a text has no place for.
    var left: [String] { hasReminder ? ["reminder"] : [] }

    /// A text in a field of the task.
    mutating func add(_ piece: String, to field: String) {
        switch field {
        case "title": title += piece
        case "taskStatus": status += piece
        case "dueDate": due += piece
        case "timeZone": zone += piece
        case "sortWeight": weight += piece
        case "taskGroupNoteLevelID": group += piece.lowercased()
        case "description": details += piece
        case "recurrence": recurrence += piece
        default: break
        }
    }

    /// The text after the dash of its line; `nil` for a task without any.
    var text: String? {
        let words = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isEmpty else { return nil }
        let zone = Zone(identifier: zone) ?? .gmt
        let time = ENEXTime.timestamp(due).map { time in
            // Midnight and the last second of a minute stand for a day.
            let isDay = time == Day(time, in: zone).start(in: zone) || CivilTime(time, in: zone).second == 59
            return isDay ? Day(time, in: zone).text : DueTime(time, in: zone).shown
        }
        let when = [time ?? "", recurrence].filter { !$0.isEmpty }.joined(separator: ", ")
        let more = details.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return "[\(status == "completed" ? "x" : " ")] \(words)" + (when.isEmpty ? "" : " (\(when))")
            + (more.isEmpty ? "" : ": " + more)
    }
}

/// Points in time as Evernote’s exports write them.
enum ENEXTime {
    /// The milliseconds of a second.
    static let precision: Int64 = 1000

    /// `20230709T080219Z`, the basic form of ISO 8601, with half a day’s hours as some programs write them
    /// (`20180306T91108 AMZ`), or any other form of it.
    static func timestamp(_ text: String) -> Timestamp? {
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
