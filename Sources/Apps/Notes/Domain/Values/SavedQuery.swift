// SPDX-License-Identifier: GPL-3.0-or-later

/// A query with a name.
package struct SavedQuery: Hashable, Sendable {
    /// The name.
    package let name: String
    /// The query, as it was typed.
    package let query: String

    package init(name: String, query: String) {
        self.name = name
        self.query = query
    }
}
