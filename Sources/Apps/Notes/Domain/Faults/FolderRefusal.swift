// SPDX-License-Identifier: GPL-3.0-or-later

/// A note’s file cannot say what the note is to be; both are as they were.
package struct FolderRefusal: Error, Hashable, Sendable {
    /// Why not.
    package enum Reason: Hashable, Sendable {
        /// Other fields of its front matter refer to the one that would change.
        case referredTo
        /// The field stands in its front matter more than once.
        case twice
        /// Its front matter is written in a form in which no field can be changed by itself.
        case form
        /// Its front matter is no YAML.
        case notYAML
    }

    /// The file’s name below the folder.
    package let file: String
    /// The field that would change.
    package let field: String
    /// Why it cannot.
    package let reason: Reason

    package init(file: String, field: String, reason: Reason) {
        self.file = file
        self.field = field
        self.reason = reason
    }
}
