// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFrontMatter
import AtriumSession
import Foundation
import NotesLogic

/// The layout of a note’s file: the bytes around its text.
///
/// A file is a block of front matter or none, blank lines, the text, and the end of its last line. Its name is the note’s;
/// the front matter may give it others.
struct FolderPage: Hashable, Sendable {
    /// The block of front matter, with what marks the file as UTF-8 before it; empty for none.
    var head: String
    /// The bytes between the block and the text.
    var lead: String
    /// The bytes after the text.
    var tail: String

    private static let mark = "\u{FEFF}"
}

extension FolderPage {
    /// The page of a note that is written for the first time.
    ///
    /// It contains the note’s number, so that links by number lead to it in a copy of the folder, which lacks the
    /// index.
    ///
    /// - Parameter isOutline: Whether its text itself contains all its data.
    init(for note: Note, isOutline: Bool = false) {
        guard !isOutline else {
            self.init(head: "", lead: "", tail: "\n")
            return
        }
        var head = NoteHead(others: note.marks.others)
        head.set(NoteOrigin.numberField, .plain(String(note.id)))
        head.add(NoteFields.madeNames, ISOTime.text(note.createdAt).map { .plain($0) })
        head.addFieldsBesideVariants(of: note)
        let end = note.content.lineEnd
        self.init(head: head.block.replacing("\n", with: end), lead: "", tail: end)
    }

    /// Parses a file: its layout, the note, and the number that the note had in the store that exported it.
    ///
    /// A block of invalid YAML stays in the text, so that nothing is lost.
    ///
    /// - Parameters:
    ///   - name: The file’s name below the folder: gives the note’s name and the notebook.
    ///   - written: The time of the file’s last write, for one that does not state the note’s creation.
    ///   - graph: The layout of the folder, if it is a Logseq graph: a page without front matter has its data in its
    ///     text.
    static func reading(
        _ text: String, name: String, written: Timestamp, graph: LogseqFolder? = nil, in zone: Zone
    ) -> (page: FolderPage, draft: NoteDraft, number: Int?) {
        let start = text.hasPrefix(mark) ? mark : ""
        let whole = start.isEmpty ? text : String(text.unicodeScalars.dropFirst())
        let block = block(of: whole)
        let fields = NoteFields(block?.fields ?? [:], in: zone)
        let body = Array((block?.rest ?? whole).utf8)
        let from = body.firstIndex { !isLineEnd($0) } ?? body.endIndex
        let to = body.lastIndex { !isLineEnd($0) }.map { $0 + 1 } ?? from
        func part(_ range: Range<Int>) -> String { String(decoding: body[range], as: UTF8.self) }
        let content = part(from..<to)
        var marks = fields.marks
        marks.others = block?.others ?? ""
        if fields.notebook == nil { marks.notebook = FilePath(name).folder }
        let page = FolderPage(
            head: start + (block?.text ?? ""), lead: part(0..<from), tail: part(to..<body.count))
        var created = fields.created
        if let graph {
            if page.hasNoBlock {
                let outline = OutlinePage(content, in: zone)
                marks = outline.marks(inFolder: FilePath(name).folder, doneAt: written)
                created = outline.created
            } else if marks.todo == nil {
                marks.todo = TaskMarkers(content).todo(doneAt: written)
            }
            created = created ?? graph.day(ofJournal: name)?.start(in: zone)
        }
        var names = fields.names(ofFile: FilePath(name).withoutEnding)
        if graph != nil, names.title.isEmpty { names.title = LogseqName.title(ofFile: names.name) }
        let draft = NoteDraft(
            content: content, createdAt: created ?? written, modifiedAt: fields.updated,
            trashedAt: fields.trashed, marks: marks, names: names)
        return (page, draft, fields.number)
    }

    /// The front matter and the text of a file that another program has saved; `nil` if it is not text.
    static func saved(
        _ file: ReadFile, at path: String, graph: LogseqFolder?, in zone: Zone
    ) -> (head: String, content: String)? {
        guard case .success(let bytes) = file.bytes, let text = String(validating: bytes, as: UTF8.self) else {
            return nil
        }
        let (page, draft, _) = reading(text, name: path, written: file.stamp.time, graph: graph, in: zone)
        return (page.head, draft.content)
    }

