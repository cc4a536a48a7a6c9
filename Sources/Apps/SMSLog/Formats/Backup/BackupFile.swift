// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSession
import Foundation
import SMSLogLogic

/// A file of messages, or of calls, as SMS Backup & Restore writes it.
struct BackupFile: ExportedFile {
    private let draft: DraftWriter
    private let root: String
    private let bytes: PartBytes

    /// Begins a file.
    ///
    /// - Parameter count: The final number of rows, which stands in front.
    /// - Throws: `FileFault`.
    init(_ draft: DraftWriter, ofCalls calls: Bool, count: Int, madeAt: Timestamp, bytes: @escaping PartBytes) throws {
        self.draft = draft
        self.bytes = bytes
        root = calls ? "calls" : "smses"
        try draft.write(BackupRows.head(root, count: count, madeAt: madeAt))
    }

    func write(_ row: WholeMessage) async throws {
        var text = BackupRows()
        if let call = row.message.call {
            text.addCall(row, call)
        } else if row.message.kind == .sms {
            text.addSMS(row)
        } else {
            text.beginMMS(row)
            for (seq, part) in Self.parts(of: row).enumerated() {
                text.beginPart(part, seq: seq)
                if let digest = part.digest, let bytes = try await bytes(digest) {
                    text.addRaw(" data=\"")
                    try draft.write(text.text)
                    try draft.write(base64: bytes)
                    text = BackupRows()
                    text.addRaw("\"")
                }
                text.endPart()
            }
            text.endMMS(row.participants)
        }
        try draft.write(text.text)
    }

    /// The parts; of a message that was kept without them, its text.
    private static func parts(of row: WholeMessage) -> [MessagePart] {
        row.parts.isEmpty && !row.message.content.isEmpty
            ? [MessagePart(name: nil, contentType: "text/plain", text: row.message.content)] : row.parts
    }

    func finish() throws {
        try draft.write("</\(root)>\n")
        try draft.finish()
    }
}

/// Rows of a backup as SMS Backup & Restore writes them, one a line; facts beyond its fields stand in others, which it
/// skips.
struct BackupRows {
    private(set) var text = ""

    /// Begins a file with this root.
    static func head(_ root: String, count: Int, madeAt: Timestamp) -> String {
        """
        <?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
        <\(root) count="\(count)" backup_date="\(madeAt.milliseconds)" type="full">

        """
    }

    /// Adds a short message.
    mutating func addSMS(_ row: WholeMessage) {
        let (message, details) = (row.message, row.details)
        text += "  <sms protocol=\"0\""
        addAddress(row)
        addCourse(message, details, type: "type")
        addText("subject", message.subject)
        add("body", message.content, orNull: false)
        text += " toa=\"null\" sc_toa=\"null\""
        add("service_center", details.centre)
        addEnd(row)
        text += " />\n"
    }

    mutating func addCall(_ row: WholeMessage, _ call: Call) {
        let (message, details) = (row.message, row.details)
        text += "  <call"
        add("number", row.rawAddress)
        text += " duration=\"\(call.seconds)\" date=\"\(message.date.milliseconds)\" type=\"\(call.outcome.rawValue)\""
        if details.isUndated { text += " undated=\"1\"" }
        text += " presentation=\"\(message.address == .unknown ? 3 : 1)\" read=\"\(message.isRead ? 1 : 0)\""
        add("subscription_id", details.sim)
        addName(row)
        text += " />\n"
    }

    /// Begins a multimedia message.
    mutating func beginMMS(_ row: WholeMessage) {
        let (message, details) = (row.message, row.details)
        text += "  <mms"
        addAddress(row)
        addCourse(message, details, type: "msg_box")
        text +=
            " m_type=\"\(message.direction == .outgoing ? 128 : 132)\" ct_t=\"application/vnd.wap.multipart.related\""
        addText("sub", message.subject)
        add("m_id", details.networkID)
        text += " text_only=\"\(message.attachments.isEmpty ? 1 : 0)\""
        addEnd(row)
        text += ">\n    <parts>\n"
    }

