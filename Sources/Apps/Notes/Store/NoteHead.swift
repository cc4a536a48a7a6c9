// SPDX-License-Identifier: GPL-3.0-or-later

package import FrontMatter
package import NotesDomain
import Session

/// A block of front matter that is written for the first time: the fields of a note beside its properties.
package struct NoteHead {
    private var fields: [(name: String, value: FrontMatterValue)] = []
    private var others: String
    private let properties: [String: FrontMatterValue]

    /// - Parameter others: What another program says of the note, as `NoteMarks.others` has it.
    package init(others: String) {
        self.others = others
        properties = FrontMatter.fields(inOthers: others)
    }

    /// Says something in the first of some fields that no property takes.
    package mutating func add(_ names: [String], _ value: FrontMatterValue?) {
        guard let value, let name = names.first(where: { properties[$0]?.isEmpty ?? true }),
            !names.contains(where: { properties[$0] == value })
        else { return }
        set(name, value)
    }

    /// Says something in a field, also in the place of a property.
    package mutating func set(_ name: String, _ value: FrontMatterValue?) {
        guard let value else { return }
        fields.append((name, value))
        others = FrontMatter.others(others, without: [name])
    }

    /// Says the tags, and that there are none if a property would be taken for them.
    package mutating func setTags(_ tags: [String]) {
        let isSaid = NoteFields(properties, in: .gmt).present(NoteFields.tagNames) != nil
        if !tags.isEmpty { add(NoteFields.tagNames, .list(tags)) } else if isSaid { add(["tags"], .list([])) }
    }

    /// Says what there is to do; a property that would say more of the task gives way.
    package mutating func setTodo(_ todo: Todo?) {
        guard let todo else { return }
        let own = Dictionary(todo.fields.map { ($0.name, $0.value.read) }) { $1 }
        let stray = Todo.names(in: properties.merging(own) { $1 }, .gmt).subtracting(own.keys)
        others = FrontMatter.others(others, without: stray)
        for (name, value) in todo.fields { set(name, value) }
    }

    /// What front matter says of a note for an editor: neither its notebook nor what the store counts.
    package init(editing note: Note) {
        self.init(others: note.marks.others)
        // A property that is a date too would be taken for this one.
        if NoteFields(properties, in: .gmt).madeName != nil {
            add(NoteFields.madeNames, ISOTime.text(note.createdAt).map { .plain($0) })
        }
        if !note.names.title.isEmpty { add(["title"], .text(note.names.title)) }
        if !note.names.aliases.isEmpty { add(NoteFields.aliasNames, .list(note.names.aliases)) }
        setTags(note.marks.tags)
        if note.marks.isPinned { set("pinned", .plain("true")) }
        setTodo(note.marks.todo)
    }

    /// The block.
    package var block: String { FrontMatter.block(fields, others: others) }
}
