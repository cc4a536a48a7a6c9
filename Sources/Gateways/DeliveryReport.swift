// SPDX-License-Identifier: GPL-3.0-or-later

package import Session

/// What has become of a submitted message.
package struct DeliveryReport: Hashable, Sendable {
    /// How it went.
    package enum Outcome: Hashable, Sendable {
        /// The network has it.
        case sent
        /// It has arrived.
        case delivered
        /// It will not arrive, for this reason in the gateway’s words.
        case failed(reason: String)
    }

    /// The gateway’s name for the message.
    package let reference: String
    /// How it went.
    package let outcome: Outcome
    /// When that was, if the gateway says so.
    package let date: Timestamp?

    /// A report on the message of this reference.
    package init(reference: String, outcome: Outcome, at date: Timestamp? = nil) {
        self.reference = reference
        self.outcome = outcome
        self.date = date
    }
}
