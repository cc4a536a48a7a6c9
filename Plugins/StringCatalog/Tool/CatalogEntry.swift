// SPDX-License-Identifier: GPL-3.0-or-later

/// A text of a catalog, complete and checked: one Swift member.
struct CatalogEntry: Equatable {
    /// The dotted key, as in `note.added`.
    let key: String
    /// The line of the key, counted from one.
    let line: Int
    /// The Swift member, as in `noteAdded`.
    let name: String
    /// What translators are told, without the line that names the arguments.
    let comment: String
    /// The arguments' names, or nil where they have none and so no labels.
    let argumentNames: [String]?
    /// The arguments' kinds, the same in every language.
    let arguments: [ArgumentKind]
    /// The text in every language.
    let translations: [TextLanguage: Translation]
}
