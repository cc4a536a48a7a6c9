// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Foundation
public import SMSLogLogic
package import Session

extension ExportFault: UserFacing {
    package var code: String {
        switch self {
        case .exists: "sms.export-exists"
        case .unwritable: "sms.export-unwritable"
        }
    }

    package var sentence: LocalizedText {
        switch self {
        case .exists(let path): Strings.faultExportExists(path: path)
        case .unwritable(let path, let reason):
            SystemReason.sentence(reason) { Strings.faultUnwritable(path: path, reason: $0) }
        }
    }
}
