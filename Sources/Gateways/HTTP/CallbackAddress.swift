// SPDX-License-Identifier: GPL-3.0-or-later

/// The address that a gateway calls: what is told there is believed of it.
package struct CallbackAddress: Hashable, Sendable {
    /// What is called there.
    package enum Purpose: String, Sendable {
        /// To report on a message.
        case report
        /// To hand over one that came in.
        case message
        /// For whatever there is to tell.
        case event
    }

    /// The address without the last part of its path.
    package let base: String
    /// The part of it that nobody else knows.
    package let token: String

    /// An address of a user’s gateway below `root`.
    package init(root: String, owner: Int64, gateway: String, token: String) {
        base = "\(root)/\(owner)/\(GatewayAddress.encoded(gateway))/\(token)"
        self.token = token
    }

    /// What is called for a purpose.
    package func text(_ purpose: Purpose) -> String { "\(base)/\(purpose.rawValue)" }
}
