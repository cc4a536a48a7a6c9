// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// What goes wrong while somebody is asked for a new password.
enum LoginFault: UserFacing {
    /// The second time it was another one.
    case passwordsDiffer
    /// Nobody answered the question for a name or a password.
    case noAnswer

    var code: String {
        switch self {
        case .passwordsDiffer: "login.passwords-differ"
        case .noAnswer: "login.no-answer"
        }
    }

    var sentence: LocalizedText {
        switch self {
        case .passwordsDiffer: Strings.faultPasswordsDiffer
        case .noAnswer: Strings.faultLoginNoAnswer
        }
    }

    var status: ExitStatus { self == .noAnswer ? .login : .failure }
}
