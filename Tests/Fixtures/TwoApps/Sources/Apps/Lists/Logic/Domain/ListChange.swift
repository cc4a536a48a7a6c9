// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession

/// What a change is about.
package enum ListChange: Hashable, Sendable {
    /// Something on a user’s list.
    case item(UserID, Int)
}
