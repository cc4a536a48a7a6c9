// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumFrontMatter
package import AtriumSession
import Foundation

/// The fields of a note in front matter: the one reading of it, for imported files and files of a live folder.
///
/// An unreadable field, or one that repeats another, is not understood: it is a property.
package struct NoteFields {
    /// The names for when a note was made, the first one that can be read counts.
    package static let madeNames = ["created", "date", "created-at", "created_at", "date created"]
    /// The names for when it was changed.
    package static let changedNames = ["updated", "modified", "lastmod", "updated-at", "updated_at", "date modified"]
    /// The names of its tags; the first field with tags counts.
    package static let tagNames = ["tags", "tag", "keywords"]
    /// The names of its other names.
    package static let aliasNames = ["aliases", "alias"]
    /// All names that may mean something.
    package static let names = Set(Todo.fieldNames + madeNames + changedNames + tagNames + aliasNames)
        .union(["title", "notebook", "pinned", "trashed", NoteOrigin.numberField])

    /// The fields by their names in lower case.
    package let values: [String: FrontMatterValue]
    private let zone: Zone

    package init(_ values: [String: FrontMatterValue], in zone: Zone) {
        self.values = values
        self.zone = zone
    }

    /// The names of the fields that are understood, for a reader of front matter.
    package static func understood(_ values: [String: FrontMatterValue]) -> Set<String> {
        NoteFields(values, in: .gmt).understood
    }

    /// The names of the fields that are understood.
    package var understood: Set<String> {
        var names = Set([madeName, changedName, present(Self.tagNames), present(Self.aliasNames)].compactMap { $0 })
        if title != nil { names.insert("title") }
        if notebook != nil { names.insert("notebook") }
        if isPinned { names.insert("pinned") }
        if trashed != nil { names.insert("trashed") }
        if number != nil { names.insert(NoteOrigin.numberField) }
        return names.union(Todo.names(in: values, zone))
    }

    /// The title; `nil` for none.
    package var title: String? { single("title").flatMap { NoteNames.title(.text($0)) } }

    /// The names of a note whose file has this path, without its ending.
    package func names(ofFile path: String) -> NoteNames {
        NoteNames(
            path: path, title: title ?? "", aliases: NoteNames.aliases(present(Self.aliasNames).flatMap { values[$0] }))
    }

    /// The time of the note’s creation.
    package var created: Timestamp? { madeName.flatMap(time) }
    /// The time of its last change.
    package var updated: Timestamp? { changedName.flatMap(time) }
    /// The time of its move to the trash.
    package var trashed: Timestamp? { time("trashed") }
    /// The note’s number in the store that exported it.
    package var number: Int? { single(NoteOrigin.numberField).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }
    /// The notebook that the file names itself.
    ///
    /// An empty text means no notebook, whatever folder the file is in.
    package var notebook: String? {
        guard case .text(let text)? = values["notebook"] else { return nil }
        return NotebookName.normal(text)
    }
    /// Whether it stands above others.
    package var isPinned: Bool { single("pinned")?.lowercased() == "true" }

    /// The note’s data beside the text.
    package var marks: NoteMarks {
        NoteMarks(notebook: notebook ?? "", tags: tags, isPinned: isPinned, todo: Todo(values, in: zone))
    }

    /// Tags as a list, or in one text between commas or else between blanks.
    private var tags: [String] {
        let value = present(Self.tagNames).flatMap { values[$0] }
        var texts = value?.list ?? []
        if case .text(let text)? = value {
            texts = text.split(separator: text.contains(",") ? "," : " ").map(String.init)
        }
        return texts.map(Self.tag).filter { !$0.isEmpty }
    }

    /// A tag as a list says it, without the sign before it.
    package static func tag(_ text: String) -> String {
        text.trimmingCharacters(in: .whitespacesAndNewlines).trimmingPrefix("#")
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The field that says when the note was made; `nil` for none.
    package var madeName: String? { Self.madeNames.first { time($0) != nil } }
    /// The field that says when it was changed; `nil` for none.
    package var changedName: String? { Self.changedNames.first { time($0) != nil } }

    /// The first of some fields whose value is texts; `nil` for none.
    package func present(_ names: [String]) -> String? {
        names.first { values[$0].map { !$0.isEmpty && $0 != .nested } ?? false }
    }

    /// The field in which something can be said: the one that says it, or the first in which nothing else stands.
    package func free(_ names: [String], saying present: String?) -> String? {
        present ?? names.first { values[$0]?.isEmpty ?? true }
    }

    /// The date in the field; `nil` if it is not a date.
    package func written(_ name: String) -> WrittenTime? { single(name).flatMap { WrittenTime($0, in: zone) } }

    private func time(_ name: String) -> Timestamp? { written(name)?.timestamp }

    private func single(_ name: String) -> String? {
        guard case .text(let text)? = values[name], !text.allSatisfy(\.isWhitespace) else { return nil }
        return text
    }
}

/// New front matter: the fields of a note beside its properties.
package struct NoteHead {
    private var fields: [(name: String, value: FrontMatterValue)] = []
    private var others: String
    private let properties: [String: FrontMatterValue]
    /// The known properties in another spelling, `Tags`: the fields here take precedence.
    private let variants: Set<String>

    /// - Parameter others: The note’s properties from another program, as in `NoteMarks.others`.
    package init(others: String) {
        self.others = others
        properties = FrontMatter.fields(inOthers: others)
        let understood = NoteFields(properties, in: .gmt).understood
        variants =
            understood.isEmpty
            ? [] : understood.subtracting(FrontMatter.properties(inOthers: others).map(\.name))
    }

    /// Writes a value to the first of some fields that no property takes.
    package mutating func add(_ names: [String], _ value: FrontMatterValue?) {
        guard let value,
            let name = names.first(where: { properties[$0]?.isEmpty ?? true || variants.contains($0) }),
            !names.contains(where: { properties[$0] == value })
        else { return }
        set(name, value)
    }

    /// Writes a value to a field, also in the place of a property with that spelling.
    package mutating func set(_ name: String, _ value: FrontMatterValue?) {
        guard let value else { return }
        fields.append((name, value))
        others = FrontMatter.others(others, without: [name])
    }

    /// Writes the tags, and an empty list if a property would be taken for them.
    package mutating func setTags(_ tags: [String]) {
        let isSaid = NoteFields(properties, in: .gmt).present(NoteFields.tagNames) != nil
        if !tags.isEmpty { add(NoteFields.tagNames, .list(tags)) } else if isSaid { add(["tags"], .list([])) }
    }

    /// Writes the task; removes a property that would add to it.
    package mutating func setTodo(_ todo: Todo?) {
        guard let todo else { return }
        let own = Dictionary(todo.fields.map { ($0.name, $0.value.read) }) { $1 }
        let stray = Todo.names(in: properties.merging(own) { $1 }, .gmt).subtracting(own.keys)
        let spelled = FrontMatter.properties(inOthers: others).map(\.name).filter { stray.contains($0.lowercased()) }
        others = FrontMatter.others(others, without: Set(spelled))
        for (name, value) in todo.fields { set(name, value) }
    }

    /// The front matter of a note for an editor: without its notebook and the store’s counts.
    package init(editing note: Note) {
        self.init(others: note.marks.others)
        // Another date property would be taken for this one.
        if NoteFields(properties, in: .gmt).madeName != nil {
            add(NoteFields.madeNames, ISOTime.text(note.createdAt).map { .plain($0) })
        }
        addFields(of: note)
    }

    /// Writes the note’s fields if a property in another spelling would be taken for one.
    package mutating func addFieldsBesideVariants(of note: Note) { if !variants.isEmpty { addFields(of: note) } }

    private mutating func addFields(of note: Note) {
        if !note.names.title.isEmpty { add(["title"], .text(note.names.title)) }
        if !note.names.aliases.isEmpty { add(NoteFields.aliasNames, .list(note.names.aliases)) }
        setTags(note.marks.tags)
        if note.marks.isPinned { set("pinned", .plain("true")) }
        setTodo(note.marks.todo)
    }

    package var block: String { FrontMatter.block(fields, others: others) }
}

extension NoteNames {
    /// The value of a field `title`; `nil` for none.
    package static func title(_ value: FrontMatterValue?) -> String? {
        // A name is a line, however many its value is written on.
        value?.text.flatMap { text in
            let words = text.split(whereSeparator: \.isNewline).map { $0.trimmingPrefix(while: \.isWhitespace) }
            let line = words.filter { !$0.isEmpty }.joined(separator: " ")
            return line.allSatisfy(\.isWhitespace) ? nil : line
        }
    }

    /// The names in a field `aliases`: a list, or one text with commas.
    package static func aliases(_ value: FrontMatterValue?) -> [String] {
        let names =
            if case .text(let text)? = value { text.split(separator: ",").map(String.init) } else { value?.list ?? [] }
        return names.map { name in
            String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()).replacing("\n", with: " ")
        }.filter { !$0.isEmpty }
    }

    /// The names in a field `aliases` of YAML that another program has written.
    static func aliases(inOthers yaml: String) -> [String] {
        NoteFields(FrontMatter.fields(inOthers: yaml), in: .gmt).names(ofFile: "").aliases
    }
}