    /// The number of a note in the store that exported it, as its file states it.
    static func number(in bytes: [UInt8], _ zone: Zone) -> Int? {
        // Most files say none.
        let block = bytes.prefix(1 << 14)
        guard block.starts(with: "---".utf8) || block.starts(with: "+++".utf8) || block.starts(with: mark.utf8),
            String(decoding: block, as: UTF8.self).lowercased().contains(NoteOrigin.numberField),
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        return reading(text, name: "", written: Timestamp(milliseconds: 0), in: zone).number
    }

    private static func block(of text: String) -> FrontMatterBlock? {
        (try? FrontMatterBlock(of: text, knowing: NoteFields.understood)) ?? nil
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}

// MARK: - Writing

extension FolderPage {
    /// The file’s text for a note, and the resulting page.
    ///
    /// - Parameters:
    ///   - path: The file’s name, whose folder is the notebook unless a field names another.
    ///   - isEdited: Whether the text is new; the field for the time of change is written only then.
    ///   - isRedated: Whether the time of creation is changed.
    ///   - isOutline: Whether the text itself contains all its data.
    /// - Throws: `FrontMatterRefusal` if the front matter cannot represent the note.
    func writing(
        _ note: Note, path: String, isEdited: Bool = false, isRedated: Bool = false, isOutline: Bool = false,
        in zone: Zone
    ) throws(FrontMatterRefusal)
        -> (page: FolderPage, text: String)
    {
        var page = self
        if !isOutline {
            page.head = try head(for: note, path: path, isEdited: isEdited, isRedated: isRedated, in: zone)
        }
        let text = page.lead + note.content
        // A text that would be read as a block of its own follows an empty one.
        if page.hasNoBlock, (try? FrontMatterBlock(of: text + page.tail)) ?? nil != nil {
            page.head += FrontMatterBlock.empty(end: text.lineEnd)
        }
        return (page, page.head + text + page.tail)
    }

    private func head(for note: Note, path: String, isEdited: Bool, isRedated: Bool, in zone: Zone)
        throws(FrontMatterRefusal) -> String
    {
        let start = head.hasPrefix(Self.mark) ? Self.mark : ""
        let written = Self.block(of: start.isEmpty ? head : String(head.unicodeScalars.dropFirst()))
        let block = try written?.saying(others: note.marks.others, knowing: NoteFields.understood)
        let fields = NoteFields(block?.fields ?? [:], in: zone)
        let changes = fields.changes(to: note, path: path) + (isRedated ? fields.change(made: note.createdAt) : [])
        let time = isEdited ? fields.change(to: note.modifiedAt) : []
        guard !changes.isEmpty || !time.isEmpty else { return block.map { start + $0.text } ?? head }
        guard block != nil || !isBroken(note.content) else {
            throw FrontMatterRefusal(field: changes.first?.name ?? "", reason: .notYAML)
        }
        let empty = FrontMatterBlock.empty(end: (lead + note.content + tail).lineEnd)
        guard let base = block ?? ((try? FrontMatterBlock(of: empty)) ?? nil) else { return head }
        if !time.isEmpty, let block = try? base.setting(changes + time) { return start + block.text }
        guard !changes.isEmpty else { return start + base.text }
        let new = try base.setting(changes).text
        // An empty block is removed, if the text below does not begin as one does.
        let isEmpty = ["---\n---\n", "---\ntags: []\n---\n"].contains(new.replacing("\r\n", with: "\n"))
        let needsNone = isEmpty && (try? FrontMatterBlock(of: lead + note.content + tail)) == .some(nil)
        return needsNone ? start : start + new
    }

    /// Whether nothing stands above the text but what marks a file as UTF-8.
    var hasNoBlock: Bool { head.isEmpty || head == Self.mark }

    /// The properties in the front matter.
    var others: String { Self.block(of: head.replacing(Self.mark, with: ""))?.others ?? "" }

    /// The fields of the front matter.
    func fields(in zone: Zone) -> NoteFields {
        let block = (try? FrontMatterBlock(of: head.replacing(Self.mark, with: ""))) ?? nil
        return NoteFields(block?.fields ?? [:], in: zone)
    }

