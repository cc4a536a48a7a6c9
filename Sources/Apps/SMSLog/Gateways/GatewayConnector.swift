// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
package import AtriumGateways
package import AtriumSession
package import SMSLogLogic

extension LocalWorker {
    /// A worker for gateways of all kinds.
    ///
    /// - Parameters:
    ///   - timeZone: The time zone of times in files, and of the days for which gateways have a limit.
    ///   - vault: Opens passwords.
    ///   - http: Asks servers; without it only gateways that are folders or files are reached.
    package convenience init(
        stores: any MessageStores, clock: any WallClock, timeZone: Zone, vault: GatewayVault, http: (any HTTPExchange)?
    ) {
        let connector = GatewayConnector(clock: clock, timeZone: timeZone, vault: vault, http: http)
        self.init(stores: stores, clock: clock, timeZone: timeZone, vault: vault) {
            (gateway, owner) throws(GatewayFault) in
            try connector.connection(to: gateway, of: owner)
        }
    }
}

/// Connects to gateways of all kinds.
struct GatewayConnector: Sendable {
    private let clock: any WallClock
    private let timeZone: Zone
    private let vault: GatewayVault
    private let http: (any HTTPExchange)?
    private let schedule: PollSchedule

    init(clock: any WallClock, timeZone: Zone, vault: GatewayVault, http: (any HTTPExchange)?) {
        self.clock = clock
        self.timeZone = timeZone
        self.vault = vault
        self.http = http
        schedule = PollSchedule(clock: clock)
    }

    /// The connection to a user’s gateway.
    ///
    /// - Throws: `GatewayFault.unreachable`.
    func connection(to gateway: Gateway, of owner: UserID) throws(GatewayFault) -> any MessageGateway {
        switch gateway.kind {
        case .folder: return OutboxFolder(path: gateway.place, timeZone: timeZone)
        case .gammu: return GammuSpool(path: gateway.place, clock: clock, timeZone: timeZone)
        case .gammuDatabase: return GammuDatabase(path: gateway.place, clock: clock, timeZone: timeZone)
        case .kannel, .android: break
        }
        guard let http else { throw .unreachable(reason: .fact(.otherProgram, "atrium-gateway")) }
        guard let password = vault.password(of: gateway, of: owner) else {
            throw .unreachable(reason: .fact(.noPassword, gateway.name))
        }
        guard let address = GatewayAddress(gateway.place) else {
            throw .unreachable(reason: .fact(.nothingThere, gateway.place))
        }
        let account = HTTPAccount(user: gateway.user ?? "", password: password)
        return gateway.kind == .kannel
            ? KannelGateway(
                at: address, account: account, sender: gateway.sender,
                callbacks: vault.callbacks(of: gateway, of: owner), http: http)
            : AndroidGateway(at: address, account: account, sim: gateway.sim, http: http, schedule: schedule)
    }
}

extension GatewayKind {
    /// The kind of the gateway at a path: gammu-smsd has folders or a database.
    ///
    /// - Throws: `SMSLogFault.noGatewayFile` if the name of a missing file is that of a database, which only the user makes;
    ///   `SMSLogFault.noOutbox` for a folder that can hold no messages.
    package func found(at path: String) throws(SMSLogFault) -> GatewayKind {
        var folder = SpoolFolder(path: path)
        if self == .gammu {
            switch FileStatus(path, followingLinks: true)?.kind {
            case .regular: return .gammuDatabase
            case nil where [".db", ".sqlite", ".sqlite3"].contains(where: path.lowercased().hasSuffix):
                throw .noGatewayFile(path)
            default: folder = folder.folder(GammuSpool.outbox)
            }
        }
        guard folder.canHoldMessages else { throw .noOutbox(path) }
        return self
    }
}
