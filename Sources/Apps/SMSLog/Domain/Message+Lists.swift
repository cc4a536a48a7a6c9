// SPDX-License-Identifier: GPL-3.0-or-later

/// What is asked of a list of messages.
///
/// They are asked by their places: whoever takes one after the other out of a list copies each.
extension [Message] {
    /// Whether of one of them it is known who of several people wrote it.
    package var haveSenders: Bool { indices.contains { self[$0].sender != nil } }

    /// Who of several people wrote them.
    package var senders: Set<Address> { haveSenders ? Set(lazy.compactMap(\.sender)) : [] }

    /// Whether one of them is of a group that has no name of its own.
    package var areOfUnnamedGroup: Bool { indices.contains { self[$0].isOfUnnamedGroup } }

    /// The numbers of those that the user has not seen.
    package var unread: [Message.ID] { indices.filter { !self[$0].isRead }.map { self[$0].id } }
}
