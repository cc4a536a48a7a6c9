// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogDomain

/// Groups that have no name of their own are called by their members.
extension MessageReader {
    /// Conversations with the names of those who are in their groups.
    package func named(_ conversations: [Conversation]) throws -> [Conversation] {
        try conversations.map { conversation in
            guard conversation.address.isGroup, conversation.contact == nil else { return conversation }
            var named = conversation
            named.members = try members(of: conversation.address)
            return named
        }
    }

    /// Messages with the names of those who are in their groups.
    package func named(_ messages: [Message]) throws -> [Message] {
        // Mostly there is none of a group.
        guard messages.areOfUnnamedGroup else { return messages }
        var known: [Address: [String]] = [:]
        return try messages.map { message in
            guard message.isOfUnnamedGroup else { return message }
            var named = message
            named.members = try known[message.address] ?? members(of: message.address)
            known[message.address] = named.members
            return named
        }
    }

    /// How the members of a group are called: by their names, or else by their numbers; none where nobody is named.
    private func members(of group: Address) throws -> [String] {
        let members = group.members
        let names = try members.map { try givenName(of: Address(stored: $0))?.contact.name }
        return names.contains { $0 != nil } ? zip(members, names).map { $1 ?? $0 } : []
    }
}
