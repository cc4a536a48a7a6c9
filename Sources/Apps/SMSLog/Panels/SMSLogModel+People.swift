// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import SMSLogLogic

/// Who is likely one person.
extension SMSLogModel {
    /// Lists them in place of the contacts, so many at most.
    func suggestPeople(limit: Int?) async throws {
        let people = try await service.suggestedPeople()
        listContacts()
        suggested = (people, limit ?? .max)
    }
}
