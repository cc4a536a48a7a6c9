// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
import AtriumSession
import Foundation
import Glibc
import NotesLogic

/// Joplin’s export: a folder (RAW), or an archive of one (JEX).
enum Joplin: NoteFormat {
    static let id = "joplin"
    static let isChoice = true
    static let standing = FormatStanding.withoutMarkdown
    static let holdsMany = true
    static let folders = FolderUse.whole

    static func claims(_ file: ImportFile) -> Bool { file.ending == "jex" }

    static func claims(folder path: String) -> Bool { JoplinSource.isExport(path) }

    static func read(_ file: ImportFile, in context: ImportContext, take: NoteSink) async throws {
        let source: JoplinSource
        do {
            source =
                FileStatus(file.path, followingLinks: true)?.kind == .folder
                ? JoplinSource(folder: file.path) : try JoplinSource(archive: file.path)
        } catch TarFault.unreadable(let reason) {
            return context.tell(.unreadable(reason), file.name)
        } catch {
            return context.tell(.malformed, file.name)
        }
        var reader = JoplinReader(source, written: context.written(file.path), in: context.timeZone)
        for (index, item) in source.items.enumerated() {
            reader.look(at: item)
            guard index % 500 == 0 else { continue }
            await context.importer.progress(0, of: source.items.count)
            try Task.checkCancellation()
        }
        context.importer.report.expected = reader.notes.count
        for item in reader.notes {
            switch reader.entry(item) {
            case .success(var note):
                note.file = file.name + "/" + item
                try await take(note)
            case .failure(let unread): context.tell(unread.reason, file.name + "/" + item)
            }
        }
        context.importer.report.leave(reader.unused, areAll: true)
        if source.fault != nil || source.items.isEmpty {
            context.tell(source.fault == .truncated ? .truncated : .malformed, file.name)
        }
    }
}

/// Makes notes of a Joplin export (https://joplinapp.org/help/dev/spec): with notebooks, tags, tasks and files.
///
/// Notes and their targets come in any order. Therefore all items are read once for the small facts, and each note a second
/// time for its text.
struct JoplinReader {
    private struct Resource {
        let name: String
        let type: String
        /// Whether its bytes are encrypted.
        let isEncrypted: Bool
    }

    private let source: JoplinSource
    private let written: Timestamp
    private let zone: Zone
    private var folders: [String: (title: String, parent: String)] = [:]
    private var tags: [String: String] = [:]
    private var noteTags: [String: [String]] = [:]
    private var resources: [String: Resource] = [:]
    private var titles = ImportedTitles()
    /// The names of the notebooks, each another one beside the same.
    private var levels: [String: String] = [:]
    /// The ids of the resources that notes name.
    private var used: Set<String> = []
    /// The names of the notes’ files, and of the files that are no items.
    private(set) var notes: [String] = []

    /// - Parameters:
    ///   - written: The time of a note that says none.
    ///   - zone: The time zone of the days on which tasks are due.
    init(_ source: JoplinSource, written: Timestamp, in zone: Zone) {
        self.source = source
        self.written = written
        self.zone = zone
    }

    /// Reads the facts of a file; all files must be read before the first note is made.
    mutating func look(at name: String) {
        guard let item = try? item(name) else {
            // Reported in its turn.
            notes.append(name)
            return
        }
        switch item.kind {
        case .note:
            notes.append(name)
            titles.add(Self.title(of: item), of: item.id, number: notes.count)
        case .folder: folders[item.id] = (item.title, item.text("parent_id"))
        case .tag: tags[item.id] = item.title
        case .noteTag: noteTags[item.text("note_id"), default: []].append(item.text("tag_id"))
        case .resource:
            let ending = item.text("file_extension")
            let name = [item.title, item.text("filename")].first { !$0.isEmpty } ?? item.id
            resources[item.id] = Resource(
                name: name.contains(".") || ending.isEmpty ? name : name + "." + ending, type: item.text("mime"),
                isEncrypted: item.isTrue("encryption_applied") || item.isTrue("encryption_blob_encrypted"))
        case .other: break
        }
    }

