// SPDX-License-Identifier: GPL-3.0-or-later

/// What a row of SMS Import/Export stands for, as its columns tell.
///
/// Source: ImportExportMessages.kt, ImportExportCallLog.kt, ImportExportContacts.kt and ImportExportBlockedNumbers.kt of
/// github.com/tmo1/sms-ie.
enum AndroidKind {
    case message, multimedia, call, contact, blockedNumber

    private static let columnsOfMessage = ["address", "body", "date", "type"]

    /// Of a row; nil for one of another program.
    init?(_ row: JSONRow) {
        if row.has("m_type") || row.has("msg_box") {
            self = .multimedia
        } else if row.has("duration"), row.has("date") || row.has("number") {
            self = .call
        } else if row.has("raw_contacts") {
            self = .contact
        } else if row.has("original_number") {
            self = .blockedNumber
        } else if Self.columnsOfMessage.count(where: row.has) > 1 {
            // One that has lost a column is still refused as a message.
            self = .message
        } else {
            return nil
        }
    }
}
