// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import Session

extension MessageKind {
    var word: Value {
        switch self {
        case .sms: Self.smsWord
        case .mms: Self.mmsWord
        case .call: Self.callWord
        }
    }

    // Made once: each row of a list has one of them.
    private static let smsWord = Value.word(key: "sms", LocalizedText(verbatim: "SMS"))
    private static let mmsWord = Value.word(key: "mms", LocalizedText(verbatim: "MMS"))
    private static let callWord = Value.word(key: "call", Strings.kindCall)
}
