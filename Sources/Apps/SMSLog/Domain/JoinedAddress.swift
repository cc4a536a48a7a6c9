// SPDX-License-Identifier: GPL-3.0-or-later

/// One spelling of a number, and the conversation in which its messages are.
///
/// Messages keep the spelling that they came with: it tells them from others. The name is the number’s, for a person may have
/// several; all else is the conversation’s.
package struct JoinedAddress: Hashable, Sendable {
    /// The spelling.
    package let address: Address
    /// The one spelling for all that mean the same; nil for what is no number.
    package let person: Address?
    /// The spelling that stands for the number, which may be this one; it has the name.
    package let number: Address
    /// The number that stands for the conversation, which may be this one.
    package let leader: Address
    /// Of one that stands for a number, what there was of its own conversation before a person had it among others.
    package let former: ConversationState?

    package init(
        _ address: Address, person: Address?, number: Address, leader: Address, former: ConversationState? = nil
    ) {
        self.address = address
        self.person = person
        self.number = number
        self.leader = leader
        self.former = former
    }

    /// The same in another conversation.
    package func led(by leader: Address, former: ConversationState?) -> JoinedAddress {
        JoinedAddress(address, person: person, number: number, leader: leader, former: former)
    }
}