    /// The note of a file.
    mutating func entry(_ name: String) -> Result<ForeignNote, ExchangeProblem.Failure> {
        let item: JoplinItem
        do {
            guard let read = try self.item(name) else { return .failure(.init(reason: .malformed)) }
            item = read
        } catch AttachmentFault.unreadable(_, let reason) {
            return .failure(.init(reason: .unreadable(reason)))
        } catch {
            return .failure(.init(reason: .malformed))
        }
        guard !item.isTrue("encryption_applied") else { return .failure(.init(reason: .encrypted)) }
        let created = item.time("user_created_time") ?? item.time("created_time")
        let dates = ["user_created_time", "user_updated_time", "todo_due", "todo_completed", "deleted_time"]
        let badDates = dates.map(item.text).filter { !$0.isEmpty && Int64($0) == nil }.filter {
            ISOTime.timestamp($0, in: .gmt) == nil
        }
        var marks = NoteMarks(notebook: notebook(item.text("parent_id")))
        marks.tags = (noteTags[item.id] ?? []).compactMap { tags[$0] }.filter { !$0.isEmpty }.sorted()
        if item.isTrue("is_todo") {
            marks.todo = Todo(
                due: item.time("todo_due").map { DueTime($0, in: zone) }, doneAt: item.time("todo_completed"))
        }
        marks.others = others(of: item)
        var files = JoplinFiles()
        let body = rewritten(item.body, &files, isHTML: item.text("markup_language") == "2")
        let draft = NoteDraft(
            content: NoteFile.titled(body, item.title), createdAt: created ?? written,
            modifiedAt: item.time("user_updated_time") ?? item.time("updated_time"),
            trashedAt: item.time("deleted_time"), marks: marks, attachments: files.drafts)
        used.formUnion(files.ids)
        var note = ForeignNote(
            draft: draft, problems: files.problems + badDates.map { .badDate($0) }, isDated: created != nil)
        // Links need the numbers only if the titles are not enough.
        if !titles.areClear { note.number = notes.firstIndex(of: name).map { $0 + 1 } }
        return .success(note)
    }

    /// An item; `nil` for a file without one.
    ///
    /// - Throws: The errors of reading the file.
    private func item(_ name: String) throws -> JoplinItem? {
        try String(validating: source.bytes(of: name), as: UTF8.self).flatMap { JoplinItem($0) }
    }

    /// The title in links to a note.
    private static func title(of item: JoplinItem) -> String {
        item.title.isEmpty ? Note.title(of: item.body.withoutOuterLineEnds) : item.title
    }

    private mutating func notebook(_ id: String) -> String {
        if levels.isEmpty { nameLevels() }
        var path: [String] = []
        var next = id
        // Bounded: a folder may be within itself.
        while let folder = folders[next], path.count < 32 {
            path.insert(levels[next] ?? folder.title, at: 0)
            next = folder.parent
        }
        return NotebookName.normal(path.joined(separator: "/"))
    }

    /// Names each notebook; no name has a `/`, and `a/b` and `a-b` stay two.
    private mutating func nameLevels() {
        var known: Set<[String]> = []
        for (id, folder) in folders.sorted(by: { $0.key < $1.key }) {
            let base = folder.title.replacing("/", with: "-")
            var (name, number) = (base, 2)
            // Two of one title are one in other programs too.
            while base != folder.title || folder.title.contains("-"),
                !known.insert([folder.parent, NameKey.of(name)]).inserted
            {
                name = "\(base) \(number)"
                number += 1
            }
            levels[id] = name
        }
    }

    /// The names of the resources that no note names.
    var unused: [String] { resources.filter { !used.contains($0.key) }.map(\.value.name).sorted() }

    /// The origin of a note, which Atrium keeps as properties.
    private func others(of item: JoplinItem) -> String {
        ForeignNote.others([
            ("source", item.text("source_url")), ("author", item.text("author")),
            ("latitude", item.degrees("latitude")), ("longitude", item.degrees("longitude")),
        ])
    }

    /// The text whose addresses of Joplin, `:/` and an id, are titles of notes or names of files.
    ///
    /// - Parameter isHTML: Whether the text is a page of HTML.
    private func rewritten(_ body: String, _ files: inout JoplinFiles, isHTML: Bool) -> String {
        guard body.contains(":/") else { return body }
        var body = body
        if !isHTML {
            let code = CodePlaces(in: body)
            var text = body
            for match in body.matches(of: Self.image).reversed() where !code.contains(match.output.0) {
                // Pictures in HTML, as programs paste them, become pictures in Markdown.
                text.replaceSubrange(match.range, with: "![](:/\(match.output.1))")
            }
            // But for those within blocks of HTML, which have none.
            func count(_ text: String) -> Int {
                References(text).all.count { $0.isShown && $0.spelled.hasPrefix(":/") }
            }
            let pictures = body.matches(of: Self.image).count { !code.contains($0.output.0) }
            if pictures > 0, count(text) == count(body) + pictures { body = text }
        }
        // A picture may be the text of a link.
        body = References(body).replacing({ $0.whole }) { reference in
            guard reference.isAddress, reference.spelled.hasPrefix(":/") else { return nil }
            return link(to: reference.spelled, reference.label, isPicture: reference.isShown, &files)
        }
        return body.replacing(
            HTMLAddresses(in: body).all.compactMap { range, address -> (Range<Int>, String)? in
                guard address.hasPrefix(":/"), !titles.has(Self.id(in: address)) else { return nil }
                return name(of: Self.id(in: address), &files).map { (range, LinkAddress.encoded($0)) }
            })
    }

    private static func id(in address: String) -> String { address.dropFirst(2).prefix(32).lowercased() }

