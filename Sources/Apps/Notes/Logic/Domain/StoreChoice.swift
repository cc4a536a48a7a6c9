// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession

/// The place of a user’s notes: the value of `set notes.store`.
package enum StoreChoice: Hashable, Sendable {
    /// In the system that all apps share.
    case system
    /// As Markdown files in a folder.
    case folder(String)

    package static let settingName = "notes.store"
    /// The name of the system in a setting.
    package static let systemName = "sqlite"
    /// The name of a system on a server.
    package static let serverName = "server"
    /// The prefix of a folder in a setting, before the folder’s path.
    package static let folderPrefix = "markdown:"
    /// The prefix that permits a folder of another user as well; the choice is kept as any other.
    package static let sharedPrefix = "shared-markdown:"

    /// The choice of a user; the shared system if nothing is set, or nothing readable.
    package init(of session: UserSession) {
        self = session.settings[Self.settingName].flatMap { StoreChoice($0) } ?? .system
    }

    /// Reads a setting; `nil` for an invalid text.
    package init?(_ text: String) {
        if text == Self.systemName || text == Self.serverName {
            self = .system
        } else if let prefix = [Self.folderPrefix, Self.sharedPrefix].first(where: text.hasPrefix),
            text.count > prefix.count
        {
            self = .folder(String(text.dropFirst(prefix.count)))
        } else {
            return nil
        }
    }

    /// The text of the setting.
    package var text: String {
        switch self {
        case .system: Self.systemName
        case .folder(let path): Self.folderPrefix + path
        }
    }
}

/// A place unsuitable for notes, since a store of files takes in every Markdown file below it.
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
