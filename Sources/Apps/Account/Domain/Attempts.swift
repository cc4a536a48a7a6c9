// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// The failures to log in that count against a name.
package struct Attempts: Hashable, Sendable {
    /// How many, since the last success.
    package let failures: Int
    /// When the last of them was.
    package let lastAt: Timestamp

    /// So many failures, the last of them then.
    package init(failures: Int, lastAt: Timestamp) {
        self.failures = failures
        self.lastAt = lastAt
    }
}
