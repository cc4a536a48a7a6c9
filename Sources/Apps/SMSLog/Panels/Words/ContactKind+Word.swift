// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import Session

extension ContactKind {
    var word: Value {
        switch self {
        case .unknown: Self.unknownWord
        case .local: Self.localWord
        case .corporate: Self.corporateWord
        }
    }

    // Made once: each row of a list has one of them.
    private static let unknownWord = Value.word(key: "unknown", Strings.kindUnknown)
    private static let localWord = Value.word(key: "local", Strings.kindLocal)
    private static let corporateWord = Value.word(key: "corporate", Strings.kindCorporate)
}
