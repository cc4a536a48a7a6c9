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
        guard fields["todo"] != nil || fields["due"] != nil else { return nil }
        let foreign = Self.foreignNames(in: fields)
        self.init(
            due: fields["due"]?.text.flatMap { DueTime($0, in: zone) },
            doneAt: fields["done"]?.text.flatMap { ISOTime.timestamp($0, in: zone) },
            recurrence: foreign.contains("repeat") ? nil : fields["repeat"]?.text.flatMap(Recurrence.init),
            completions: foreign.contains("completed")
                ? [] : (fields["completed"]?.list ?? []).compactMap { ISOTime.timestamp($0, in: zone) })
    }

    /// The fields that say it.
    package var fields: [(name: String, value: FrontMatterValue)] {
        var fields: [(name: String, value: FrontMatterValue)] = [("todo", .text(doneAt == nil ? "open" : "done"))]
        if let due { fields.append(("due", .text(due.text))) }
        if let done = doneAt.flatMap(ISOTime.text) { fields.append(("done", .text(done))) }
        if let recurrence { fields.append(("repeat", .text(recurrence.text))) }
        if !completions.isEmpty { fields.append(("completed", .list(completions.compactMap(ISOTime.text)))) }
        return fields
    }

    /// The names of those fields that are another program’s here: they say something else.
    package static func foreignNames(in fields: [String: FrontMatterValue]) -> Set<String> {
        var names: Set<String> = []
        if fields["repeat"]?.text.flatMap(Recurrence.init) == nil || fields["due"] == nil && fields["todo"] == nil {
            names.insert("repeat")
        }
        // A date alone may be what another program calls so.
        let isList = if case .list? = fields["completed"] { true } else { !names.contains("repeat") }
        let times = fields["completed"]?.list ?? []
        if !isList || times.isEmpty || times.contains(where: { ISOTime.timestamp($0, in: .gmt) == nil })
            || fields["due"] == nil && fields["todo"] == nil
        {
            names.insert("completed")
        }
        return names
    }
}
