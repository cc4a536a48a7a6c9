// SPDX-License-Identifier: GPL-3.0-or-later

import Session

/// When a message of a file was.
struct RowDate {
    /// The time.
    let timestamp: Timestamp
    /// What is to be said of it; nil where the row says it itself.
    let remark: RowRemark.Reason?
    /// Whether nothing in the row says it.
    let isUndated: Bool

    /// The date that a row says; of one that says none, or none that can be, by what else it says, else that of the row
    /// before it, else the beginning of all dates.
    ///
    /// What the row does not say tells where it stands in the file, and nothing that a later file would say as well.
    ///
    /// - Parameters:
    ///   - said: The date that it says, if that can be.
    ///   - sent: When the message was sent, if the row says so.
    ///   - written: The date in words, if the row has one that can be read in one way only.
    ///   - before: The date of the row before; nil for the first.
    init(_ said: Timestamp?, sent: Timestamp? = nil, written: Timestamp? = nil, before: Timestamp?) {
        if let said {
            (timestamp, remark, isUndated) = (said, nil, false)
        } else if let sent {
            (timestamp, remark, isUndated) = (sent, .sendingDate, false)
        } else if let written {
            (timestamp, remark, isUndated) = (written, .writtenDate, false)
        } else if let before {
            (timestamp, remark, isUndated) = (before, .dateBefore, true)
        } else {
            (timestamp, remark, isUndated) = (Timestamp(milliseconds: 0), .missingDate, true)
        }
    }
}
