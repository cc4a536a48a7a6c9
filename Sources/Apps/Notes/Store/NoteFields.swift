// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
package import FrontMatter
package import NotesDomain
package import Session

/// What front matter says of a note: the one reading of it, for files that are imported and files of a live folder.
///
/// A field that cannot be read, or that says again what another one says, is not understood: it is a property.
package struct NoteFields {
    /// The names for when a note was made, the first one that can be read counts.
    package static let madeNames = ["created", "date", "created-at", "created_at", "date created"]
    /// The names for when it was changed.
    package static let changedNames = ["updated", "modified", "lastmod", "updated-at", "updated_at", "date modified"]
    /// The names of its tags; the first one that has some counts.
    package static let tagNames = ["tags", "tag", "keywords"]
    /// The names of its other names.
    package static let aliasNames = ["aliases", "alias"]
    /// All names that may mean something.
    package static let names = Todo.fieldNames.union(madeNames + changedNames + tagNames + aliasNames)
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

    /// The title; nil for none.
    package var title: String? { single("title").flatMap { NoteNames.title(.text($0)) } }

    /// The names of a note whose file has this path, without its ending.
    package func names(ofFile path: String) -> NoteNames {
        NoteNames(
            path: path, title: title ?? "", aliases: NoteNames.aliases(present(Self.aliasNames).flatMap { values[$0] }))
    }

    /// When the note was made.
    package var created: Timestamp? { madeName.flatMap(time) }
    /// When it was changed.
    package var updated: Timestamp? { changedName.flatMap(time) }
    /// When it went to the trash.
    package var trashed: Timestamp? { time("trashed") }
    /// The number that it had where it was exported.
    package var number: Int? { single(NoteOrigin.numberField).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }
    /// The notebook that the file names itself.
    package var notebook: String? { single("notebook").map(NotebookName.normal) }
    /// Whether it stands above others.
    package var isPinned: Bool { single("pinned")?.lowercased() == "true" }

    /// What is kept beside the text.
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

    /// The field that says when the note was made; nil for none.
    package var madeName: String? { Self.madeNames.first { time($0) != nil } }
    /// The field that says when it was changed; nil for none.
    package var changedName: String? { Self.changedNames.first { time($0) != nil } }

    /// The first of some fields whose value is texts; nil for none.
    package func present(_ names: [String]) -> String? {
        names.first { values[$0].map { !$0.isEmpty && $0 != .nested } ?? false }
    }

    /// The field in which something can be said: the one that says it, or the first in which nothing else stands.
    package func free(_ names: [String], saying present: String?) -> String? {
        present ?? names.first { values[$0]?.isEmpty ?? true }
    }

    /// A date as the field has it; nil for what is no date.
    package func written(_ name: String) -> WrittenTime? { single(name).flatMap { WrittenTime($0, in: zone) } }

    private func time(_ name: String) -> Timestamp? { written(name)?.timestamp }

    private func single(_ name: String) -> String? {
        guard case .text(let text)? = values[name], !text.allSatisfy(\.isWhitespace) else { return nil }
        return text
    }
}
