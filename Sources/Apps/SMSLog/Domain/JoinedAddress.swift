// SPDX-License-Identifier: GPL-3.0-or-later

/// One spelling of a number, and the conversation in which its messages are.
///
/// Messages keep the spelling that they came with: it tells them from others. All else is the conversation’s.
package struct JoinedAddress: Hashable, Sendable {
    /// The spelling.
    package let address: Address
    /// The one spelling for all that mean the same; nil for what is no number.
    package let person: Address?
    /// The spelling that stands for the conversation, which may be this one.
    package let leader: Address

    package init(_ address: Address, person: Address?, leader: Address) {
        self.address = address
        self.person = person
        self.leader = leader
    }
}
