import Session

/// What goes wrong while somebody is asked for a new password.
enum LoginFault: UserFacing {
    /// The second time it was another one.
    case passwordsDiffer

    var code: String { "login.passwords-differ" }
    var sentence: LocalizedText { Strings.faultPasswordsDiffer }
}
