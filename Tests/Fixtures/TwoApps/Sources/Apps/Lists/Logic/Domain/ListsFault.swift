// SPDX-License-Identifier: GPL-3.0-or-later

/// What goes wrong with a list.
package enum ListsFault: Error, Hashable {
    /// Nothing has this number.
    case unknownItem(Int)
}
