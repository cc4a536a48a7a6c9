// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumGateways
package import AtriumSession
import AtriumStores

/// Does the due work of gateways in this process, one user after another.
///
/// For a store that other processes use, too, only one process at a time may have such a worker.
package final class LocalWorker: GatewayWorker {
    private let stores: any MessageStores
    private let clock: any WallClock
    private let timeZone: Zone
    private let connect: Dispatcher.Connector
    private let vault: GatewayVault
    private let turns = Turns()

    /// A worker for the gateways that this connector knows.
    ///
    /// - Parameter timeZone: The time zone of the days for daily limits.
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

    /// Does the due work now.
    ///
    /// - Returns: The date of the next work; `nil`: after a change.
    package func workOnce(for owner: UserID) async throws -> Timestamp? {
        try await turns.next {
            try await Dispatcher(
                store: self.stores.store(of: owner), owner: owner, clock: self.clock, timeZone: self.timeZone,
                connect: self.connect
            ).work()
        }
    }

    /// Does the due work now for all users with a gateway.
    ///
    /// - Returns: The date of the next work; `nil`: after a change.
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

    /// Subscribes to the calls of a gateway at its set place, and asks for its reports since its last call.
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

/// Runs one operation after another.
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

/// Does the due work of gateways, here or in another process.
package protocol GatewayWorker: Sendable {
    /// Does all due work, and returns when it is done or goes on without being waited for.
    ///
    /// - Throws: `StoreFault`, `CancellationError`, and the reason why it cannot be done; messages wait then.
    func work(for owner: UserID) async throws

    /// Tries whether a gateway can be used, and subscribes to its calls at its set place.
    ///
    /// - Throws: `SMSLogFault.gatewayTrouble`, and as `work`.
    func test(_ gateway: String, of owner: UserID) async throws

    /// Ends the subscription to the calls of a gateway.
    ///
    /// - Throws: As `test`.
    func leave(_ gateway: String, of owner: UserID) async throws
}
