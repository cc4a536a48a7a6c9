// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

extension UserID {
    /// The last user that there can be: 22 bits stand above the 40 of a row’s number in one key.
    package static let last = UserID(rawValue: 1 << 22 - 1)
}
