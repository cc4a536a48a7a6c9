// SPDX-License-Identifier: GPL-3.0-or-later

/// Conversations that are kept under a name in place of a number.
package struct NamedChats: Hashable, Sendable {
    /// Those with one person each, who chats under it.
    package var people: [Address] = []
    /// Those with several people.
    package var groups: Set<Address> = []

    package init() {}
}
