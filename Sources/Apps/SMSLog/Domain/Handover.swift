// SPDX-License-Identifier: GPL-3.0-or-later

/// How far handing a message to the gateway has come.
package enum Handover: Int, Hashable, Sendable, CaseIterable {
    /// It came in, or from a file: it is never sent from here.
    case foreign = 0
    /// It was written here, and no gateway has it.
    case waiting = 1
    /// Somebody is handing it over, or was when the program ended: the gateway may have it.
    case begun = 2
    /// The gateway has taken it.
    case taken = 3
    /// Handing it over was interrupted, and the gateway cannot say whether it has it: the user has to.
    case doubtful = 4
    /// It was written here, and waits for its time: no gateway has it before that.
    case scheduled = 5
}