/// A task as front matter has it: `due: 2026-01-31T15:00`, `repeat: every 2 weeks`, and in `completed` when it was done
/// before.
extension Todo {
    package static let fieldNames = ["todo", "due", "done", "repeat", "completed"]

    /// The task in the fields; `nil` for none.
    package init?(_ fields: [String: FrontMatterValue], in zone: Zone) {
        let names = Self.names(in: fields, zone)
        guard names.contains("todo") || names.contains("due") else { return nil }
        func text(_ name: String) -> String? { names.contains(name) ? fields[name]?.text : nil }
        self.init(
            due: text("due").flatMap { DueTime($0, in: zone) },
            doneAt: text("done").flatMap { WrittenTime($0, in: zone)?.timestamp },
            recurrence: text("repeat").flatMap(Recurrence.init),
            completions: names.contains("completed")
                ? (fields["completed"]?.list ?? []).compactMap { ISOTime.timestamp($0, in: zone) } : [])
    }

    /// The fields that say it.
    package var fields: [(name: String, value: FrontMatterValue)] {
        var fields: [(name: String, value: FrontMatterValue)] = [("todo", .text(doneAt == nil ? "open" : "done"))]
        if let due { fields.append(("due", .plain(due.text))) }
        if let done = doneAt.flatMap(ISOTime.text) { fields.append(("done", .plain(done))) }
        if let recurrence { fields.append(("repeat", .text(recurrence.text))) }
        if !completions.isEmpty { fields.append(("completed", .list(completions.compactMap(ISOTime.text)))) }
        return fields
    }

    /// The names of the fields that say something of a task; the others are another program’s.
    package static func names(in fields: [String: FrontMatterValue], _ zone: Zone) -> Set<String> {
        var names: Set<String> = []
        func text(_ name: String) -> String? { if case .text(let text)? = fields[name] { text } else { nil } }
        if let word = text("todo")?.lowercased(), ["open", "done", "true", "yes"].contains(word) {
            names.insert("todo")
        }
        if text("due").flatMap({ DueTime($0, in: zone) }) != nil { names.insert("due") }
        guard !names.isEmpty else { return [] }
        if text("done").flatMap({ WrittenTime($0, in: zone) }) != nil { names.insert("done") }
        if text("repeat").flatMap(Recurrence.init) != nil { names.insert("repeat") }
        // A date alone may be what another program calls so.
        let isList = if case .list? = fields["completed"] { true } else { names.contains("repeat") }
        let times = fields["completed"]?.list ?? []
        if isList, !times.isEmpty, times.allSatisfy({ ISOTime.timestamp($0, in: zone) != nil }) {
            names.insert("completed")
        }
        return names
    }
}
