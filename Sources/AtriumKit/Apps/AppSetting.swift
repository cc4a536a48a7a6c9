// SPDX-License-Identifier: GPL-3.0-or-later

public import Session
public import Worlds

/// Something of an app that each user can `set`.
///
/// The app finds what was set in the `settings` of the session, at first and with each change of it.
public struct AppSetting: Sendable {
    /// What a user types: the app’s name, a dot, and what is set.
    public let name: String
    /// What holds while nothing was set.
    public let initial: String
    /// One line on what it does.
    public let summary: LocalizedText
    /// The values that are offered for it, where there are any to choose from.
    public let choices: [Choice]
    /// What is kept for what a user typed; throws for what cannot be set.
    public let read: @Sendable (_ typed: String, _ session: UserSession, _ world: World) async throws -> Kept

    /// What is kept of a setting.
    public struct Kept: Sendable {
        /// What is stored for the user.
        public let value: String
        /// What was done for it that a user has to know.
        public let notices: [LocalizedText]

        /// A value with what there is to know of it.
        public init(_ value: String, notices: [LocalizedText] = []) {
            self.value = value
            self.notices = notices
        }
    }

    /// A value that is offered.
    public struct Choice: Sendable {
        /// What a user types.
        public let value: String
        /// One line on what it does.
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
        _ name: String, initial: String, summary: LocalizedText, choices: [Choice] = [],
        read: @escaping @Sendable (_ typed: String, _ session: UserSession, _ world: World) async throws -> Kept
    ) {
        self.name = name
        self.initial = initial
        self.summary = summary
        self.choices = choices
        self.read = read
    }
}

/// What a key does to what is selected on the screen: an app names the command behind it.
public enum SelectionKey: String, CaseIterable, Sendable {
    /// Changes the text of it.
    case edit
    /// Removes it.
    case remove
    /// Marks it as done.
    case done
    /// Takes it out of sight, without removing it; its key is `done`’s, in an app that marks nothing as done.
    case archive
    /// Labels it.
    case tag
    /// Answers it; in an app that answers nothing its key is `rename`’s.
    case reply
    /// Gives it another name.
    case rename
    /// Looks for words in everything, whatever is selected.
    case find
    /// Takes back what was changed last, whatever is selected.
    case undo
}
