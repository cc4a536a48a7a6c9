// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Session
import XMLReader

/// Reads the attributes that a message in a backup has, whose word for nothing is `null`.
enum BackupElement {
    /// The value of an attribute; nil when it is missing, empty or `null`.
    static func value(_ name: StaticString, of element: borrowing XMLElement) -> String? {
        guard let value = element[name], !value.isEmpty, value != "null" else { return nil }
        return value
    }

    /// The date, in milliseconds; nil for none that can be.
    ///
    /// Some programs write it as a number with decimals.
    static func date(_ name: StaticString = "date", of element: borrowing XMLElement) -> Timestamp? {
        if let number = element.integer(name), (0...Int(latest)).contains(number) {
            return Timestamp(milliseconds: Int64(number))
        }
        guard let text = value(name, of: element), text.utf8.allSatisfy("0123456789.eE+".utf8.contains),
            let number = Double(text), number >= 0, number <= latest
        else { return nil }
        return Timestamp(milliseconds: Int64(number))
    }

    /// The end of the year 2100: later dates are mistakes.
    static let latest = 4_133_980_799_999.0

    /// A date that messages can have; nil for another one.
    static func possible(_ date: Timestamp) -> Timestamp? {
        (0...latest).contains(Double(date.milliseconds)) ? date : nil
    }

    /// The name of the other end; programs write `(Unknown)` where they know none.
    static func contactName(of element: borrowing XMLElement) -> String? {
        guard let name = text("contact_name", "contact_name_base64", of: element), name != "(Unknown)",
            name.contains(where: { !$0.isWhitespace })
        else { return nil }
        return name
    }

    /// The text of a short message; nil where there is none.
    static func body(of element: borrowing XMLElement) -> String? {
        guard let body = element["body"] else { return nil }
        return exact(body, "body_base64", of: element) ?? (body == "null" ? nil : body)
    }

    /// A text that may have any characters; nil where it is missing, empty or `null`.
    ///
    /// - Parameter exact: The attribute in which our own files say exactly what XML cannot say.
    static func text(_ name: StaticString, _ exact: StaticString, of element: borrowing XMLElement) -> String? {
        Self.exact(element[name] ?? "null", exact, of: element) ?? value(name, of: element)
    }

    /// What stands beside a text in our own files, which then has an odd character, or is the word for nothing.
    private static func exact(_ text: String, _ name: StaticString, of element: borrowing XMLElement) -> String? {
        guard text == "null" || text.unicodeScalars.contains("\u{FFFD}"),
            let bytes = element.withUTF8(of: name, { (bytes: Span<UInt8>) in Base64Data(bytes).bytes })
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The address of the other end; nil where there is none.
    static func address(of element: borrowing XMLElement) -> String? {
        text("address", "address_base64", of: element)
    }

    /// Whether the user has seen the message; one that does not say is nothing to bother with.
    static func isRead(_ element: borrowing XMLElement) -> Bool { element.integer("read") != 0 }

    /// What else is said of a message.
    static func details(of element: borrowing XMLElement, _ date: RowDate) -> MessageDetails {
        var details = MessageDetails()
        details.sent = moment("date_sent", of: element)
        details.delivered = moment("date_delivered", of: element)
        let card =
            text("sub_id", "sub_id_base64", of: element)
            ?? text("subscription_id", "subscription_id_base64", of: element)
        if card != "-1" { details.sim = card }
        details.centre = text("service_center", "service_center_base64", of: element)
        details.isLocked = element.integer("locked") == 1
        // Our own files say so beside the date that the message has here.
        details.isUndated = date.isUndated || element.integer("undated") == 1
        return details
    }

    /// Another time of a message, in milliseconds or, in some multimedia messages, in seconds; nil for none.
    static func moment(_ name: StaticString, of element: borrowing XMLElement) -> Timestamp? {
        guard let number = element.integer(name), number > 0, number <= Int(latest) else { return nil }
        // In milliseconds that would be the first half of 1970, before there was anything to send.
        return Timestamp(milliseconds: Int64(number) * (number < 1 << 34 ? 1000 : 1))
    }

    /// Direction and status of a multimedia message by X-Mms-Message-Type of OMA’s MMS Encapsulation Protocol; nil where
    /// that does not tell.
    static func course(ofMultimedia type: Int?) -> (MessageDirection, SendStatus)? {
        switch type {
        // m-send-req.
        case 128: (.outgoing, .sent)
        // m-notification-ind, of what was not fetched, and m-retrieve-conf.
        case 130, 132: (.incoming, .received)
        default: nil
        }
    }

    /// Whether a multimedia message of this type only says that one waits, and was not fetched.
    static func isNotification(_ type: Int?) -> Bool { type == 130 }

    /// Direction and status of a message whose type or box has this number; nil for one that Android does not have.
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

    static func refusal(_ reason: RefusedRow.Reason, _ element: borrowing XMLElement) -> RefusedRow {
        RefusedRow(line: element.line, reason: reason)
    }
}

extension RefusedRow: Error {}
