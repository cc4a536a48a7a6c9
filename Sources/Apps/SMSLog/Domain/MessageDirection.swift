// SPDX-License-Identifier: GPL-3.0-or-later

/// Which way a message went.
package enum MessageDirection: Int, Hashable, Sendable, CaseIterable {
    /// From the other end to the user.
    case incoming = 0
    /// From the user to the other end.
    case outgoing = 1
}
