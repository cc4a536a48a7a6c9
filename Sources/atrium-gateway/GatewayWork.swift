// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumGateways
import AtriumHTTPClient
import AtriumKit
import AtriumProcesses
import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumWorlds
import Foundation
import MessageGateways
import SMSLogLogic
import SMSLogStore

/// The work for the gateways of a store.
struct GatewayWork: Sendable {
    private let system: InformationSystem
    private let home: String
    private let pause: Duration
    private let remark: @Sendable (LocalizedText) -> Void
    private let changes: ChangeObserver<MessageChange>
    private let worker: LocalWorker
    private let listeners: CallbackListeners
    private let clock = SystemClock()
    private let vault: GatewayVault
    private let stores: SystemMessages

    /// The interval between checks for changes by another process.
    private static let glance = Duration.milliseconds(500)

    /// - Parameters:
    ///   - home: The folder of the store.
    ///   - pause: The interval between requests to gateways for new messages.
    ///   - remark: Called with each line for the log.
    init(
        on system: InformationSystem, home: String, pause: Duration, remark: @escaping @Sendable (LocalizedText) -> Void
    ) {
        self.system = system
        self.home = home
        self.pause = pause
        self.remark = remark
        let stores = SystemMessages(on: system)
        changes = stores.changes()
        let vault = GatewayVault(home: home)
        (self.stores, self.vault) = (stores, vault)
        worker = LocalWorker(
            stores: stores, clock: clock, timeZone: .system(ProcessVariables.all), vault: vault, http: CurlClient())
        let receiver = CallbackReceiver(stores: stores, clock: clock, vault: vault) { remark($0.sentence) }
        listeners = CallbackListeners(stores: stores, vault: vault, receiver: receiver, worker: worker)
    }

    /// Does the due work, unless another process does it.
    func once() async throws {
        guard try await !isKeyless() else { return remark(Strings.gatewayNoKey(path: home)) }
        guard let turn = try await turn() else { return }
        do {
            _ = try await turn.holding { try await worker.workForAll() }
        } catch {
            await turn.giveBack()
            throw error
        }
        await turn.giveBack()
    }

    /// Does all work when it is due; waits if another process does it, and takes over when that one ends.
    ///
    /// A server that cannot be reached now is asked again: a file that fails is not.
    func always() async throws {
        var (taken, isTroubled): (GatewayTurn?, Bool) = (nil, false)
        while true {
            do {
                if taken?.isHeld != true { taken = try await nextTurn() }
                isTroubled = false
                if let taken { try await taken.holding { try await work(while: taken) } }
            } catch let fault as StoreFault where fault.passes {
                // Another process has the lease then.
                if fault != .loginEnded, !isTroubled { remark(fault.sentence) }
                isTroubled = true
                try await Task.sleep(for: Self.glance)
            } catch {
                await taken?.giveBack()
                throw error
            }
        }
    }

    private func work(while turn: GatewayTurn) async throws {
        _ = changes.take()
        while turn.isHeld {
            // A gateway may have been added elsewhere.
            guard try await !isKeyless() else { return await turn.giveBack() }
            try await listeners.follow()
            let next = try await worker.workForAll()
            // Its own changes are ignored; the next check reports those of other processes.
            _ = changes.take()
            let end = min(next ?? clock.now + pause, clock.now + pause)
            repeat {
                try await Task.sleep(for: Self.glance)
                try await system.noticeForeignChanges()
            } while changes.take() == nil && clock.now < end && turn.isHeld
        }
    }

    private func nextTurn() async throws -> GatewayTurn {
        var isReported = false
        while try await isKeyless() {
            if !isReported { remark(Strings.gatewayNoKey(path: home)) }
            isReported = true
            try await Task.sleep(for: pause)
        }
        while true {
            if let turn = try await turn() { return turn }
            try await Task.sleep(for: Self.glance)
        }
    }

    /// Whether this machine lacks the key of the gateways on a server: another one can send.
    private func isKeyless() async throws -> Bool {
        guard case .postgreSQL = system else { return false }
        return try await SMSLogService.opensNone(ofGatewaysAmong: stores, vault: vault)
    }

    /// The right to work; `nil` if another process has it.
    private func turn() async throws -> GatewayTurn? {
        if case .postgreSQL(let server) = system { return try await server.lease("gateway").map { .ofAll($0) } }
        return try ProcessLock(home + "/gateway.lock").map { .ofMachine($0) }
    }

    /// Tests whether a gateway can be used, and registers its callback address.
    func test(_ gateway: String, of owner: UserID) async throws { try await worker.test(gateway, of: owner) }

    /// Removes a gateway’s callback.
    func leave(_ gateway: String, of owner: UserID) async throws { try await worker.leave(gateway, of: owner) }
}

/// The right to work for the gateways of a store, which one process has at a time.
private enum GatewayTurn: Sendable {
    /// One of this machine, which alone has the file.
    case ofMachine(ProcessLock)
    /// One of all machines.
    case ofAll(PostgreSQLLease)

    var isHeld: Bool {
        switch self {
        case .ofMachine: true
        case .ofAll(let lease): lease.isHeld
        }
    }

    func holding<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        switch self {
        case .ofMachine: try await body()
        case .ofAll(let lease): try await lease.holding(body)
        }
    }

    func giveBack() async {
        switch self {
        // The lock ends with its last use.
        case .ofMachine(let lock): withExtendedLifetime(lock) {}
        case .ofAll(let lease): await lease.giveBack()
        }
    }
}

extension StoreFault {
    /// Whether a server may be itself again in a moment, or another process has taken over.
    fileprivate var passes: Bool {
        switch self {
        case .offline, .interrupted, .loginEnded, .unsure(_, 0), .unconfirmed: true
        case .busy(let path), .readOnly(let path): PostgreSQLSystem.isAddress(path)
        case .server(_, let state, _): state.hasPrefix("57") || state.hasPrefix("08")
        default: false
        }
    }
}
