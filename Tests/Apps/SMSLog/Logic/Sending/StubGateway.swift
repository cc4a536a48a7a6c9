// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumGateways
import Synchronization

/// A gateway that answers as a test says.
final class StubGateway: MessageGateway {
    struct State {
        /// Why the next messages are not taken; nil: they are taken.
        var fault: GatewayFault?
        /// Numbers to which no message is taken, with the reason.
        var faults: [String: GatewayFault] = [:]
        /// What was handed over, whether it was taken or not.
        var submitted: [OutgoingMessage] = []
        /// What is said of interrupted messages.
        var recovery = Recovery.unknown
        var reports: [DeliveryReport] = []
        var arrived: [ReceivedMessage] = []
    }

    private let state = Mutex(State())
    /// What happens at the moment of handing over.
    let onSubmit = Mutex<(@Sendable (OutgoingMessage) async -> Void)?>(nil)

    func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    /// What was handed over: numbers and texts.
    var submitted: [String] { state.withLock { $0.submitted.map { "\($0.number) \($0.text)" } } }
    /// The keys of it.
    var keys: [String] { state.withLock { $0.submitted.map(\.key) } }

    func submit(_ message: OutgoingMessage) async throws(GatewayFault) -> SubmissionReceipt {
        state.withLock { $0.submitted.append(message) }
        if let onSubmit = onSubmit.withLock({ $0 }) { await onSubmit(message) }
        if let fault = state.withLock({ $0.fault ?? $0.faults[message.number] }) { throw fault }
        return SubmissionReceipt(reference: "ref-\(message.order)")
    }

    func recover(_ message: OutgoingMessage) async throws(GatewayFault) -> Recovery {
        if let fault = state.withLock({ $0.fault }) { throw fault }
        return state.withLock { $0.recovery }
    }

    func reports(on messages: [TakenMessage]) async throws(GatewayFault) -> [DeliveryReport] {
        state.withLock { state in
            defer { state.reports = [] }
            return state.reports
        }
    }

    func arrivals() async throws(GatewayFault) -> [String] { state.withLock { $0.arrived.map(\.key) } }

    func message(arrived key: String) async throws(GatewayFault) -> ReceivedMessage? {
        state.withLock { $0.arrived.first { $0.key == key } }
    }

    func test() async throws(GatewayFault) {
        if let fault = state.withLock({ $0.fault }) { throw fault }
    }
}
