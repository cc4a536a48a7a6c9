// SPDX-License-Identifier: GPL-3.0-or-later

/// Where the messages are from that somebody reads.
package enum MessageOrigin: Hashable, Sendable {
    /// From a store, in which they stay.
    case store(MessageStoreChoice)
    /// From a file, by its name, of which nothing is kept.
    case look(String)

    /// Whether messages can be sent and received there.
    package var isInService: Bool { self == .store(.system) }
}
