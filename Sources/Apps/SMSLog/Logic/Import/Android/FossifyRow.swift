// SPDX-License-Identifier: GPL-3.0-or-later

/// A row of Fossify Messages, or of Simple SMS Messenger, from which that comes: Android’s columns, some under other names.
///
/// Source: SmsBackup.kt, MmsBackup.kt, MmsPart.kt, MmsAddress.kt and ExportedMessage.kt of github.com/FossifyOrg/Messages.
enum FossifyRow {
    private static let columns = [
        "subscriptionId": "sub_id", "dateSent": "date_sent", "serviceCenter": "service_center", "contentType": "ct_t",
        "deliveryReport": "d_rpt", "messageType": "m_type", "messageBox": "msg_box", "readReport": "rr",
        "textOnly": "text_only", "subjectCharSet": "sub_cs", "transactionId": "tr_id",
    ]
    private static let columnsOfPart = [
        "contentType": "ct", "charset": "chset", "contentId": "cid", "contentLocation": "cl", "filename": "fn",
        "sequenceOrder": "seq", "contentDisposition": "cd",
    ]

    /// The rows of Android’s provider that a row has; nil for one of another program.
    static func rows(_ row: JSONRow) -> [JSONRow]? {
        // Simple SMS Messenger has two lists of each conversation.
        if !row.names.isEmpty, row.names.allSatisfy({ ["mms", "sms"].contains($0) }) {
            return (row.rows("sms") + row.rows("mms")).map(translated)
        }
        guard row.has("backupType") || row.has("messageBox") || row.has("addresses") && row.has("parts") else {
            return nil
        }
        return [translated(row)]
    }

    private static func translated(_ row: JSONRow) -> JSONRow {
        var columns = columns
        // Of a text message it is a column of its own.
        if row.has("parts") { columns["subject"] = "sub" }
        var translated = row.renamed(columns)
        translated.set("__recipient_addresses", to: row.rows("addresses"))
        translated.set("__parts", to: row.rows("parts").map { $0.renamed(columnsOfPart) })
        return translated
    }
}
