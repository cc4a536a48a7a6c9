// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import SMSLogLogic

/// What was found, as it is listed.
extension SMSLogModel {
    /// Reads what is listed: what comes after one thing, or the first ones.
    func found(_ query: String, after last: FoundThing?, limit: Int) async throws -> [FoundThing] {
        try await service.findAll(query, after: last, limit: limit)
    }

    /// How many things a query finds, counted once until something changes; nil where that would take long.
    func total(found query: String) async throws -> ListTotal? {
        if let foundTotal, found?.query == query { return foundTotal }
        let most = SMSLogService.mostCounted
        let named = try await service.conversations(named: query).count
        let total = try await service.quickCount(query).map { ListTotal($0 + named, isKnown: $0 < most) }
        if found?.query == query { foundTotal = .some(total) }
        return total
    }
}
