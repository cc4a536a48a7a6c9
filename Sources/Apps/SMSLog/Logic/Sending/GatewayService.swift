// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumGateways
import AtriumSecrets
package import AtriumSession
import AtriumStores

/// The gateways of one owner.
package struct GatewayService: Sendable {
    let store: any MessageStore
    let owner: UserID
    let clock: any WallClock
    let origin: MessageOrigin
    /// Does the work of gateways; `nil` if another process does.
    let worker: (any GatewayWorker)?
    /// Seals the passwords of gateways.
    let vault: GatewayVault

    /// All gateways; the first one sends.
    package func all() async throws -> [Gateway] { try await store.read { try $0.gateways() } }

    /// The gateway that sends; without one nothing is sent.
    package func sending() async throws -> Gateway? { try await all().first }

    /// The gateway of a name.
    ///
    /// - Throws: `SMSLogFault.unknownGateway`.
    package func gateway(named name: String) async throws -> Gateway {
        guard let gateway = try await store.read({ try $0.gateway(name) }) else {
            throw SMSLogFault.unknownGateway(name)
        }
        return gateway
    }

    /// The messages that wait to be sent or for a report.
    package func queue() async throws -> [QueuedMessage] { try await store.read { try $0.queue() } }

    /// Adds a gateway; the first one sends.
    ///
    /// - Parameter password: Its password; kept sealed.
    /// - Throws: `SMSLogFault.gatewayExists`; the errors of `GatewayVault.seal`.
    package func add(_ gateway: Gateway, password: Secret? = nil) async throws {
        try origin.checkService()
        var gateway = gateway
        if let password { gateway.secret = try vault.seal(password, for: gateway, of: owner) }
        let added = gateway
        guard try await store.write({ try $0.add(added) }) else { throw SMSLogFault.gatewayExists(added.name) }
    }

    /// Gives a gateway another password.
    ///
    /// - Throws: `SMSLogFault.unknownGateway`; `SMSLogFault.needsNoPassword` for one that is a folder; the errors of
    ///   `GatewayVault.seal` throws.
    package func setPassword(_ password: Secret, ofGateway name: String) async throws {
        let secret = try vault.seal(password, for: try await networkGateway(name), of: owner)
        try await store.write { messages in
            try messages.change(gateway: name) {
                $0.secret = secret
                $0 = $0.reached
            }
        }
    }

    /// The gateway of a name, which has a password.
    ///
    /// - Throws: As `setPassword`.
    @discardableResult
    package func networkGateway(_ name: String) async throws -> Gateway {
        let gateway = try await gateway(named: name)
        guard gateway.kind.isOfNetwork else { throw SMSLogFault.needsNoPassword(name) }
        return gateway
    }

    /// Sets the place where calls of a gateway are received.
    ///
    /// - Parameters:
    ///   - callback: The address under which the gateway reaches that place, if it is another one.
    ///   - signingKey: The key with which it signs its calls; `nil` leaves it as it is.
    /// - Throws: `SMSLogFault.unknownGateway`, `SMSLogFault.needsNoPassword` for one that is a folder; the errors of
    ///   `GatewayVault.seal`.
    package func setCallbacks(
        ofGateway name: String, listen: ListenAddress?, callback: GatewayAddress?, signingKey: Secret?
    ) async throws {
        let gateway = try await networkGateway(name)
        let signing = try signingKey.map { try vault.seal(signingKey: $0, for: gateway, of: owner) }
        try await store.write { messages in
            try messages.change(gateway: name) {
                ($0.listen, $0.callback, $0.deaf) = (listen?.text, callback?.text, nil)
                if let signing { $0.signing = signing }
            }
        }
    }

    /// Sets the most messages that a gateway is given in a day; `nil` for no limit.
    ///
    /// The messages of today stay counted.
    ///
    /// - Throws: `SMSLogFault.unknownGateway`.
    package func setLimit(_ most: Int?, ofGateway name: String) async throws {
        try await store.write { try $0.change(gateway: name) { $0.limit.most = most } }
    }

    /// The number of messages that a gateway was given today.
    package func givenToday(_ gateway: Gateway) -> Int { gateway.limit.count(at: clock.now) }

    /// Whether a gateway has reached its limit for today; waiting messages are sent tomorrow.
    package func hasHadEnough(_ gateway: Gateway) -> Bool { gateway.limit.opens(after: clock.now) != nil }

    /// The address that a gateway calls; `nil` if no program listens to it.
    package func callbacks(of gateway: Gateway) -> CallbackAddress? { vault.callbacks(of: gateway, of: owner) }

    /// Whether a program runs that receives the calls of gateways.
    package var isListening: Bool { vault.isListening }

    /// Ends the calls of a gateway.
    ///
    /// - Throws: As `test(_:)`.
    package func leave(_ name: String) async throws { try await worker?.leave(name, of: owner) }

    /// Makes a gateway the one that sends.
    ///
    /// - Throws: `SMSLogFault.unknownGateway`.
    package func use(_ name: String) async throws {
        try await store.write { try $0.prefer(name) }
    }

    /// Removes a gateway.
    ///
    /// - Throws: `SMSLogFault.unknownGateway`.
    package func remove(_ name: String) async throws {
        try await store.write { try $0.removeGateway(name) }
    }

    /// Tries whether a gateway can be used.
    ///
    /// - Throws: `SMSLogFault.unknownGateway`, `SMSLogFault.gatewayTrouble`.
    package func test(_ name: String) async throws {
        _ = try await gateway(named: name)
        try await worker?.test(name, of: owner)
    }

    /// Does the work of the gateways that is due.
    ///
    /// - Throws: As `GatewayWorker.work(for:)`.
    package func work() async throws {
        guard try await sending() != nil else { return }
        try await worker?.work(for: owner)
    }

    /// Asks the gateways for received messages.
    ///
    /// - Returns: The new messages.
    /// - Throws: As `work`.
    package func receive() async throws -> [Message] {
        try origin.checkService()
        let last = try await store.read { try $0.lastNumber() }
        try await work()
        return try await store.read { messages in
            try messages.messages(.above(last), limit: .max).filter { $0.direction == .incoming }
        }
    }
}
