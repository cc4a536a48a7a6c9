// SPDX-License-Identifier: GPL-3.0-or-later

/// What the user has said of a conversation, whatever messages are in it.
///
/// The numbers are stored.
package struct ConversationMarks: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Out of the list until something new comes.
    package static let archived = ConversationMarks(rawValue: 1)
    /// Above the others in the list.
    package static let pinned = ConversationMarks(rawValue: 2)
    /// Nobody is told of what comes in.
    package static let muted = ConversationMarks(rawValue: 4)
    /// Out of the list; what comes in is kept, and never counts as not seen.
    package static let blocked = ConversationMarks(rawValue: 8)

    /// Those with which the user is not told of messages that are not seen.
    package static let silent: ConversationMarks = [.archived, .muted, .blocked]

    /// Whether something new brings the conversation back into the list.
    package var comesBack: Bool { contains(.archived) && isDisjoint(with: [.muted, .blocked]) }

    /// Where the list of conversations has one: those of the greatest number come first.
    package enum Place: Int, Sendable {
        /// Among the blocked ones.
        case blocked = -1
        /// Among the archived ones.
        case archived = 0
        /// In the list.
        case listed = 1
        /// At the top of the list.
        case top = 2
    }

    /// Where the list of conversations has one with these.
    package var place: Place {
        contains(.blocked) ? .blocked : contains(.archived) ? .archived : contains(.pinned) ? .top : .listed
    }
}

/// What a user does with whole conversations; the raw value is the name of the command.
package enum ConversationMarking: String, CaseIterable, Sendable {
    case archive, unarchive, pin, unpin, mute, unmute, block, unblock

    /// What the user has said of a conversation after this.
    ///
    /// Nothing is pinned and out of the list at once.
    package func marks(after before: ConversationMarks) -> ConversationMarks {
        switch self {
        case .archive: before.union(.archived).subtracting(.pinned)
        case .unarchive: before.subtracting(.archived)
        case .pin: before.union(.pinned).subtracting(.archived)
        case .unpin: before.subtracting(.pinned)
        case .mute: before.union(.muted)
        case .unmute: before.subtracting(.muted)
        case .block: before.union(.blocked).subtracting(.pinned)
        case .unblock: before.subtracting(.blocked)
        }
    }
}
