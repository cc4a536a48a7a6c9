// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
package import AtriumTerminal

extension Panel {
    /// Updates and arranges the panel, as the screen does after an event.
    package func settle(for size: Size, in context: ViewContext) {
        (self as? ListPanel)?.update(for: size, in: context)
        arrange(for: size, in: context)
    }
}
