// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumStores

/// A command’s change of an account: a line of the journal.
package enum AccountStep: Codable, Hashable, Sendable {
    /// A preference of the user, by its name.
    case setting(String, before: String?, after: String?)
    /// A field of the profile.
    case profile(ProfileChange, before: ProfileChange)
    /// A change that cannot be undone, by its subject: a user, a token or the like.
    case lasting(String)

    /// The changed thing, as the user types it.
    package var name: String {
        switch self {
        case .setting(let name, _, _), .lasting(let name): name
        case .profile(.displayName, _): ProfileField.name.rawValue
        case .profile(.email, _): ProfileField.email.rawValue
        case .profile(.phone, _): ProfileField.phone.rawValue
        case .profile(.language, _): "lang"
        case .profile(.login, _): "login"
        }
    }

    /// Whether it says the same before and after.
    package var isNothing: Bool {
        switch self {
        case .setting(_, let before, let after): before == after
        case .profile(let after, let before): before == after
        case .lasting: false
        }
    }

    /// The other way round.
    package var inverted: AccountStep {
        switch self {
        case .setting(let name, let before, let after): .setting(name, before: after, after: before)
        case .profile(let after, let before): .profile(before, before: after)
        case .lasting: self
        }
    }
}

extension Profile {
    /// The present value of the field of a change in a profile.
    package func present(_ change: ProfileChange) -> ProfileChange {
        switch change {
        case .displayName: .displayName(displayName)
        case .email: .email(email)
        case .phone: .phone(phone)
        case .language: .language(language)
        case .login: .login(name)
        }
    }
}

extension JournalEntry {
    /// The recorded steps.
    package var accountSteps: [AccountStep] { steps() }
}
