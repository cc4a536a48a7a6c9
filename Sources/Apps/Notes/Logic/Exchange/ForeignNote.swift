// SPDX-License-Identifier: GPL-3.0-or-later

import FrontMatter
import NotesDomain

/// A note as another program has written it, before it is kept.
struct ForeignNote {
    /// The note.
    var draft: NoteDraft
    /// What is wrong with it.
    var problems: [ExchangeProblem.Reason] = []
    /// Whether the source says when it was made.
    ///
    /// If not, the draft has the time of its file, by which nobody can know it again.
    var isDated = true
    /// The line on which it begins; nil where no line is meant.
    var line: Int?

    /// Fields that mean nothing here, as front matter keeps them; those without a value are left out.
    static func others(_ fields: [(name: String, value: String?)]) -> String {
        let present = fields.compactMap { field in
            field.value.flatMap { $0.isEmpty ? nil : (name: field.name, value: FrontMatterValue(untyped: $0)) }
        }
        guard !present.isEmpty else { return "" }
        return (try? FrontMatter(reading: FrontMatter.block(present), knowing: { _ in [] }))?.others ?? ""
    }
}
