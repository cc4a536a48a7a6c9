// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import SMSLogLogic

/// The messages that were found, as they are listed.
extension SMSLogModel {
    /// Reads messages that are listed: those after one, or the first ones.
    func messages(found query: String, after last: Message?, limit: Int) async throws -> [Message] {
        try await service.find(query, after: last, limit: limit)
    }

    /// How many messages a query finds, counted once until something changes; nil where that would take long.
    func total(found query: String) async throws -> ListTotal? {
        if let foundTotal, found?.query == query { return foundTotal }
        let most = SMSLogService.mostCounted
        let total = try await service.quickCount(query).map { ListTotal($0, isKnown: $0 < most) }
        if found?.query == query { foundTotal = .some(total) }
        return total
    }
}
