// SPDX-License-Identifier: GPL-3.0-or-later

/// What kinds of gateways there are.
package enum GatewayKind: String, Hashable, Sendable, CaseIterable {
    /// A folder that another program empties.
    case folder
    /// The folders of gammu-smsd.
    case gammu
}
