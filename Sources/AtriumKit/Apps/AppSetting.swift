// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumSession
public import AtriumWorlds

/// A value of an app that each user can `set`.
///
/// The app finds the values in the `settings` of the session, at first and with each change of them.
public struct AppSetting: Sendable {
    /// The name that the user types: the app’s name, a dot, and the name of the value.
    public let name: String
    /// The value while none is set.
    public let initial: String
    /// One line on its effect.
    public let summary: LocalizedText
    /// The offered values, if there are any to choose from.
    public let choices: [Choice]
    /// Whether `read` changes data by the value, and is to do so too if `undo` or an archive restores one.
    public let changesData: Bool
    /// Returns the stored form of a typed value; throws for an invalid one.
    public let read: @Sendable (_ typed: String, _ session: UserSession, _ world: World) async throws -> StoredValue

    /// The stored form of a setting.
    public struct StoredValue: Sendable {
        /// The value that is stored for the user.
        public let value: String
        /// The notices about actions that were needed for it.
        public let notices: [LocalizedText]

        /// A value with what there is to know of it.
        public init(_ value: String, notices: [LocalizedText] = []) {
            self.value = value
            self.notices = notices
        }
    }

    /// An offered value.
    public struct Choice: Sendable {
        /// The word that the user types.
        public let value: String
        /// One line on its effect.
        public let summary: LocalizedText
        /// Whether something has to follow it, such as the name of a folder.
        public let isBeginning: Bool

        /// A choice of these facts.
        public init(_ value: String, summary: LocalizedText, isBeginning: Bool = false) {
            self.value = value
            self.summary = summary
            self.isBeginning = isBeginning
        }
    }

    /// A setting of these parts.
    public init(
        _ name: String, initial: String, summary: LocalizedText, choices: [Choice] = [], changesData: Bool = false,
        read: @escaping @Sendable (_ typed: String, _ session: UserSession, _ world: World) async throws -> StoredValue
    ) {
        self.name = name
        self.initial = initial
        self.summary = summary
        self.choices = choices
        self.changesData = changesData
        self.read = read
    }
}

/// A key that works on the selection on the screen: an app names its command.
///
/// Each has a letter, which a user may change by `[key]` in the configuration, such as `done = "c"`.
public enum SelectionKey: String, CaseIterable, Sendable {
    /// `e` changes the text of it.
    case edit
    /// `d` removes it.
    case remove
    /// `x` marks it as done.
    case done
    /// `x` hides it without removing it, in an app that has nothing for `done`.
    case archive
    /// `t` labels it.
    case tag
    /// `r` answers it.
    case reply
    /// `r` renames it, in an app that has nothing for `reply`.
    case rename
    /// `/` searches everything for words, whatever is selected.
    case find
    /// `u` undoes the last change, whatever is selected.
    case undo
}