    /// Whether a text begins with a block that cannot be read: another one above it would take its place.
    private func isBroken(_ content: String) -> Bool {
        guard hasNoBlock else { return false }
        do { _ = try FrontMatterBlock(of: lead + content + tail) } catch { return true }
        return false
    }
}

/// The data of a note in a Logseq page: the properties above its text, and the markers of its tasks.
struct OutlinePage {
    private let text: String
    private let properties: PageProperties
    private let zone: Zone

    init(_ text: String, in zone: Zone) {
        self.text = text
        self.zone = zone
        properties = PageProperties(text)
    }

    /// The properties that Logseq keeps for itself.
    private static let hidden: Set<String> = ["id", "collapsed", made, "updated-at"]
    /// Its name for when a page was made, in milliseconds since 1970.
    private static let made = "created-at"
    private static let known = NoteFields.names.union(hidden)

    /// The notebook that the page names itself.
    var notebook: String? { properties["notebook"].map(NotebookName.normal) }

    /// The time of the page’s creation, if the page states it.
    var created: Timestamp? { properties[Self.made].flatMap { Int64($0) }.map(Timestamp.init(milliseconds:)) }

    /// The data beside the text.
    ///
    /// - Parameters:
    ///   - folder: The folder of the file: the notebook, unless the page names one.
    ///   - doneAt: The time of completion, for a page with only finished tasks.
    func marks(inFolder folder: String, doneAt: Timestamp) -> NoteMarks {
        var known: Set<String> = []
        let others = properties.all.filter { !Self.known.contains($0.name) && known.insert($0.name).inserted }
        known = []
        return NoteMarks(
            notebook: notebook ?? folder,
            tags: properties.list("tags").filter { known.insert(NameKey.of($0)).inserted },
            isPinned: properties["pinned"] == "true",
            todo: Todo(fields, in: zone) ?? TaskMarkers(text).todo(doneAt: doneAt),
            others: others.map { FrontMatter.line($0.name, FrontMatterValue(untyped: $0.value)) }.joined())
    }

    /// The task fields of the properties.
    private var fields: [String: FrontMatterValue] {
        var fields: [String: FrontMatterValue] = [:]
        for name in Todo.fieldNames {
            guard let value = properties[name] else { continue }
            fields[name] = name == "completed" ? .list(properties.list(name)) : .text(value)
        }
        return fields
    }
}

// MARK: - Writing

extension OutlinePage {
    /// The text with the note’s present data; nothing else of it changes.
    ///
    /// - Parameters:
    ///   - old: The former data beside the text.
    ///   - created: The time of the note’s creation, if it is to be written.
    ///   - title: The title of the page, if the page states one itself.
    func saying(
        _ note: Note, since old: NoteMarks, inFolder folder: String, created: Timestamp?, title: String?
    ) -> String {
        var text = text
        func set(_ name: String, _ value: String?) { text = PageProperties(text).setting(name, to: value) }
        let tags = PageProperties(text).list("tags")
        func has(_ tag: String, in tags: [String]) -> Bool { tags.contains { NameKey.of($0) == NameKey.of(tag) } }
        let gone = old.tags.filter { !has($0, in: note.marks.tags) && has($0, in: tags) }
        let new = note.marks.tags.filter { !has($0, in: old.tags) && !has($0, in: tags) }
        text = PageProperties(text).changing("tags", removing: gone, adding: new)
        if let title, properties["title"] != nil { set("title", title) }
        if note.marks.isPinned != old.isPinned { set("pinned", note.marks.isPinned ? "true" : nil) }
        let doneAt = note.marks.todo?.doneAt ?? note.modifiedAt
        if note.marks.todo != old.todo, note.marks.todo != marks(inFolder: folder, doneAt: doneAt).todo {
            for (name, value) in changes(to: note.marks.todo) { set(name, value) }
        }
        if (notebook ?? folder) != note.marks.notebook {
            set("notebook", note.marks.notebook == folder ? nil : note.marks.notebook)
        }
        if let created { set(Self.made, String(created.milliseconds)) }
        // The properties from another program, of a note that comes from elsewhere.
        guard old.others.isEmpty, !note.marks.others.isEmpty else { return text }
        for (name, values) in note.properties where !values.isEmpty {
            let name = name.replacing(" ", with: "-")
            let value = values.joined(separator: ", ")
            guard PageProperties(text)[name.lowercased()] == nil, !value.contains(where: \.isNewline),
                PageProperties.property(of: "\(name):: \(value)") != nil
            else { continue }
            set(name, value)
        }
        return text
    }

