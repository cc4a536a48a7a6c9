// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
package import AccountPanels
import AccountStore
package import Worlds

extension AccountFactory {
    /// A factory with the stores of a world’s system; it reads the other values of the world for each login.
    package init(in world: World) {
        self.init(opening: { try AccountStores(on: $0.system) }, upkeep: { SystemAccounts(on: $0.system) })
    }
}
