// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Gateways
package import SMSLogDomain
import Session

/// Makes what speaks to a gateway.
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

    /// What speaks to a user’s gateway.
    ///
    /// - Throws: `GatewayFault.unreachable` where nothing can.
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
    /// What a gateway of this kind is at a path: gammu-smsd has folders or a database.
    ///
    /// - Throws: `SMSLogFault.noGatewayFile` where nothing is there that is named like a database: nobody makes that but
    ///   the user.
    package func found(at path: String) throws(SMSLogFault) -> GatewayKind {
        guard self == .gammu else { return self }
        guard let status = FileStatus(path, followingLinks: true) else {
            guard ![".db", ".sqlite", ".sqlite3"].contains(where: path.lowercased().hasSuffix) else {
                throw .noGatewayFile(path)
            }
            return .gammu
        }
        return status.kind == .regular ? .gammuDatabase : .gammu
    }
}
