// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumXMLReader
import SMSLogLogic

/// Reads the attributes that a message in a backup has, whose word for nothing is `null`.
enum BackupElement {
    /// The value of an attribute; `nil` when it is missing, empty or `null`.
    static func value(_ name: StaticString, of element: borrowing XMLElement) -> String? {
        guard let value = element[name], !value.isEmpty, value != "null" else { return nil }
        return value
    }

    /// The date, in milliseconds; `nil` for none that can be.
    ///
    /// Some programs write it as a number with decimals.
    static func date(_ name: StaticString = "date", of element: borrowing XMLElement) -> Timestamp? {
        if let number = element.integer(name), (0...Int(MessageTime.latest)).contains(number) {
            return Timestamp(milliseconds: Int64(number))
        }
        guard let text = value(name, of: element), text.utf8.allSatisfy("0123456789.eE+".utf8.contains),
            let number = Double(text), number >= 0, number <= MessageTime.latest
        else { return nil }
        return Timestamp(milliseconds: Int64(number))
    }

    /// The name of the other end; programs write `(Unknown)` if they know none.
    static func contactName(of element: borrowing XMLElement) -> String? {
        guard let name = text("contact_name", "contact_name_base64", of: element), name != "(Unknown)",
            name.contains(where: { !$0.isWhitespace })
        else { return nil }
        return name
    }

    /// The text of a short message; `nil` if there is none.
    static func body(of element: borrowing XMLElement) -> String? {
        guard let body = element["body"] else { return nil }
        return exact(body, "body_base64", of: element) ?? (body == "null" ? nil : body)
    }

    /// A text that may have any characters; `nil` if it is missing, empty or `null`.
    ///
    /// - Parameter exact: The attribute in which our own files hold exactly the text that XML cannot.
    static func text(_ name: StaticString, _ exact: StaticString, of element: borrowing XMLElement) -> String? {
        Self.exact(element[name] ?? "null", exact, of: element) ?? value(name, of: element)
    }

