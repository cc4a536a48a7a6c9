// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumGateways
import AtriumHTTPListener
import AtriumKit
import AtriumSession
import AtriumStores
import SMSLogLogic
import SMSLogStore

/// Listens at the addresses that the store’s gateways call.
actor CallbackListeners {
    private let stores: any MessageStores
    private let vault: GatewayVault
    private let receiver: CallbackReceiver
    private let worker: LocalWorker
    private let clock = SystemClock()
    private var open: [ListenAddress: HTTPListener] = [:]
    /// The gateways that already call, with their callback addresses.
    private var notified: [GatewayName: CallbackAddress] = [:]
    private var retry: [GatewayName: (time: Timestamp, failures: Int)] = [:]
    private var lock: ProcessLock?

    private struct GatewayName: Hashable {
        let owner: UserID
        let name: String
    }

    /// A process that checks for a listener holds the lock briefly.
    private static let patience = (tries: 20, pause: Duration.milliseconds(50))

    init(stores: any MessageStores, vault: GatewayVault, receiver: CallbackReceiver, worker: LocalWorker) {
        self.stores = stores
        self.vault = vault
        self.receiver = receiver
        self.worker = worker
    }

    /// Listens only at the gateways’ current callback addresses; notifies each gateway once.
    ///
    /// - Throws: `StoreFault`, `FileFault`.
    func follow() async throws {
        var wanted: [ListenAddress: [(name: GatewayName, deaf: String?)]] = [:]
        var addresses: [GatewayName: CallbackAddress] = [:]
        for (owner, gateways) in try await stores.gateways() {
            for gateway in gateways {
                guard let listen = gateway.listen.flatMap(ListenAddress.init) else { continue }
                let name = GatewayName(owner: owner, name: gateway.name)
                wanted[listen, default: []].append((name, gateway.deaf))
                addresses[name] = vault.callbacks(of: gateway, of: owner)
            }
        }
        for (address, listener) in open where wanted[address] == nil {
            listener.end()
            open[address] = nil
        }
        // The lock shows other processes that one does the due work, whether a gateway calls or not.
        try await takeLock()
        for (address, gateways) in wanted {
            let reason = listen(at: address)?.stored
            for (name, deaf) in gateways {
                if reason != deaf {
                    try await stores.store(of: name.owner).write { try $0.note(deaf: reason, of: name.name) }
                }
                if reason == nil { await tell(name, addresses[name]) }
            }
        }
        notified = notified.filter { addresses[$0.key] == $0.value }
    }

    /// Listens at an address unless it already does; returns the reason if it cannot.
    private func listen(at address: ListenAddress) -> GatewayReason? {
        guard open[address] == nil else { return nil }
        do throws(ListenFault) {
            let receiver = receiver
            open[address] = try HTTPListener(at: address) { await receiver.status(for: $0) }
            return nil
        } catch {
            return error.reason
        }
    }

    /// Sends a gateway its callback address; if it cannot be reached, retries at increasing intervals.
    private func tell(_ name: GatewayName, _ address: CallbackAddress?) async {
        guard let address, notified[name] != address, retry[name].map({ $0.time <= clock.now }) ?? true else { return }
        do {
            try await worker.subscribe(name.name, of: name.owner)
            (notified[name], retry[name]) = (address, nil)
        } catch {
            let failures = (retry[name]?.failures ?? 0) + 1
            retry[name] = (clock.now + BackOff.pause(after: failures), failures)
        }
    }

    private func takeLock() async throws {
        for _ in 0..<Self.patience.tries where lock == nil {
            lock = try vault.lockListener()
            if lock == nil { try await Task.sleep(for: Self.patience.pause) }
        }
    }
}

extension CallbackReceiver.Remark {
    /// The sentence for the log.
    var sentence: LocalizedText {
        switch self {
        case .notStored(let gateway, let error):
            LocalizedText("remark.notStored") { language in
                let reason = ErrorDescription(error).sentence.string(in: language)
                return Strings.remarkNotStored(gateway: gateway, reason: reason).string(in: language)
            }
        default: Strings.sentence(of: self)
        }
    }
}
