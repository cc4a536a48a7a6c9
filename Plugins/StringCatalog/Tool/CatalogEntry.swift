// SPDX-License-Identifier: GPL-3.0-or-later

/// A text of a catalog, complete and checked: one Swift member.
struct CatalogEntry: Equatable {
    /// The dotted key, as in `note.added`.
    let key: String
    /// The line of the key, counted from one.
    let line: Int
    /// The Swift member, as in `noteAdded`.
    let name: String
    /// The comment for translators, without the lines of arguments, code and cases.
    let comment: String
    /// The code of the fault whose sentence it is; `nil` if it follows from the key.
    let code: String?
    /// The cases whose sentence it is.
    let cases: [CatalogCase]
    /// The arguments' names, or `nil` if they have none and so no labels.
    let argumentNames: [String]?
    /// The arguments' kinds, the same in every language.
    let arguments: [ArgumentKind]
    /// The positions of numbers of things, which are written with separators.
    let counts: Set<Int>
    /// The text in every language.
    let translations: [TextLanguage: Translation]
}
