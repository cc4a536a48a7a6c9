// SPDX-License-Identifier: GPL-3.0-or-later

package import FrontMatter
package import NotesDomain
package import Session

/// A task as front matter has it: `due: 2026-01-31T15:00`, `repeat: every 2 weeks`, and in `completed` when it was done
/// before.
extension Todo {
    /// The names of the fields.
    package static let fieldNames: Set<String> = ["todo", "due", "done", "repeat", "completed"]

    /// What fields say; nil for no task.
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
