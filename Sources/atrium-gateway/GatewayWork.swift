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

/// What there is to do for the gateways of a store.
struct GatewayWork: Sendable {
    private let system: SQLiteSystem
    private let lock: String
    private let pause: Duration
    private let changes: ChangeObserver<MessageChange>
    private let worker: LocalWorker
    private let listeners: CallbackListeners
    private let clock = SystemClock()

    /// How often it looks whether another process has changed something.
    private static let glance = Duration.milliseconds(500)

    /// - Parameters:
    ///   - home: The folder of the store.
    ///   - pause: After how long gateways are asked for what came.
    ///   - remark: Told what is worth a line of a log.
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

    /// Does what is due now, unless another process is at it.
    func once() async throws {
        guard let lock = try ProcessLock(lock) else { return }
        _ = try await worker.workForAll()
        withExtendedLifetime(lock) {}
    }

    /// Does what is due whenever it is; waits where another process is at it, and takes over when that has ended.
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
            // Its own changes are no news; those of other processes are told by the next look.
            _ = changes.take()
            let end = min(next ?? clock.now + pause, clock.now + pause)
            repeat {
                try await Task.sleep(for: Self.glance)
                try await system.noticeForeignChanges()
            } while changes.take() == nil && clock.now < end
            // The lock is held as long as the work goes on.
            withExtendedLifetime(taken) {}
        }
    }

    /// Tries whether a gateway can be used, and has it call back where it is to.
    func test(_ gateway: String, of owner: UserID) async throws { try await worker.test(gateway, of: owner) }

    /// Has a gateway call back no more.
    func leave(_ gateway: String, of owner: UserID) async throws { try await worker.leave(gateway, of: owner) }
}
