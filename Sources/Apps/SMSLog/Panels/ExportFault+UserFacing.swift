// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumKit
import Foundation
public import SMSLogLogic
package import Session

extension ExportFault: UserFacing {
    package var code: String {
        switch self {
        case .exists: "sms.export-exists"
        case .notEmpty: "sms.export-not-empty"
        case .pageName: "sms.export-page-name"
        case .notTogether: "command.unexpected"
        case .notIncremental: "sms.export-not-incremental"
        case .notNew: "sms.export-not-new"
        case .notSigned: "sms.not-signed"
        case .noKey: "sms.no-key"
        case .unreadable: "sms.export-unreadable"
        case .unwritable: "sms.export-unwritable"
        }
    }

    package var status: ExitStatus { if case .notTogether = self { .usage } else { .failure } }

    package var sentence: LocalizedText {
        switch self {
        case .exists(let path): Strings.faultExportExists(path: path)
        case .notEmpty(let path): Strings.faultExportNotEmpty(path: path)
        case .pageName(let path): Strings.faultExportPageName(path: path)
        case .notTogether(let first, let second): Strings.faultExportNotTogether(first: first, second: second)
        case .notIncremental(let path): Strings.faultExportNotIncremental(path: path)
        case .notNew(let path): Strings.faultExportNotNew(path: path)
        case .notSigned(let path): Strings.faultNotSigned(path: path)
        case .noKey(let text): Strings.faultNoKey(text: text)
        case .unreadable(let path, let reason):
            SystemReason.sentence(reason) { Strings.faultUnreadable(path: path, reason: $0) }
        case .unwritable(let path, let reason):
            SystemReason.sentence(reason) { Strings.faultUnwritable(path: path, reason: $0) }
        }
    }
}