    private func changes(to todo: Todo?) -> [(name: String, value: String?)] {
        let said = Todo(fields, in: zone)?.fields ?? []
        let now = todo?.fields ?? []
        return Todo.fieldNames.compactMap { name in
            let value = now.first { $0.name == name }?.value
            guard value != said.first(where: { $0.name == name })?.value else { return nil }
            return (name, value?.list.joined(separator: ", "))
        }
    }
}

/// The changes of a file’s fields that make them represent its note.
extension NoteFields {
    /// The fields that must change; a field that says it already stays as it is.
    ///
    /// - Parameter path: The file’s name.
    func changes(to note: Note, path: String) -> [(name: String, value: FrontMatterValue?)] {
        let folder = FilePath(path).folder
        var changes: [(name: String, value: FrontMatterValue?)] = []
        func set(_ name: String?, _ value: FrontMatterValue?) {
            if let name, value != nil || values[name] != nil { changes.append((name, value)) }
        }
        // A note that is written for the first time may have no name of its own.
        if !note.names.isEmpty {
            let names = names(ofFile: FilePath(path).withoutEnding)
            // The name of a page of Logseq’s is that of its file.
            let isPage = names.title.isEmpty && note.names.title == LogseqName.title(ofFile: note.names.name)
            if names.title != note.names.title, !isPage, values["title"] != .nested {
                set("title", note.names.title.isEmpty ? nil : .text(note.names.title))
            }
            if names.aliases != note.names.aliases {
                let name = free(Self.aliasNames, saying: present(Self.aliasNames))
                set(name, note.names.aliases.isEmpty ? nil : .list(note.names.aliases))
            }
        }
        if (notebook ?? folder) != note.marks.notebook {
            set("notebook", note.marks.notebook == folder ? nil : .text(note.marks.notebook))
        }
        if marks.tags != note.marks.tags, let name = free(Self.tagNames, saying: present(Self.tagNames)) {
            // Those that stay are spelled as they were, with a sign before them or without.
            let tags = note.marks.tags.map { tag in values[name]?.list.first { Self.tag($0) == tag } ?? tag }
            if !tags.isEmpty || values[name] != nil { set(name, .list(tags)) }
        }
        if isPinned != note.marks.isPinned { set("pinned", note.marks.isPinned ? .plain("true") : nil) }
        if marks.todo != note.marks.todo {
            let (before, now) = (marks.todo?.fields ?? [], note.marks.todo?.fields ?? [])
            for name in Todo.fieldNames {
                let value = now.first { $0.name == name }?.value
                // A field with the same meaning in another form stays, and so does another program’s.
                guard value != before.first(where: { $0.name == name })?.value || value != nil && values[name] == nil,
                    value != nil || understood.contains(name)
                else { continue }
                set(name, value)
            }
        }
        if trashed != note.trashedAt { set("trashed", note.trashedAt.flatMap(ISOTime.text).map { .plain($0) }) }
        return changes
    }

    /// The field that says when the note was made, in the form that it has if that can say it.
    func change(made time: Timestamp) -> [(name: String, value: FrontMatterValue?)] {
        guard created != time, let name = free(Self.madeNames, saying: madeName) else { return [] }
        let text = written(name).map { ($0, $0.text(of: time)) }
        let isExact = text.map { $0.0.reads($0.1, as: time) } ?? false
        return [(name, (isExact ? text?.1 : ISOTime.text(time)).map { .plain($0) })]
    }

    /// The field for the time of the note’s change, in a file that has one.
    func change(to time: Timestamp) -> [(name: String, value: FrontMatterValue?)] {
        guard let name = changedName, let written = written(name) else { return [] }
        let text = written.text(of: time)
        return values[name]?.text == text ? [] : [(name, .plain(text))]
    }
}
