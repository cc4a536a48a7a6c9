// SPDX-License-Identifier: GPL-3.0-or-later

package import Files
import Glibc

/// Why a gateway has not taken a message.
package enum GatewayFault: Error, Hashable, Sendable {
    /// It will never take this message.
    case refused(reason: GatewayReason)
    /// It does not take this message now.
    case busy(reason: GatewayReason)
    /// It takes no message now: it cannot be reached.
    case unreachable(reason: GatewayReason)
    /// Nobody knows whether it has taken the message: its answer was lost.
    case lost(reason: GatewayReason)

    /// Why; words from outside may hold anything.
    package var reason: GatewayReason {
        switch self {
        case .refused(let reason), .busy(let reason), .unreachable(let reason), .lost(let reason): reason
        }
    }

    /// Whether other messages need not be tried now.
    package var isOfGateway: Bool {
        switch self {
        case .unreachable, .lost: true
        case .refused, .busy: false
        }
    }
}

extension GatewayFault {
    /// What is wrong with a gateway whose folder or file cannot be used: it may come back.
    package init(_ fault: FileFault) {
        self = .unreachable(reason: .said("\(fault.path): \(String(cString: strerror(fault.reason.number)))"))
    }
}
