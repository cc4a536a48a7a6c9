// SPDX-License-Identifier: GPL-3.0-or-later

import AccountDomain
import AtriumKit
package import Session

extension ProfileField: CommandChoice {
    package var meaning: LocalizedText? { title }

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
    var marks: [Value] {
        (isOwn ? [.word(key: "own", Strings.markOwn)] : []) + (isKept ? [.word(key: "kept", Strings.markKept)] : [])
    }
}
