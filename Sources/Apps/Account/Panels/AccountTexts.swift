// SPDX-License-Identifier: GPL-3.0-or-later

import AccountDomain
import Session

extension ProfileField {
    /// The field’s name for people.
    var title: LocalizedText {
        switch self {
        case .name: Strings.fieldName
        case .email: Strings.fieldEmail
        case .phone: Strings.fieldPhone
        }
    }
}

extension Login {
    /// What is special about a session.
    var marks: [LocalizedText] { (isOwn ? [Strings.markOwn] : []) + (isKept ? [Strings.markKept] : []) }
}
