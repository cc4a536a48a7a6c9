// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogDomain

/// Conversations that are likely one person’s.
package struct SuggestedPerson: Hashable, Sendable {
    /// Why they are.
    package enum Reason: String, Sendable {
        /// Contacts have one name.
        case sameName
        /// One is the number at work of the other.
        case workNumber
        /// An address of mail has the words of the name.
        case mailOfName
    }

    /// What the first of them is called.
    package let name: String
    /// The addresses that stand for their conversations.
    package let numbers: [Address]
    package let reason: Reason
}

extension SuggestedPerson {
    /// The same without those that are different people’s: where some of them are, each two of the others.
    func without(_ apart: Set<AddressPair>) -> [SuggestedPerson] {
        let pairs = AddressPair.all(of: numbers)
        let others = pairs.filter { !apart.contains($0) }
        guard others.count < pairs.count else { return [self] }
        return others.map { SuggestedPerson(name: name, numbers: [$0.first, $0.second], reason: reason) }
    }
}
