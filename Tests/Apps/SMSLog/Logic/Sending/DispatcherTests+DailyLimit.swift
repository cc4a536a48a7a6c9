// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumGateways
import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTesting
import Foundation
@testable import MessageGateways
@testable import SMSLogLogic
import SMSLogStore
import Synchronization
import Testing

/// How many messages go in a day.
extension DispatcherTests {
    @Test func `a gateway is given so many messages in a day, those that it does not take not counted`() async throws {
        try await addGateway()
        try await service.gateways.setLimit(2, ofGateway: "stub")
        for number in 1...4 { _ = try await service.outbox.send("hi", to: "+155\(number)") }
        gateway.set { $0.faults = ["+1551": .refused(reason: "no"), "+1552": .busy(reason: "later")] }
        try await service.gateways.work()
        #expect(gateway.submitted == ["+1551 hi", "+1552 hi", "+1553 hi", "+1554 hi"])
        #expect(try await states() == ["failed", "kept", "accepted", "accepted"])
        gateway.set { $0.faults = [:] }
        // It is tried again tomorrow, and the worker is told so.
        let midnight = Timestamp(seconds: 86_400)
        let worker = LocalWorker(stores: dao, clock: clock, timeZone: .gmt) { [gateway] (_, _) throws(GatewayFault) in
            gateway
        }
        clock.set(to: Timestamp(seconds: 80_000))
        #expect(try await worker.workOnce(for: ana) == midnight)
        #expect(gateway.submitted.count == 4)
        clock.set(to: midnight)
        _ = try await worker.workOnce(for: ana)
        #expect(gateway.submitted.last == "+1552 hi" && gateway.submitted.count == 5)
        #expect(try await service.gateways.sending()?.limit.count(at: midnight) == 1)
    }

    @Test func `a limit counts what was given that day before it was put`() async throws {
        try await addGateway()
        for number in 1...2 { _ = try await service.outbox.send("hi", to: "+155\(number)") }
        gateway.set { $0.faults = ["+1552": .busy(reason: "later")] }
        try await service.gateways.work()
        try await service.gateways.setLimit(1, ofGateway: "stub")
        _ = try await service.outbox.send("hi", to: "+1553")
        try await service.gateways.work()
        #expect(gateway.submitted == ["+1551 hi", "+1552 hi"])
        try await service.gateways.setLimit(nil, ofGateway: "stub")
        try await service.gateways.work()
        #expect(gateway.submitted.last == "+1553 hi")
        #expect(try await service.gateways.sending().map { service.gateways.givenToday($0) } == 2)
    }

    @Test func `of what was interrupted nothing is counted twice, and a clock that was ahead holds nothing up`() {
        var limit = DailyLimit(most: 1)
        limit.add(at: Timestamp(seconds: 10), dayEnds: Timestamp(seconds: 86_400))
        #expect(limit.opens(after: Timestamp(seconds: 11)) == Timestamp(seconds: 86_400))
        limit.takeBack()
        limit.takeBack()
        #expect(limit.opens(after: Timestamp(seconds: 11)) == nil)
        limit.add(at: Timestamp(seconds: 900_000), dayEnds: Timestamp(seconds: 950_400))
        #expect(limit.opens(after: Timestamp(seconds: 11)) == nil)
    }
}
