// SPDX-License-Identifier: GPL-3.0-or-later

package import Gateways
import Secrets
package import Session
import Stores

/// Gateways.
extension SMSLogService {
    /// The user’s gateways: the first one sends.
    package func gateways() async throws -> [Gateway] { try await store.read { try $0.gateways() } }

    /// The gateway that sends; nil where there is none: nothing is sent then.
    package func gateway() async throws -> Gateway? { try await gateways().first }

    /// The gateway of a name.
    ///
    /// - Throws: `SMSLogFault.unknownGateway`.
    package func gateway(named name: String) async throws -> Gateway {
        guard let gateway = try await store.read({ try $0.gateway(name) }) else {
            throw SMSLogFault.unknownGateway(name)
        }
        return gateway
    }

    /// What is on its way.
    package func queue() async throws -> [QueuedMessage] { try await store.read { try $0.queue() } }

    /// Adds a gateway; the first one sends.
    ///
    /// - Parameter password: What it is reached with; kept sealed.
    /// - Throws: `SMSLogFault.gatewayExists`; what `GatewayVault.seal` throws.
    package func add(_ gateway: Gateway, password: Secret? = nil) async throws {
        try checkService()
        var gateway = gateway
        if let password { gateway.secret = try vault.seal(password, for: gateway, of: owner) }
        let added = gateway
        guard try await store.write({ try $0.add(added) }) else { throw SMSLogFault.gatewayExists(added.name) }
    }

    /// Gives a gateway another password.
    ///
    /// - Throws: `SMSLogFault.unknownGateway`; `SMSLogFault.needsNoPassword` for one that is a folder; what
    ///   `GatewayVault.seal` throws.
    package func setPassword(_ password: Secret, ofGateway name: String) async throws {
        let secret = try vault.seal(password, for: try await networkGateway(name), of: owner)
        guard try await store.write({ try $0.setSecret(secret, ofGateway: name) }) else {
            throw SMSLogFault.unknownGateway(name)
        }
    }

    /// The gateway of a name, which has a password.
    ///
    /// - Throws: as `setPassword`.
    @discardableResult
    package func networkGateway(_ name: String) async throws -> Gateway {
        let gateway = try await gateway(named: name)
        guard gateway.kind.isOfNetwork else { throw SMSLogFault.needsNoPassword(name) }
        return gateway
    }

    /// Puts where a gateway’s calls are waited for.
    ///
    /// - Parameters:
    ///   - callback: Under which address it reaches that place, where it is another one.
    ///   - signingKey: With what it signs its calls; nil leaves that as it is.
    /// - Throws: `SMSLogFault.unknownGateway`, `SMSLogFault.needsNoPassword` for one that is a folder; what
    ///   `GatewayVault.seal` throws.
    package func setCallbacks(
        ofGateway name: String, listen: ListenAddress?, callback: GatewayAddress?, signingKey: Secret?
    ) async throws {
        let gateway = try await networkGateway(name)
        let signing = try signingKey.map { try vault.seal(signingKey: $0, for: gateway, of: owner) }
        guard
            try await store.write({
                try $0.setCallbacks(
                    ofGateway: name, listen: listen?.text, callback: callback?.text, signing: signing)
            })
        else { throw SMSLogFault.unknownGateway(name) }
    }

    /// Puts how many messages a gateway is given in a day; nil: as many as there are.
    ///
    /// - Throws: `SMSLogFault.unknownGateway`.
    package func setLimit(_ most: Int?, ofGateway name: String) async throws {
        guard try await store.write({ try $0.setLimit(most, ofGateway: name) }) else {
            throw SMSLogFault.unknownGateway(name)
        }
    }

    /// How many messages a gateway was given today.
    package func givenToday(_ gateway: Gateway) -> Int { gateway.limit.count(at: clock.now) }

    /// Whether a gateway has had its messages for today: what waits goes out tomorrow.
    package func hasHadEnough(_ gateway: Gateway) -> Bool { gateway.limit.opens(after: clock.now) != nil }

    /// The address that a gateway calls; nil where nobody listens to it.
    package func callbacks(of gateway: Gateway) -> CallbackAddress? { vault.callbacks(of: gateway, of: owner) }

    /// Whether a program runs that waits for the calls of gateways.
    package var isListening: Bool { vault.isListening }

    /// Has a gateway call back no more.
    ///
    /// - Throws: as `test(gateway:)`.
    package func leave(gateway name: String) async throws { try await worker?.leave(name, of: owner) }

    /// Has a gateway send from now on.
    ///
    /// - Throws: `SMSLogFault.unknownGateway`.
    package func use(gateway name: String) async throws {
        guard try await store.write({ try $0.prefer(name) }) else { throw SMSLogFault.unknownGateway(name) }
    }

    /// Removes a gateway.
    ///
    /// - Throws: `SMSLogFault.unknownGateway`.
    package func remove(gateway name: String) async throws {
        guard try await store.write({ try $0.removeGateway(name) }) else { throw SMSLogFault.unknownGateway(name) }
    }

    /// Tries whether a gateway can be used.
    ///
    /// - Throws: `SMSLogFault.unknownGateway`, `SMSLogFault.gatewayTrouble`.
    package func test(gateway name: String) async throws {
        _ = try await gateway(named: name)
        try await worker?.test(name, of: owner)
    }
}
