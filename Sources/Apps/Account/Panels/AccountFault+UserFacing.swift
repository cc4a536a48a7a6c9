// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountDomain
import AtriumKit
package import Session

extension AccountFault: UserFacing {
    package var code: String {
        switch self {
        case .wrongPassword: "account.wrong-password"
        case .samePassword: "account.same-password"
        case .passwordsDiffer: "account.passwords-differ"
        case .confirmationDiffers: "account.confirmation-differs"
        case .unknownField: "account.unknown-field"
        case .badValue: "account.bad-value"
        case .unknownSession: "account.unknown-session"
        case .badIdleLimit: "account.bad-idle-limit"
        case .outOfMemory: "account.out-of-memory"
        }
    }

    package var sentence: LocalizedText {
        switch self {
        case .wrongPassword: Strings.faultWrongPassword
        case .samePassword: Strings.faultSamePassword
        case .passwordsDiffer: Strings.faultPasswordsDiffer
        case .confirmationDiffers(let name): Strings.faultConfirmationDiffers(name: name)
        case .unknownField(let name, let fields):
            Strings.faultUnknownField(name: name, fields: fields.joined(separator: ", "))
        case .badValue(.name, _): Strings.faultBadDisplayName
        case .badValue(.email, let value): Strings.faultBadEmail(value: value)
        case .badValue(.phone, let value): Strings.faultBadPhone(value: value)
        case .unknownSession(let word): Strings.faultUnknownSession(word: word)
        case .badIdleLimit(let typed, let choices):
            Strings.faultBadIdleLimit(typed: typed, choices: choices.joined(separator: ", "))
        case .outOfMemory(let bytes): Strings.faultOutOfMemory(mebibytes: max(1, bytes >> 20))
        }
    }
}
