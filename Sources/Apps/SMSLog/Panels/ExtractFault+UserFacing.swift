// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Foundation
public import SMSLogLogic
package import Session

extension ExtractFault: UserFacing {
    package var code: String {
        switch self {
        case .none: "sms.no-attachments"
        case .unknown: "sms.unknown-attachment"
        case .unwritable: "sms.extract-unwritable"
        }
    }

    package var sentence: LocalizedText {
        switch self {
        case .none(let id): Strings.faultNoAttachments(id: id)
        case .unknown(let number, let id): Strings.faultUnknownAttachment(id: id, number: number)
        case .unwritable(let path, let reason):
            SystemReason.sentence(reason) { Strings.faultUnwritable(path: path, reason: $0) }
        }
    }
}
