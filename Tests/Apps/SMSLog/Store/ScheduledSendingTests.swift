// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Session
import Testing

/// Messages that wait for their time.
struct ScheduledSendingTests {
    private func message(
        _ id: Int, _ handover: Handover, at seconds: Int64, to number: String = "+15551234567"
    ) -> QueuedMessage {
        QueuedMessage(
            id: id, address: Address(number), status: .pending, handover: handover, reference: nil,
            entry: QueueEntry(key: "\(id)", date: Timestamp(seconds: seconds)))
    }

    @Test func `each is due from its time on, and holds up nobody before`() {
        let queue = [message(1, .scheduled, at: 100), message(2, .waiting, at: 50), message(3, .scheduled, at: 200)]
        func due(at seconds: Int64) -> [Int] {
            QueuedMessage.due(at: Timestamp(seconds: seconds), among: queue).map(\.id)
        }
        #expect(due(at: 49) == [] && due(at: 50) == [2] && due(at: 99) == [2])
        // Of one recipient the earliest goes first.
        #expect(due(at: 300) == [2])
        let rest = [queue[0], queue[2]]
        #expect(QueuedMessage.due(at: Timestamp(seconds: 300), among: rest).map(\.id) == [1])
        #expect(QueuedMessage.next(after: Timestamp(seconds: 60), among: queue) == Timestamp(seconds: 100))
        #expect(QueuedMessage.next(after: Timestamp(seconds: 200), among: queue) == nil)
    }
}
