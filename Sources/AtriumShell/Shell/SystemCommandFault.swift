// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session

/// Why a command of the operating system was not performed.
enum SystemCommandFault: Error, Hashable {
    /// The user has not allowed any.
    case off
    /// The user has allowed those that are typed, and this one stands in a file or comes from a program.
    case onlyTyped
}

extension SystemCommandFault: UserFacing {
    var code: String { "system" }

    var sentence: LocalizedText {
        switch self {
        case .off: Strings.faultSystemOff
        case .onlyTyped: Strings.faultSystemOnlyTyped
        }
    }
}
