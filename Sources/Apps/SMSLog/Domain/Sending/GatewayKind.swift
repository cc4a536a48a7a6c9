// SPDX-License-Identifier: GPL-3.0-or-later

/// What kinds of gateways there are.
package enum GatewayKind: String, Hashable, Sendable, CaseIterable {
    /// A folder that another program empties.
    case folder
    /// The folders of gammu-smsd.
    case gammu
    /// Kannel’s sendsms service.
    case kannel
    /// A telephone with the app “SMS Gateway for Android”.
    case android

    /// Whether it is reached over a network, with a user and a password.
    package var isOfNetwork: Bool { self == .kannel || self == .android }
}
