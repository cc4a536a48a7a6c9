// SPDX-License-Identifier: GPL-3.0-or-later

public import Session

extension AuthenticationFault: UserFacing {
    /// The reason of the refusal, and the remedy.
    public var sentence: LocalizedText {
        switch self {
        case .notLoggedIn: Strings.faultNotLoggedIn
        case .locked: Strings.faultLocked
        case .refused: Strings.faultRefused
        case .backOff(let wait): Self.sentence(for: wait)
        case .nameTaken(let name): Strings.faultNameTaken(name: name)
        case .badName(let name): Strings.faultBadName(name: name)
        case .passwordTooShort(let minimum): Strings.faultPasswordTooShort(minimum: minimum)
        case .passwordTooLong(let maximum): Strings.faultPasswordTooLong(maximum: maximum)
        case .passwordWellKnown: Strings.faultPasswordWellKnown
        }
    }

    /// Rounded up, so that the login works after the stated wait: in minutes if seconds would have to be divided.
    private static func sentence(for wait: Duration) -> LocalizedText {
        let seconds = max(1, Int((wait + .milliseconds(999)).components.seconds))
        return seconds < 120
            ? Strings.faultBackOff(seconds: seconds) : Strings.faultBackOffMinutes(minutes: (seconds + 59) / 60)
    }

    /// 77 for a refused login, 1 if an account could not be made.
    public var status: ExitStatus {
        switch self {
        case .notLoggedIn, .locked, .refused, .backOff: .login
        default: .failure
        }
    }
}
