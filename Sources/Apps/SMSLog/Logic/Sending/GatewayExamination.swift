// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumStores

/// Something wrong with a gateway, as far as this machine can tell without asking it.
package enum GatewayDamage: Hashable, Sendable {
    /// Its password does not open.
    case password(name: String)
    /// Its folder is not there, or cannot be written.
    case folder(name: String, path: String)
    /// It could not be reached the last time.
    case unreached(name: String)
}

extension SMSLogService {
    /// The faults of the gateways of all users.
    package static func faults(
        ofGatewaysAmong stores: any MessagePlaces, vault: GatewayVault
    ) async throws -> [GatewayDamage] {
        var found: [GatewayDamage] = []
        for (owner, gateways) in try await stores.gateways() {
            for gateway in gateways {
                if gateway.secret != nil, vault.password(of: gateway, of: owner) == nil {
                    found.append(.password(name: gateway.name))
                }
                if gateway.place.hasPrefix("/"), gateway.user == nil, !Folder.isWritable(gateway.place) {
                    found.append(.folder(name: gateway.name, path: gateway.place))
                }
                if gateway.failures > 0 { found.append(.unreached(name: gateway.name)) }
            }
        }
        return found
    }

    /// Whether gateways have passwords, none of which opens: another machine has the key.
    package static func opensNone(
        ofGatewaysAmong stores: any MessagePlaces, vault: GatewayVault
    ) async throws -> Bool {
        var isSealed = false
        for (owner, gateways) in try await stores.gateways() {
            for gateway in gateways where gateway.secret != nil {
                if vault.password(of: gateway, of: owner) != nil { return false }
                isSealed = true
            }
        }
        return isSealed
    }
}
