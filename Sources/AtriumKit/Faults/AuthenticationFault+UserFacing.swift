import Session

extension AuthenticationFault: UserFacing {
    /// A stable word for programs.
    public var code: String {
        switch self {
        case .notLoggedIn: "login.required"
        case .refused: "login.refused"
        case .backOff: "login.back-off"
        case .nameTaken: "account.name-taken"
        case .badName: "account.bad-name"
        case .passwordTooShort, .passwordTooLong, .passwordWellKnown: "account.bad-password"
        }
    }

    /// Why nobody was let in, and what to do.
    public var sentence: LocalizedText {
        switch self {
        case .notLoggedIn: Strings.faultNotLoggedIn
        case .refused: Strings.faultRefused
        case .backOff(let wait):
            Strings.faultBackOff(seconds: max(1, Int((wait + .milliseconds(999)).components.seconds)))
        case .nameTaken(let name): Strings.faultNameTaken(name: name)
        case .badName(let name): Strings.faultBadName(name: name)
        case .passwordTooShort(let minimum): Strings.faultPasswordTooShort(minimum: minimum)
        case .passwordTooLong(let maximum): Strings.faultPasswordTooLong(maximum: maximum)
        case .passwordWellKnown: Strings.faultPasswordWellKnown
        }
    }

    /// 77 where somebody is not let in, 1 where an account could not be made.
    public var status: ExitStatus {
        switch self {
        case .notLoggedIn, .refused, .backOff: .login
        default: .failure
        }
    }
}
