// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Session
import XMLReader

/// Reads a call of a backup.
enum CallRow {
    /// The call as a message of its conversation; `remark` is told what is odd about it.
    static func draft(
        _ element: borrowing XMLElement, _ date: RowDate, remark: (RowRemark.Reason) -> Void
    ) throws(RefusedRow) -> MessageDraft {
        guard let type = element.integer("type") else {
            guard let text = BackupElement.value("type", of: element) else {
                throw BackupElement.refusal(.missingType, element)
            }
            throw BackupElement.refusal(.unknownType(text), element)
        }
        let outcome = outcome(type)
        if let reason = date.remark { remark(reason) }
        if outcome == nil { remark(.unknownType(type)) }
        let raw =
            BackupElement.text("number", "number_base64", of: element) ?? BackupElement.address(of: element)
        // Restricted, unknown and payphone have no number, whatever stands there.
        let isKnown = ![2, 3, 4].contains(element.integer("presentation"))
        var draft = draft(
            Call(outcome ?? .answered, seconds: element.integer("duration") ?? 0), number: isKnown ? raw : nil,
            date: date.timestamp,
            isRead: element.integer("read").map { $0 != 0 } ?? element.integer("new").map { $0 == 0 })
        draft.importedName = BackupElement.contactName(of: element)
        draft.details = BackupElement.details(of: element, date)
        return draft
    }

    /// A call as a message; one that was missed waits for the user’s eye unless the file says that it was seen.
    static func draft(_ call: Call, number: String?, date: Timestamp, isRead: Bool?) -> MessageDraft {
        let address = Address(number ?? "")
        let isOwn = call.outcome == .made
        var draft = MessageDraft(
            address: address.isEmpty ? .unknown : address, rawAddress: number ?? "", content: "", date: date,
            direction: isOwn ? .outgoing : .incoming, status: isOwn ? .sent : .received,
            isRead: isRead ?? (call.outcome != .missed), kind: .call)
        draft.call = call
        return draft
    }

    /// How a call of Android’s number went; nil for one that it does not have.
    static func outcome(_ type: Int) -> Call.Outcome? {
        // Answered on another device.
        type == 7 ? .answered : Call.Outcome(rawValue: type)
    }
}
