// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Session

/// What messages come to.
extension MemoryMessageTransaction {
    func slots(_ scope: MessageScope) -> [MessageSlot] {
        var slots = MessageSlots()
        for message in counted(scope) { slots.add(message) }
        return slots.all
    }

    func responses(_ scope: MessageScope) -> ResponseTimes {
        var times: [MessageDirection: [Int64]] = [:]
        for (_, messages) in Dictionary(grouping: counted(scope), by: { leader(of: $0.address) }) {
            let thread = messages.sorted { MessagePosition($0) < MessagePosition($1) }
            for (message, next) in zip(thread, thread.dropFirst()) where message.direction != next.direction {
                times[next.direction, default: []].append(next.date.milliseconds - message.date.milliseconds)
            }
        }
        return ResponseTimes(times)
    }

    private func counted(_ scope: MessageScope) -> [Message] {
        let filter = scope.filter
        return state.all.filter { $0.isCounted && filter.admits($0) }
    }
}
