// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogDomain

/// What a search finds.
package enum FoundThing: Hashable, Sendable {
    /// One with somebody who is called so.
    case conversation(Conversation)
    /// One that says so.
    case message(Message)
}
