import NotesStore
import Session
import XMLReader

/// Reads the notes of an Evernote export (ENEX): `note` elements with their text as a document within a CDATA section.
///
/// Of a text that is broken, the rest is taken as it stands. Where an attachment stood, there is a link to it; tasks
/// that Evernote keeps beside the text stand below it.
final class ENEXReader: XMLTextHandler {
    /// A note, the line on which it begins, and what is wrong with it.
    typealias Entry = (draft: NoteDraft, line: Int, problems: [ExchangeProblem.Reason])

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

    /// The notes that ended since the last call.
    func takeEntries() -> [Entry] {
        defer { entries = [] }
        return entries
    }

    func start(_ element: borrowing XMLElement) {
        path.append(element.name)
        if element.name == "note" {
            line = element.line
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
            if element.name == "content" { contentLine = element.line }
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
        let title = (fields["title"] ?? "").split(whereSeparator: \.isNewline).joined(separator: " ")
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

    /// `20230709T080219Z`, the basic form of ISO 8601.
    private static func timestamp(_ text: String) -> Timestamp? {
        let digits = Array(text)
        guard digits.count == 16, digits[8] == "T", digits[15] == "Z" else { return nil }
        func part(_ range: Range<Int>) -> String { String(digits[range]) }
        let date = [part(0..<4), part(4..<6), part(6..<8)].joined(separator: "-")
        let time = [part(9..<11), part(11..<13), part(13..<15)].joined(separator: ":")
        return ISOTime.timestamp("\(date)T\(time)Z", in: .gmt)
    }
}
