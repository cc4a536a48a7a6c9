// SPDX-License-Identifier: GPL-3.0-or-later

package import Foundation
package import Gateways
import SMSLogDomain
package import SMSLogStore
package import Session

/// Does what is to be done with gateways in this process, one user’s after another’s.
///
/// Of a store that other processes use, too, one process at a time may have such a worker.
package final class LocalWorker: GatewayWorker {
    private let dao: any MessageDAO
    private let clock: any WallClock
    private let connect: Dispatcher.Connector
    private let turns = Turns()

    /// A worker for the gateways that this connector knows.
    package init(dao: any MessageDAO, clock: any WallClock, connect: @escaping Dispatcher.Connector) {
        self.dao = dao
        self.clock = clock
        self.connect = connect
    }

    /// A worker for all gateways that there are.
    ///
    /// - Parameters:
    ///   - timeZone: That of the times in files.
    ///   - vault: Opens passwords.
    ///   - http: What asks servers; nil: only gateways that are folders are reached.
    package convenience init(
        dao: any MessageDAO, clock: any WallClock, timeZone: TimeZone, vault: GatewayVault, http: (any HTTPExchange)?
    ) {
        let connector = GatewayConnector(clock: clock, timeZone: timeZone, vault: vault, http: http)
        self.init(dao: dao, clock: clock) { (gateway, owner) throws(GatewayFault) in
            try connector.connection(to: gateway, of: owner)
        }
    }

    package func work(for owner: UserID) async throws { _ = try await workOnce(for: owner) }

    /// Does what is due now.
    ///
    /// - Returns: When there is something to do again; nil: when something has changed.
    package func workOnce(for owner: UserID) async throws -> Timestamp? {
        try await turns.next {
            try await Dispatcher(dao: self.dao, owner: owner, clock: self.clock, connect: self.connect).work()
        }
    }

    /// Does what is due now for everybody who has a gateway.
    ///
    /// - Returns: When there is something to do again; nil: when something has changed.
    package func workForAll() async throws -> Timestamp? {
        var next: Timestamp?
        for owner in try await dao.owners() {
            guard let time = try await workOnce(for: owner) else { continue }
            next = min(time, next ?? time)
        }
        return next
    }

    package func test(_ name: String, of owner: UserID) async throws {
        guard let gateway = try await dao.read(owner, { try $0.gateways() }).first(where: { $0.name == name }) else {
            throw SMSLogFault.unknownGateway(name)
        }
        do throws(GatewayFault) {
            try await connect(gateway, owner).test()
        } catch {
            throw SMSLogFault.gatewayTrouble(name, reason: error.reason.stored)
        }
    }
}

/// Lets one after another do something.
private actor Turns {
    private var last: Task<Void, Never>?

    func next<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) async throws -> Result {
        let before = last
        let task = Task {
            await before?.value
            return try await work()
        }
        last = Task { _ = await task.result }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
