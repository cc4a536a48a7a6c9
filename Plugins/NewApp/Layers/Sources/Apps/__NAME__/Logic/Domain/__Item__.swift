// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession

/// One of the things that the app keeps.
package struct __Item__: Codable, Hashable, Sendable, Identifiable {
    /// The short number that lists show; no other __thing__ of its owner ever has it.
    package let id: Int
    /// The name that its owner knows: one line, never empty.
    package let title: String
    /// The time when it was added.
    package let addedAt: Timestamp
    /// Whether it is done.
    package let isDone: Bool

    /// __A_thing__ of these facts.
    package init(id: Int, title: String, addedAt: Timestamp, isDone: Bool = false) {
        self.id = id
        self.title = title
        self.addedAt = addedAt
        self.isDone = isDone
    }

    /// The same, done or not.
    package func done(_ isDone: Bool) -> __Item__ { __Item__(id: id, title: title, addedAt: addedAt, isDone: isDone) }

    /// The title that a user means by this text: one line, with one blank between words.
    ///
    /// - Throws: `__NAME__Fault.emptyTitle`.
    package static func title(typed: String) throws(__NAME__Fault) -> String {
        let words = typed.split(whereSeparator: \.isWhitespace)
        guard !words.isEmpty else { throw .emptyTitle }
        return words.joined(separator: " ")
    }
}
