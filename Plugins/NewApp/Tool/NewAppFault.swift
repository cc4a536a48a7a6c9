// SPDX-License-Identifier: GPL-3.0-or-later

/// Why no app is made; nothing is there then that was not there before.
enum NewAppFault: Error, Equatable {
    /// What has a name already that the new app needs.
    enum Owner: Equatable {
        /// A module of this package or of one that it depends on, or of Swift.
        case module
        /// A type that the sources of this package declare.
        case type
        /// An app, as its id.
        case app
    }

    /// Not one name was given, but these words.
    case notOneName([String])
    /// The name is a word of Swift.
    case keyword(String)
    /// The name is not made of ASCII letters, the first a capital.
    case notAName(String)
    /// The name of the app’s items is not made of ASCII letters, the first a capital, or is a word of Swift.
    case notAnItem(String)
    /// An option that does not exist, or has no value.
    case option(String)
    /// The manifest has no list of small apps.
    case noSmallList(path: String)
    /// The name has more letters than this.
    case tooLong(String, most: Int)
    /// What would be called so is called so already.
    case taken(String, by: Owner)
    /// A folder that the app would have is there.
    case exists(path: String)
    /// The manifest has no list of apps that a name can be added to.
    case noList(path: String)
    /// A file or folder cannot be read.
    case unreadable(path: String, reason: String)
    /// A file or folder cannot be written.
    case unwritable(path: String, reason: String)
}
