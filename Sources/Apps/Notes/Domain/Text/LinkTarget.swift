// SPDX-License-Identifier: GPL-3.0-or-later

/// What a link in a note points at.
package enum LinkTarget: Hashable, Sendable {
    /// The note of this title: `[[title]]`.
    case title(String)
    /// The note of this number: `note:12`.
    case number(Int)

    /// The note that is called so in a link; the signs of a heading are no part of a title.
    package init(titled name: Substring) { self = .title(Note.title(of: String(name))) }
}
