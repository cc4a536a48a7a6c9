// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Session

/// What goes wrong while somebody is asked for a new password.
enum LoginFault: UserFacing, Equatable {
    /// The second time it was another one.
    case passwordsDiffer
    /// The question for a name was answered with nothing.
    case noName
    /// The name is unknown or the password is wrong, and the password is asked for again.
    case refused
    /// The name is a command of the shell, or an app.
    case isCommand(String)
    /// Nobody answered the question for a name or a password.
    case noAnswer

    var code: String {
        switch self {
        case .passwordsDiffer: "login.passwords-differ"
        case .noName: "login.no-name"
        case .isCommand: "account.bad-name"
        case .refused: "login.refused"
        case .noAnswer: "login.no-answer"
        }
    }

    var sentence: LocalizedText {
        switch self {
        case .passwordsDiffer: Strings.faultPasswordsDiffer
        case .noName: Strings.faultNoName
        case .isCommand(let name): Strings.faultNameIsCommand(name: name)
        case .refused: Strings.faultRefusedAgain
        case .noAnswer: Strings.faultLoginNoAnswer
        }
    }

    var status: ExitStatus { self == .noAnswer || self == .refused ? .login : .failure }
}

/// Why an edited text was not used; what was typed is kept for the next login.
struct KeptEdit: Error {
    /// The command that goes on with it.
    let command: String
    let reason: AuthenticationFault
}

extension KeptEdit: UserFacing {
    var code: String { reason.code }
    var sentence: LocalizedText { reason.sentence.followed(by: Strings.editKept(command: command)) }
    var status: ExitStatus { reason.status }
}
