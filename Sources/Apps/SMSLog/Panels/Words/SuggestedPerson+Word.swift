// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import SMSLogLogic
import Session

extension SuggestedPerson.Reason {
    /// What is said of it.
    var title: LocalizedText {
        switch self {
        case .sameName: Strings.reasonSameName
        case .workNumber: Strings.reasonWorkNumber
        case .mailOfName: Strings.reasonMailOfName
        }
    }

    /// The same as a value.
    var word: Value { .word(key: rawValue, title) }
}

extension SuggestedPerson {
    /// What its row is known by.
    var rowID: String { numbers.map(\.text).joined(separator: " ") }
}
