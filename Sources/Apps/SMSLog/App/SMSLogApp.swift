// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogLogic
package import SMSLogPanels
import SMSLogStore
package import Worlds

extension SMSLogFactory {
    /// A factory with the stores of a world’s system, and those beside it.
    ///
    /// - Parameter worker: Does what is to be done with gateways; nil: this process, for those that are folders.
    package init(in world: World, worker: (any GatewayWorker)? = nil) {
        self.init(stores: { SystemMessages(on: $0.system) }, worker: worker)
    }
}
