// SPDX-License-Identifier: GPL-3.0-or-later

/// How far a message has come.
package enum SendStatus: Int, Hashable, Sendable, CaseIterable {
    /// It came in: there is nothing to send.
    case received = 0
    /// It was begun and never sent.
    case draft = 1
    /// It is stored and not yet with the gateway.
    case pending = 2
    /// The gateway has taken it.
    case sent = 3
    /// It has arrived at the other end.
    case delivered = 4
    /// The gateway refused it, or it did not arrive.
    case failed = 5

    /// Those of messages that nobody has got.
    package static let unsent: [SendStatus] = [.draft, .pending, .failed]
}
