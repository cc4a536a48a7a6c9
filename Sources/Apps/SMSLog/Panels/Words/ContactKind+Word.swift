// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import Session

extension ContactKind {
    var word: Value {
        switch self {
        case .unknown: .word(key: "unknown", Strings.kindUnknown)
        case .local: .word(key: "local", Strings.kindLocal)
        case .corporate: .word(key: "corporate", Strings.kindCorporate)
        }
    }
}