    private func link(to address: String, _ label: String, isPicture: Bool, _ files: inout JoplinFiles) -> String? {
        let id = Self.id(in: address)
        if titles.has(id) { return titles.link(to: id, label, at: address.dropFirst(34)) }
        return name(of: id, &files).map { Attachment.link(to: $0, isPicture: isPicture, label: label) }
    }

    /// The name of a resource as an attachment of the note; `nil` if it has none.
    private func name(of id: String, _ files: inout JoplinFiles) -> String? {
        guard let resource = resources[id] else {
            files.miss(id)
            return nil
        }
        guard !resource.isEncrypted else {
            files.leaveOut(resource.name, id)
            return nil
        }
        return files.name(of: id) {
            AttachmentDraft(named: resource.name, type: resource.type, bytes: try source.bytes(ofResource: id))
        }
    }

    /// Cannot be a constant: a `Regex` is no `Sendable` value.
    private static var image: Regex<(Substring, Substring)> {
        /<img\b[^>]*?\bsrc=["']:\/([0-9A-Fa-f]{32})["'][^>]*>/
    }
}

/// One item of a Joplin export: a title, a text, and fields behind the last empty line.
struct JoplinItem {
    /// The kind of an item in `type_`.
    enum Kind: Int {
        case note = 1
        case folder = 2
        case resource = 4
        case tag = 5
        case noteTag = 6
        /// Anything else: settings, revisions, keys.
        case other = 0
    }

    let kind: Kind
    let title: String
    let body: String
    private let fields: [String: String]

    /// Reads an item; `nil` for any other text.
    init?(_ text: String) {
        let lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        var end = lines.count
        while end > 0, lines[end - 1].allSatisfy(\.isWhitespace) { end -= 1 }
        var start = end
        var fields: [String: String] = [:]
        while start > 0, !lines[start - 1].allSatisfy(\.isWhitespace) {
            start -= 1
            guard let colon = lines[start].firstIndex(of: ":") else { return nil }
            let name = lines[start][..<colon].trimmingCharacters(in: .whitespaces)
            fields[name] = lines[start][lines[start].index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        guard let number = fields["type_"].flatMap({ Int($0) }), fields["id"] != nil else { return nil }
        kind = Kind(rawValue: number) ?? .other
        self.fields = fields
        // The text stands between the title with its empty line, and the empty line before the fields.
        let above = lines[..<max(0, start - 1)]
        title = above.first.map { String($0).trimmingCharacters(in: .whitespaces) } ?? ""
        body = above.dropFirst(2).joined(separator: "\n")
    }

    /// The item’s own number: 32 hexadecimal digits.
    var id: String { text("id") }

    /// The text of a field; empty if it is missing.
    func text(_ name: String) -> String { fields[name] ?? "" }

    /// Whether a field says 1.
    func isTrue(_ name: String) -> Bool { fields[name] == "1" }

    /// A point in time: ISO 8601, or milliseconds since 1970 with 0 for none.
    func time(_ name: String) -> Timestamp? {
        guard let text = fields[name], !text.isEmpty else { return nil }
        if let number = Int64(text) { return number == 0 ? nil : Timestamp(milliseconds: number) }
        return ISOTime.timestamp(text, in: .gmt)
    }

    /// Degrees on the globe, unless they are the zero of a missing place.
    func degrees(_ name: String) -> String? {
        guard let text = fields[name], let value = Double(text), value != 0 else { return nil }
        return text
    }
}

/// The attachments of one note while its text is read.
struct JoplinFiles {
    private(set) var drafts: [AttachmentDraft] = []
    private(set) var problems: [ExchangeProblem.Reason] = []
    private var names: [String: String?] = [:]

    /// The ids of the named resources.
    private(set) var ids: Set<String> = []

    /// Reports a link to neither a note nor a resource.
    mutating func miss(_ id: String) {
        if !problems.contains(.missingFile(":/" + id)) { problems.append(.missingFile(":/" + id)) }
    }

    /// Reports a resource that is encrypted.
    mutating func leaveOut(_ name: String, _ id: String) {
        ids.insert(id)
        if !problems.contains(.encryptedFile(name)) { problems.append(.encryptedFile(name)) }
    }

    /// The name of a resource as an attachment, which is read the first time; `nil` if it cannot be read.
    mutating func name(of id: String, _ read: () throws -> AttachmentDraft) -> String? {
        ids.insert(id)
        if let known = names[id] { return known }
        do {
            var draft = try read()
            draft.name = AttachmentName.free(draft.name, among: drafts.map(\.name))
            drafts.append(draft)
            names[id] = draft.name
            return draft.name
        } catch AttachmentFault.tooLarge(_, let limit) {
            problems.append(.tooLarge(id, limit: limit))
        } catch AttachmentFault.unreadable(_, let reason) where reason != ENOENT {
            problems.append(.unreadableFile(id, reason))
        } catch {
            problems.append(.missingFile(id))
        }
        names[id] = .some(nil)
        return nil
    }
}