    /// The text beside another one in our own files, which then has an odd character, or is the word for nothing.
    private static func exact(_ text: String, _ name: StaticString, of element: borrowing XMLElement) -> String? {
        guard text == "null" || text.unicodeScalars.contains("\u{FFFD}"),
            let bytes = element.withUTF8(of: name, { (bytes: Span<UInt8>) in Base64Data(bytes).bytes })
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The address of the other end; `nil` if there is none.
    static func address(of element: borrowing XMLElement) -> String? {
        text("address", "address_base64", of: element)
    }

    /// Whether the user has seen the message; one without that mark counts as seen.
    static func isRead(_ element: borrowing XMLElement, _ remark: (RowRemark.Reason) -> Void) -> Bool {
        number("read", of: element, remark) != 0
    }

    /// A whole number; `nil` if there is none, or another value, which `remark` receives.
    static func number(
        _ name: StaticString, of element: borrowing XMLElement, _ remark: (RowRemark.Reason) -> Void
    ) -> Int? {
        if let number = element.integer(name) { return number }
        if let text = value(name, of: element) { remark(.badValue("\(name)", text)) }
        return nil
    }

    /// The details of a message; `remark` receives the values that are none.
    static func details(
        of element: borrowing XMLElement, _ date: RowDate, _ remark: (RowRemark.Reason) -> Void
    ) -> MessageDetails {
        var details = MessageDetails()
        details.sent = moment("date_sent", of: element, remark)
        details.delivered = moment("date_delivered", of: element, remark)
        let card =
            text("sub_id", "sub_id_base64", of: element)
            ?? text("subscription_id", "subscription_id_base64", of: element)
        if card != "-1" { details.sim = card }
        details.centre = text("service_center", "service_center_base64", of: element)
        details.isLocked = number("locked", of: element, remark) == 1
        // Our own files state this beside the date that the message has here.
        details.isUndated = date.isUndated || element.integer("undated") == 1
        return details
    }

    /// Another time of a message, in milliseconds or, in some multimedia messages, in seconds; `nil` for none.
    static func moment(
        _ name: StaticString, of element: borrowing XMLElement, _ remark: (RowRemark.Reason) -> Void = { _ in }
    ) -> Timestamp? {
        guard let number = number(name, of: element, remark), number > 0 else { return nil }
        guard number <= Int(MessageTime.latest) else {
            remark(.badDate(String(number)))
            return nil
        }
        // In milliseconds that would be the first half of 1970, before any message could be sent.
        return Timestamp(milliseconds: Int64(number) * (number < 1 << 34 ? 1000 : 1))
    }

    /// Direction and status of a multimedia message by X-Mms-Message-Type of OMA’s MMS Encapsulation Protocol; `nil`
    /// if it does not show them.
    static func course(ofMultimedia type: Int?) -> (MessageDirection, SendStatus)? {
        switch type {
        // m-send-req.
        case 128: (.outgoing, .sent)
        // m-notification-ind, of a message that was not fetched, and m-retrieve-conf.
        case 130, 132: (.incoming, .received)
        default: nil
        }
    }

    /// Whether a multimedia message of this type only says that one waits, and was not fetched.
    static func isNotification(_ type: Int?) -> Bool { type == 130 }

    /// Direction and status of a message whose type or box has this number; `nil` for one that Android does not have.
    static func course(_ type: Int, status: Int?) -> (MessageDirection, SendStatus)? {
        switch type {
        case 1: (.incoming, .received)
        case 2:
            switch status {
            case 0: (.outgoing, .delivered)
            case 32: (.outgoing, .pending)
            case 64: (.outgoing, .failed)
            default: (.outgoing, .sent)
            }
        case 3: (.outgoing, .draft)
        case 4, 6: (.outgoing, .pending)
        case 5: (.outgoing, .failed)
        default: nil
        }
    }

    /// The type of a short message or a call.
    static func type(of element: borrowing XMLElement) throws(RefusedRow) -> Int {
        if let type = element.integer("type") { return type }
        throw refusal(value("type", of: element).map { .unknownType($0) } ?? .missingType, element)
    }

    static func refusal(_ reason: RefusedRow.Reason, _ element: borrowing XMLElement) -> RefusedRow {
        RefusedRow(line: element.line, reason: reason)
    }
}

/// Reads a call of a backup.
enum CallRow {
    /// The call as a message of its conversation; `remark` receives its oddities.
    static func draft(
        _ element: borrowing XMLElement, _ date: RowDate, remark: (RowRemark.Reason) -> Void
    ) throws(RefusedRow) -> MessageDraft {
        let type = try BackupElement.type(of: element)
        let outcome = outcome(type)
        if let reason = date.remark { remark(reason) }
        if outcome == nil { remark(.unknownType(type)) }
        let raw =
            BackupElement.text("number", "number_base64", of: element) ?? BackupElement.address(of: element)
        // Restricted, unknown and payphone have no number, whatever is written there.
        let isKnown = ![2, 3, 4].contains(element.integer("presentation"))
        var draft = draft(
            Call(outcome ?? .answered, seconds: seconds(BackupElement.value("duration", of: element), remark)),
            number: isKnown ? raw : nil, date: date.timestamp,
            isRead: BackupElement.number("read", of: element, remark).map { $0 != 0 }
                ?? BackupElement.number("new", of: element, remark).map { $0 == 0 })
        draft.importedName = BackupElement.contactName(of: element)
        draft.details = BackupElement.details(of: element, date, remark)
        return draft
    }

    /// The length of a call; `remark` receives one that is none.
    static func seconds(_ text: String?, _ remark: (RowRemark.Reason) -> Void) -> Int {
        guard let text else { return 0 }
        if let number = Double(text), let seconds = Int(exactly: number.rounded()), Call.lengths.contains(seconds) {
            return seconds
        }
        remark(.badValue("duration", text))
        return 0
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

    /// The outcome of a call by Android’s number; `nil` for an unknown one.
    static func outcome(_ type: Int) -> Call.Outcome? {
        // Answered on another device.
        type == 7 ? .answered : Call.Outcome(rawValue: type)
    }
}
