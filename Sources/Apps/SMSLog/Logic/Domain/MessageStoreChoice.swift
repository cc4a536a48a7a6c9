// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession

/// One of the stores of messages: the value of `set sms.store`, and a command’s own choice.
package enum MessageStoreChoice: Hashable, Sendable {
    /// The one that all apps share; it alone sends and receives.
    case system
    /// A second one beside it, for messages that are seldom needed.
    case archive
    /// A SQLite file elsewhere.
    case file(String)

    package static let settingName = "sms.store"
    /// The name of the first.
    package static let systemName = "sqlite"
    /// The name of the first on a server.
    package static let serverName = "server"
    /// The name of the second.
    package static let archiveName = "archive"
    /// The prefix of the third, before the file’s path.
    package static let filePrefix = "sqlite:"

    /// The choice of a user; the shared store if there is none, or none that can be read.
    package init(of session: UserSession) {
        self = session.settings[Self.settingName].flatMap { MessageStoreChoice($0) } ?? .system
    }

    /// Reads what a user has typed; `nil` for a text that names none.
    package init?(_ text: String) {
        switch text {
        case Self.systemName, Self.serverName: self = .system
        case Self.archiveName: self = .archive
        case _ where text.hasPrefix(Self.filePrefix) && text.count > Self.filePrefix.count:
            self = .file(String(text.dropFirst(Self.filePrefix.count)))
        default: return nil
        }
    }

    /// The text of the setting.
    package var text: String {
        switch self {
        case .system: Self.systemName
        case .archive: Self.archiveName
        case .file(let path): Self.filePrefix + path
        }
    }
}
