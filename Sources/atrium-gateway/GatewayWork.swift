// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation
import Gateways
import MessageGateways
import HTTPClient
import Processes
import SMSLogLogic
import SMSLogStore
import Session
import Stores
import Systems
import Worlds

/// The work for the gateways of a store.
struct GatewayWork: Sendable {
    private let system: SQLiteSystem
    private let lock: String
    private let pause: Duration
    private let changes: ChangeObserver<MessageChange>
    private let worker: LocalWorker
    private let listeners: CallbackListeners
    private let clock = SystemClock()

    /// The interval between checks for changes by another process.
    private static let glance = Duration.milliseconds(500)

    /// - Parameters:
    ///   - home: The folder of the store.
    ///   - pause: The interval between requests to gateways for new messages.
    ///   - remark: Called with each line for the log.
    init(
        on system: SQLiteSystem, home: String, pause: Duration,
        remark: @escaping @Sendable (CallbackReceiver.Remark) -> Void
    ) {
        self.system = system
        self.pause = pause
        lock = home + "/gateway.lock"
        let stores = SystemMessages(on: .sqlite(system))
        changes = stores.changes()
        let vault = GatewayVault(home: home)
        worker = LocalWorker(
            stores: stores, clock: clock, timeZone: .system(ProcessVariables.all), vault: vault, http: CurlClient())
        listeners = CallbackListeners(
            stores: stores, vault: vault,
            receiver: CallbackReceiver(stores: stores, clock: clock, vault: vault, remark: remark), worker: worker)
    }

    /// Does the due work, unless another process does it.
    func once() async throws {
        guard let lock = try ProcessLock(lock) else { return }
        _ = try await worker.workForAll()
        withExtendedLifetime(lock) {}
    }

    /// Does all work when it is due; waits if another process does it, and takes over when that one ends.
    func always() async throws {
        var taken = try ProcessLock(lock)
        while taken == nil {
            try await Task.sleep(for: Self.glance)
            taken = try ProcessLock(lock)
        }
        _ = changes.take()
        while true {
            try await listeners.follow()
            let next = try await worker.workForAll()
            // Its own changes are ignored; the next check reports those of other processes.
            _ = changes.take()
            let end = min(next ?? clock.now + pause, clock.now + pause)
            repeat {
                try await Task.sleep(for: Self.glance)
                try await system.noticeForeignChanges()
            } while changes.take() == nil && clock.now < end
            // The lock is held as long as the work continues.
            withExtendedLifetime(taken) {}
        }
    }

    /// Tests whether a gateway can be used, and registers its callback address.
    func test(_ gateway: String, of owner: UserID) async throws { try await worker.test(gateway, of: owner) }

    /// Removes a gateway’s callback.
    func leave(_ gateway: String, of owner: UserID) async throws { try await worker.leave(gateway, of: owner) }
}
