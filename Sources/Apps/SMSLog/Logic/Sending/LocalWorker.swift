// SPDX-License-Identifier: GPL-3.0-or-later

import Gateways
package import Session
import Stores

/// Does what is to be done with gateways in this process, one user’s after another’s.
///
/// Of a store that other processes use, too, one process at a time may have such a worker.
package final class LocalWorker: GatewayWorker {
    private let stores: any MessageStores
    private let clock: any WallClock
    private let timeZone: Zone
    private let connect: Dispatcher.Connector
    private let vault: GatewayVault
    private let turns = Turns()

    /// A worker for the gateways that this connector knows.
    ///
    /// - Parameter timeZone: Where the days begin for which gateways have a limit.
    package init(
        stores: any MessageStores, clock: any WallClock, timeZone: Zone, vault: GatewayVault = GatewayVault(home: nil),
        connect: @escaping Dispatcher.Connector
    ) {
        self.stores = stores
        self.vault = vault
        self.clock = clock
        self.timeZone = timeZone
        self.connect = connect
    }

    package func work(for owner: UserID) async throws { _ = try await workOnce(for: owner) }

    /// Does what is due now.
    ///
    /// - Returns: When there is something to do again; nil: when something has changed.
    package func workOnce(for owner: UserID) async throws -> Timestamp? {
        try await turns.next {
            try await Dispatcher(
                store: self.stores.store(of: owner), owner: owner, clock: self.clock, timeZone: self.timeZone,
                connect: self.connect
            ).work()
        }
    }

    /// Does what is due now for everybody who has a gateway.
    ///
    /// - Returns: When there is something to do again; nil: when something has changed.
    package func workForAll() async throws -> Timestamp? {
        var next: Timestamp?
        for owner in try await stores.owners() {
            guard let time = try await workOnce(for: owner) else { continue }
            next = min(time, next ?? time)
        }
        return next
    }

    package func test(_ name: String, of owner: UserID) async throws {
        try await ask(name, of: owner) { (connection, _, _) throws(GatewayFault) in try await connection.test() }
        try await subscribe(name, of: owner)
    }

    /// Has a gateway call back where it is to, and tell what it has not told since it called last.
    ///
    /// - Throws: As `test`.
    package func subscribe(_ name: String, of owner: UserID) async throws {
        try await ask(name, of: owner) { (connection, gateway, address) throws(GatewayFault) in
            guard let address else { return }
            let now = self.clock.now
            try await connection.subscribe(to: address, since: gateway.heard ?? now + Self.longestSilence, until: now)
        }
    }

    package func leave(_ name: String, of owner: UserID) async throws {
        try await ask(name, of: owner) { (connection, _, address) throws(GatewayFault) in
            if let address { try await connection.unsubscribe(from: address) }
        }
    }

    /// A gateway that never called is asked for the messages of a day.
    private static let longestSilence = Duration.seconds(-86_400)

    private func ask(
        _ name: String, of owner: UserID,
        _ question: (any MessageGateway, Gateway, CallbackAddress?) async throws(GatewayFault) -> Void
    ) async throws {
        guard let gateway = try await stores.store(of: owner).read({ try $0.gateway(name) }) else {
            throw SMSLogFault.unknownGateway(name)
        }
        do throws(GatewayFault) {
            try await question(try connect(gateway, owner), gateway, vault.callbacks(of: gateway, of: owner))
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

/// Does what is to be done with gateways, wherever it is done.
package protocol GatewayWorker: Sendable {
    /// Has everything done that is due, and returns when it is done or goes on without anybody’s waiting for it.
    ///
    /// - Throws: `StoreFault`, `CancellationError`, and why nobody can do it; messages wait then.
    func work(for owner: UserID) async throws

    /// Tries whether a gateway can be used, and has it call back where it is to.
    ///
    /// - Throws: `SMSLogFault.gatewayTrouble`, and as `work`.
    func test(_ gateway: String, of owner: UserID) async throws

    /// Has a gateway call back no more.
    ///
    /// - Throws: As `test`.
    func leave(_ gateway: String, of owner: UserID) async throws
}
