// SPDX-License-Identifier: GPL-3.0-or-later

/// A place where nobody’s notes are meant to be: a store of files takes in every Markdown file below it.
package enum StorePlace: Hashable, Sendable {
    /// The file system’s root.
    case root
    /// A folder of the system’s own, such as `/etc`.
    case system
    /// The user’s home folder itself.
    case home
    /// The folder in which everything else is kept, or one in it.
    case ours
}
