// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// When a message of a file was.
struct RowDate {
    /// The time.
    let timestamp: Timestamp
    /// What is to be said of it; nil where the row says it itself.
    let remark: RowRemark.Reason?

    /// The date that a row says.
    init(_ timestamp: Timestamp) {
        self.timestamp = timestamp
        remark = nil
    }

    /// The date of a row that says none, or none that can be: by what else it says, else that of the row before it, else
    /// the beginning of all dates.
    ///
    /// It follows from what the file says up to there, so that a second import finds the same message.
    ///
    /// - Parameters:
    ///   - sent: When the message was sent, if the row says so.
    ///   - written: The date in words, if the row has one that can be read in one way only.
    ///   - before: The date of the row before; nil for the first.
    init(sent: Timestamp?, written: Timestamp? = nil, before: Timestamp?) {
        if let sent {
            (timestamp, remark) = (sent, .sendingDate)
        } else if let written {
            (timestamp, remark) = (written, .writtenDate)
        } else if let before {
            (timestamp, remark) = (before, .dateBefore)
        } else {
            (timestamp, remark) = (Timestamp(milliseconds: 0), .missingDate)
        }
    }
}
