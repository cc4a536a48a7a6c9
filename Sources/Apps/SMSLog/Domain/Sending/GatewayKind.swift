// SPDX-License-Identifier: GPL-3.0-or-later

/// What kinds of gateways there are.
package enum GatewayKind: String, Hashable, Sendable, CaseIterable {
    /// A folder that another program empties.
    case folder
    /// The folders of gammu-smsd.
    case gammu
    /// The database of gammu-smsd.
    case gammuDatabase = "gammu-database"
    /// Kannel’s sendsms service.
    case kannel
    /// A telephone with the app “SMS Gateway for Android”.
    case android

    /// The kinds by their names for users; for which program a place is of what kind shows there.
    package static let named = allCases.filter { $0 != .gammuDatabase }

    /// Whether it is reached over a network, with a user and a password.
    package var isOfNetwork: Bool { self == .kannel || self == .android }
}
