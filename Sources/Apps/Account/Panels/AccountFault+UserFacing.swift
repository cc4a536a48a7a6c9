// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountDomain
package import AtriumKit
package import Session

extension AccountFault: UserFacing {
    package var code: String {
        switch self {
        case .wrongPassword: "account.wrong-password"
        case .samePassword: "account.same-password"
        case .passwordsDiffer: "account.passwords-differ"
        case .confirmationDiffers: "account.confirmation-differs"
        case .badValue: "account.bad-value"
        case .unknownSession: "account.unknown-session"
        case .badIdleLimit: "account.bad-idle-limit"
        case .outOfMemory: "account.out-of-memory"
        }
    }

    package var status: ExitStatus {
        switch self {
        case .badValue, .badIdleLimit: .usage
        default: .failure
        }
    }

    package var sentence: LocalizedText {
        switch self {
        case .wrongPassword: Strings.faultWrongPassword
        case .samePassword: Strings.faultSamePassword
        case .passwordsDiffer: Strings.faultPasswordsDiffer
        case .confirmationDiffers(let name): Strings.faultConfirmationDiffers(name: name)
        case .badValue(.name, _): Strings.faultBadDisplayName
        case .badValue(.email, let value): Strings.faultBadEmail(value: value)
        case .badValue(.phone, let value): Strings.faultBadPhone(value: value)
        case .unknownSession(let number): Strings.faultUnknownSession(number: number)
        case .badIdleLimit(let typed, let choices):
            Strings.faultBadIdleLimit(typed: typed, choices: choices.joined(separator: ", "))
        case .outOfMemory(let bytes): Strings.faultOutOfMemory(mebibytes: max(1, bytes >> 20))
        }
    }
}
