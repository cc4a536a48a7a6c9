// SPDX-License-Identifier: GPL-3.0-or-later

import AccountLogic
package import AccountPanels
import AccountStore
package import Worlds

extension AccountFactory {
    /// A factory with the stores of a world’s system; what it takes from the world, it takes for each login.
    package init(in world: World) { self.init { try AccountStores(on: $0.system) } }
}
