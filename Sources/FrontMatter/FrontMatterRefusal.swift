// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a field cannot be changed without changing anything else.
package struct FrontMatterRefusal: Error, Hashable, Sendable {
    /// What is in the way.
    package enum Reason: Hashable, Sendable {
        /// Other fields refer to the value of this one.
        case referredTo
        /// The field stands there more than once.
        case twice
        /// The block is written in a form that has no line of its own for the field.
        case form
        /// The block is no YAML.
        case notYAML
    }

    /// The name of the field.
    package let field: String
    /// What is in the way.
    package let reason: Reason

    package init(field: String, reason: Reason) {
        self.field = field
        self.reason = reason
    }
}