    /// Begins a part, up to its data.
    mutating func beginPart(_ part: MessagePart, seq: Int) {
        text += "      <part seq=\"\(part.isLayout ? -1 : seq)\""
        add("ct", part.contentType)
        text += " name=\"null\" chset=\"106\" cd=\"null\" fn=\"null\" cid=\"null\""
        add("cl", part.name)
        // If there are data, they hold the text.
        let isSaid = part.digest == nil || part.text.map { !Self.isAltered($0) && !$0.isEmpty } ?? true
        addText("text", isSaid ? part.text : nil)
    }

    mutating func endPart() { text += " />\n" }

    /// Ends a multimedia message with its participants.
    mutating func endMMS(_ participants: [Participant]) {
        text += "    </parts>\n    <addrs>\n"
        for participant in participants {
            text += "      <addr"
            add("address", participant.rawAddress)
            text += " type=\"\(participant.role.rawValue)\" charset=\"106\" />\n"
        }
        text += "    </addrs>\n  </mms>\n"
    }

    /// Adds text that is right as it is, such as base64.
    mutating func addRaw(_ raw: String) { text += raw }

    private mutating func addCourse(_ message: Message, _ details: MessageDetails, type: String) {
        text += " date=\"\(message.date.milliseconds)\" \(type)=\"\(Self.type(of: message.status))\""
        text += " read=\"\(message.isRead ? 1 : 0)\" status=\"\(message.status == .delivered ? 0 : -1)\""
        text += " locked=\"\(details.isLocked ? 1 : 0)\" date_sent=\"\(details.sent.map(Self.moment) ?? 0)\""
        if let delivered = details.delivered { text += " date_delivered=\"\(Self.moment(delivered))\"" }
        if details.isUndated { text += " undated=\"1\"" }
    }

    /// Another time than the date, as readers take it: a number as small as that of seconds is one of seconds.
    private static func moment(_ moment: Timestamp) -> Int64 {
        moment.milliseconds < 1 << 34 ? moment.milliseconds / 1000 : moment.milliseconds
    }

    private mutating func addAddress(_ row: WholeMessage) {
        add("address", row.message.address == .unknown && row.rawAddress.isEmpty ? nil : row.rawAddress)
    }

    private mutating func addEnd(_ row: WholeMessage) {
        add("sub_id", row.details.sim ?? "-1")
        addName(row)
    }

    private mutating func addName(_ row: WholeMessage) {
        add("contact_name", row.message.contact?.name ?? row.background.importedName ?? "(Unknown)")
    }

    private static func type(of status: SendStatus) -> Int {
        switch status {
        case .received: 1
        case .sent, .delivered: 2
        case .draft: 3
        case .pending: 4
        case .failed: 5
        }
    }

    /// Whether reading it again would give another text.
    private static func isAltered(_ text: String) -> Bool {
        text == "null" || text.unicodeScalars.contains { !isCharacter($0) }
    }

    /// Whether XML 1.0 allows a character (its production `Char`).
    private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    /// Adds a value that may have any characters, and beside it as base64 a value that XML cannot hold.
    private mutating func add(_ name: String, _ value: String?, orNull: Bool = true) {
        text += " \(name)=\""
        if let value, !value.isEmpty || !orNull {
            for scalar in value.unicodeScalars { Self.escape(scalar, into: &text) }
        } else {
            text += "null"
        }
        text += "\""
        if let value, Self.isAltered(value) { addExact(name, value) }
    }

    /// Adds a text, of which an empty one is another than none.
    private mutating func addText(_ name: String, _ text: String?) {
        add(name, text)
        if let text, text.isEmpty { addExact(name, text) }
    }

    private mutating func addExact(_ name: String, _ value: String) {
        text += " \(name)_base64=\"\(Data(value.utf8).base64EncodedString())\""
    }

    private static func escape(_ scalar: Unicode.Scalar, into text: inout String) {
        switch scalar {
        case "&": text += "&amp;"
        case "<": text += "&lt;"
        case ">": text += "&gt;"
        case "\"": text += "&quot;"
        // Breaks and tabs would be read as blanks.
        case "\n", "\r", "\t": text += "&#\(scalar.value);"
        default: text.unicodeScalars.append(isCharacter(scalar) ? scalar : "\u{FFFD}")
        }
    }
}
