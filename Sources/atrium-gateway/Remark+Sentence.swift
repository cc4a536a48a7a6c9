// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogLogic
import Session

extension CallbackReceiver.Remark {
    /// What a log says of it.
    var sentence: LocalizedText {
        switch self {
        case .unknownMessage(let gateway, let reference):
            Strings.remarkUnknownMessage(gateway: gateway, reference: reference)
        case .notUnderstood(let gateway): Strings.remarkNotUnderstood(gateway: gateway)
        case .notSigned(let gateway): Strings.remarkNotSigned(gateway: gateway)
        case .notStored(let gateway, let error):
            LocalizedText("remark.notStored") { language in
                let reason = Described(error).sentence.string(in: language)
                return Strings.remarkNotStored(gateway: gateway, reason: reason).string(in: language)
            }
        }
    }
}
