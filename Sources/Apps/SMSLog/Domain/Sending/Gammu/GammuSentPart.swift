// SPDX-License-Identifier: GPL-3.0-or-later

/// A part of a message that gammu-smsd has sent, or could not send.
package struct GammuSentPart: Hashable, Sendable {
    /// `SendingOK`, `DeliveryOK`, `SendingError` and so on.
    package let status: String
    /// What the network says of it, if anything.
    package let code: Int?

    package init(status: String, code: Int?) {
        self.status = status
        self.code = code
    }
}
