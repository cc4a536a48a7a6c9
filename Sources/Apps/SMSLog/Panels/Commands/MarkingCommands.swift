// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import SMSLogLogic

/// The commands for marks on whole conversations.
@MainActor
enum MarkingCommands {
    static let all: [Command<SMSLogModel>] =
        [
            archive, command(.unarchive, Strings.commandUnarchive, ["unarchive Alice", "unarchive is:archived"]),
            command(.pin, Strings.commandPin, ["pin Alice", "pin +15551000000 +15551234567"]),
            command(.unpin, Strings.commandUnpin, ["unpin Alice"]),
            command(.mute, Strings.commandMute, ["mute Alice", "mute is:groups --yes"]),
            command(.unmute, Strings.commandUnmute, ["unmute Alice"]),
            command(.block, Strings.commandBlock, ["block +15551234567"]),
            command(.unblock, Strings.commandUnblock, ["unblock +15551234567"]),
        ] + Command.journal

    /// Takes the selected conversation out of the list.
    static let archive = command(
        .archive, Strings.commandArchive, ["archive Alice", "archive Alice, Bob Jones", "archive is:services"])

    /// Conversations, one or more, to the end of the line.
    private static let numbers = Parameter.name(
        "number", as: ConversationSelection.self, values: .item("number"), summary: Strings.parameterNumbers
    ).ofSeveral()

    private static func command(
        _ marking: ConversationMarking, _ summary: LocalizedText, _ examples: [LocalizedText]
    ) -> Command<SMSLogModel> {
        Command(
            marking.rawValue, category: .writing, summary: summary, parameters: numbers.orSelection(),
            .flag("yes", summary: Strings.optionYes), examples: examples
        ) { model, context, selection, yes in
            let selected = try await model.conversations(selection, for: marking)
            try await selected.confirm(context, yes)
            return reply(to: marking, try await model.mark(marking, selected.ids))
        }
    }

    private static func reply(to marking: ConversationMarking, _ conversations: [Conversation]) -> Reply {
        guard conversations.count == 1 else {
            return .message(
                marking.sentence(count: conversations.count),
                Fact("numbers", .list(conversations.map { .text($0.address.text) })))
        }
        let conversation = conversations[0]
        return .message(
            marking.sentence(name: conversation.displayName), Fact("number", .text(conversation.address.text)),
            Fact("marks", conversation.marks.words))
    }
}

extension ConversationMarking {
    /// The sentence after one conversation was marked.
    fileprivate func sentence(name: String) -> LocalizedText {
        switch self {
        case .archive: Strings.archived(name: name)
        case .unarchive: Strings.unarchived(name: name)
        case .pin: Strings.pinned(name: name)
        case .unpin: Strings.unpinned(name: name)
        case .mute: Strings.muted(name: name)
        case .unmute: Strings.unmuted(name: name)
        case .block: Strings.blocked(name: name)
        case .unblock: Strings.unblocked(name: name)
        }
    }

    /// The sentence after several conversations were marked.
    fileprivate func sentence(count: Int) -> LocalizedText {
        switch self {
        case .archive: Strings.archivedSeveral(count: count)
        case .unarchive: Strings.unarchivedSeveral(count: count)
        case .pin: Strings.pinnedSeveral(count: count)
        case .unpin: Strings.unpinnedSeveral(count: count)
        case .mute: Strings.mutedSeveral(count: count)
        case .unmute: Strings.unmutedSeveral(count: count)
        case .block: Strings.blockedSeveral(count: count)
        case .unblock: Strings.unblockedSeveral(count: count)
        }
    }
}
