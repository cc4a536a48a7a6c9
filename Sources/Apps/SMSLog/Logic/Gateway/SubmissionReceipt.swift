// SPDX-License-Identifier: GPL-3.0-or-later

/// What a gateway says when it has taken a message.
package struct SubmissionReceipt: Hashable, Sendable {
    /// The gateway’s name for the message, unique among its messages, by which reports speak of it.
    package let reference: String

    /// The receipt for the message of this reference.
    package init(reference: String) { self.reference = reference }
}
