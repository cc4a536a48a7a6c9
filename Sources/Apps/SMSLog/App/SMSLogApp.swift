// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumWorlds
import MessageGateways
package import SMSLogLogic
package import SMSLogPanels
import SMSLogStore

extension SMSLogFactory {
    /// A factory with the stores of a world’s system and those beside it.
    ///
    /// - Parameter worker: Does the work of gateways; `nil` for this process, which reaches those without a network.
    package init(in world: World, worker: (any GatewayWorker)? = nil) {
        self.init(isOnServer: world.server != nil, stores: { SystemMessages(on: $0.system) }) { stores, world in
            worker
                ?? LocalWorker(
                    stores: stores, clock: world.clock, timeZone: world.timeZone, vault: GatewayVault(home: world.home),
                    http: nil)
        }
    }
}
