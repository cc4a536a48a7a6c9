// SPDX-License-Identifier: GPL-3.0-or-later

/// What a gateway tells by calling back.
package enum Callback: Hashable, Sendable {
    /// What has become of a message.
    case report(DeliveryReport)
    /// A message that came in.
    case message(ReceivedMessage)
    /// Something that changes nothing.
    case nothing
}

/// Why a call is none of a gateway’s.
package enum CallbackFault: Error, Hashable, Sendable {
    /// It says nothing that a gateway says.
    case notUnderstood
    /// Its signature is missing, or is none of the key.
    case notSigned
}
