// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogDomain

/// The user’s own numbers, which are no members of a group.
extension MessageTransaction {
    /// Remembers numbers as the user’s own, and moves the messages of groups that they were taken for members of.
    package func know(own addresses: Set<Address>) throws {
        let new = addresses.subtracting(try ownAddresses())
        guard !new.isEmpty else { return }
        for address in new.sorted() { try addOwn(address) }
        let own = try ownAddresses()
        for group in try groups() {
            let others = group.without(own)
            if others != group { try move(group, to: others) }
        }
    }
}
