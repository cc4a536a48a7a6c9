// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumWorlds
import ListsLogic
package import ListsPanels
import ListsStore

extension ListsFactory {
    /// A factory with the stores of a world’s system.
    package init(in world: World) { self.init { try ItemStore.open(on: $0.system) } }
}
