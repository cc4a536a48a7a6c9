// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumGateways
import AtriumSecrets
package import AtriumSession
import AtriumStores

/// Receives the calls of gateways: reports on messages, and incoming messages.
///
/// A call is answered with 200 once its content is stored, in one transaction: after another answer, or none, it may be
/// repeated, since nothing is stored twice. One that cannot be stored, or is not understood, holds up no other.
package struct CallbackReceiver: Sendable {
    /// An event for the log.
    package enum Remark: Sendable {
        /// A gateway reports on an unknown message.
        case unknownMessage(gateway: String, reference: String)
        /// An accepted call has no content of a gateway.
        case notUnderstood(gateway: String)
        /// The signature of a call is missing or wrong.
        case notSigned(gateway: String)
        /// The content of a call cannot be stored now.
        case notStored(gateway: String, any Error)
    }

    /// The answers, by which callers know whether to call again.
    package enum Status {
        package static let stored = 200
        /// It will never be understood.
        package static let notUnderstood = 400
        package static let notSigned = 401
        /// The answer to callers that do not know the secret.
        package static let nothingThere = 404
        /// It may be stored later.
        package static let later = 503
    }

    private let stores: any MessageStores
    private let clock: any WallClock
    private let vault: GatewayVault
    private let remark: @Sendable (Remark) -> Void

    /// Receives the calls for all users of a store.
    package init(
        stores: any MessageStores, clock: any WallClock, vault: GatewayVault,
        remark: @escaping @Sendable (Remark) -> Void
    ) {
        self.stores = stores
        self.clock = clock
        self.vault = vault
        self.remark = remark
    }

    /// Stores the content of a call, and answers it.
    package func status(for call: IncomingCall) async -> Int {
        // The components in front are those of a server in between.
        let path = Array(call.path.suffix(4))
        guard path.count == 4, let number = Int64(path[0]), let purpose = CallbackAddress.Purpose(rawValue: path[3])
        else { return Status.nothingThere }
        let (owner, name) = (UserID(rawValue: number), path[1])
        do {
            let gateways = try await stores.store(of: owner).read { try $0.gateways() }
            guard let gateway = gateways.first(where: { $0.name == name }),
                let address = vault.callbacks(of: gateway, of: owner),
                Array(address.token.utf8).isSame(as: Array(path[2].utf8))
            else { return Status.nothingThere }
            return try await store(call, purpose, gateway, owner)
        } catch {
            remark(.notStored(gateway: name, error))
            return Status.later
        }
    }

    private func store(
        _ call: IncomingCall, _ purpose: CallbackAddress.Purpose, _ gateway: Gateway, _ owner: UserID
    ) async throws -> Int {
        let callback: Callback
        do throws(CallbackFault) {
            callback = try read(call, purpose, gateway, owner)
        } catch {
            switch error {
            case .notUnderstood:
                remark(.notUnderstood(gateway: gateway.name))
                return Status.notUnderstood
            case .notSigned:
                remark(.notSigned(gateway: gateway.name))
                return Status.notSigned
            }
        }
        let (now, name) = (clock.now, gateway.name)
        let isKnown = try await stores.store(of: owner).write { messages in
            guard try messages.gateway(name) != nil else { return true }
            try messages.change(gateway: name) { $0.heard = now }
            switch callback {
            case .nothing: return true
            case .message(let received):
                _ = try messages.receive(MessageDraft(received), as: "\(name):\(received.key)")
                return true
            case .report(let report):
                let (reference, date) = (report.reference, report.date ?? now)
                let (status, reason) = report.outcome.status
                return try messages.report(on: reference, of: name, status, reason: reason, at: date)
            }
        }
        if !isKnown, case .report(let report) = callback {
            remark(.unknownMessage(gateway: name, reference: report.reference))
        }
        // Calling again would not make a message known.
        return Status.stored
    }

    private func read(
        _ call: IncomingCall, _ purpose: CallbackAddress.Purpose, _ gateway: Gateway, _ owner: UserID
    ) throws(CallbackFault) -> Callback {
        switch gateway.kind {
        case .kannel: return try KannelCallback.read(call, for: purpose, at: clock.now)
        case .android:
            let key = vault.signingKey(of: gateway, of: owner)
            // A key that cannot be opened admits no caller.
            if gateway.signing != nil, key == nil { throw .notSigned }
            return try AndroidCallback.read(call, signedWith: key, at: clock.now)
        case .folder, .gammu, .gammuDatabase: throw .notUnderstood
        }
    }
}

extension MessageDraft {
    /// An incoming message of a gateway, which the user has not seen.
    init(_ received: ReceivedMessage) {
        let address = Address(received.sender)
        self.init(
            address: address.isEmpty ? .unknown : address, rawAddress: received.sender, content: received.text,
            date: received.date, direction: .incoming, status: .received, isRead: false)
        details.sent = received.sent
        details.centre = received.centre
        details.sim = received.sim
    }
}
