// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogLogic

extension ImportedRows {
    /// Adds a multimedia message, once all of it was read.
    func append(_ message: MultimediaDraft) {
        let (draft, own) = message.finished()
        know(own: own)
        append(draft)
        if draft.address == .unknown { report.remark(RowRemark(line: message.line, reason: .missingAddress)) }
        for remark in message.remarks { report.remark(remark) }
    }
}
