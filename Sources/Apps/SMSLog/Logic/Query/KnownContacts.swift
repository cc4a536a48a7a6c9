// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import SMSLogStore
import Stores
import Synchronization

/// The contacts by whose names is searched: read once, and again after one has changed.
///
/// Decoding a thousand of them would take longer than finding messages among a million.
final class KnownContacts: Sendable {
    /// Which changes had been heard of when something was about to be read.
    struct Moment {
        fileprivate let number: Int
    }

    private struct Known {
        var changes: ChangeObserver<MessageChange>?
        /// How often contacts have changed.
        var number = 0
        var contacts: [PersonName]?
    }

    private let known = Mutex(Known())

    /// Forgets the contacts where one has changed; to be called before the transaction in which they are read.
    ///
    /// - Parameter hearing: Somebody who hears of changes from now on.
    func look(hearing changes: () -> ChangeObserver<MessageChange>) -> Moment {
        known.withLock { known in
            let heard = known.changes ?? changes()
            known.changes = heard
            if heard.take()?.mayHave({ if case .contact = $0 { true } else { false } }) ?? false {
                known.contacts = nil
                known.number += 1
            }
            return Moment(number: known.number)
        }
    }

    /// All names, as `MessageReader.allNames()` has them.
    ///
    /// - Throws: `StoreFault`.
    func all(_ messages: any MessageReader, since moment: Moment) throws -> [PersonName] {
        if let contacts = known.withLock({ $0.contacts }) { return contacts }
        let contacts = try messages.allNames()
        // A transaction that began before the last change has older ones.
        known.withLock { if $0.number == moment.number { $0.contacts = contacts } }
        return contacts
    }
}
