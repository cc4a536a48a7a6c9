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
    /// Those who are suggested, as somebody types them.
    var selection: ConversationSelection { ConversationSelection(numbers) }

    /// What its row is known by.
    var rowID: String { selection.word }
}
