// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumWorlds
internal import __NAME__Logic
package import __NAME__Panels
internal import __NAME__Store

extension __NAME__Factory {
    /// A factory with the stores of a world’s system.
    package init(in world: World) { self.init { try __Item__Stores.open(on: $0.system, for: $1) } }
}
