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

    package init(_ address: Address, person: Address?, number: Address, leader: Address) {
        self.address = address
        self.person = person
        self.number = number
        self.leader = leader
    }

    /// The same in another conversation.
    package func led(by leader: Address) -> JoinedAddress {
        JoinedAddress(address, person: person, number: number, leader: leader)
    }
}
