// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSystems
import SMSLogLogic

/// The messages of a database of Apple’s Messages: `chat.db` of macOS, `sms.db` of iOS.
///
/// The columns vary by version; missing ones have no value. A damaged file loses only
/// the damaged rows. Source of the schema: docs/tables of https://github.com/ReagentX/imessage-exporter
package final class AppleMessages {
    /// A conversation.
    package struct Chat {
        /// The user’s name for it.
        package let title: String?
        /// The service’s name for it: for one person the address.
        package let identifier: String?
        /// The addresses of the others, as they are written.
        package let members: [String]
        /// The name of an earlier group with the same members and another name, or none; empty if that one has none.
        package fileprivate(set) var twin: String?
    }

    /// The numbers of all messages that were found, in their order.
    package private(set) var numbers: [Int] = []
    /// The date of the newest message, as the file writes it, which is the age of the file.
    package private(set) var newest: Int?
    /// Whether nothing of the file is damaged but single messages.
    package private(set) var isWhole = true

    private let database: ForeignDatabase
    private let messageColumns: String
    private var handles: [Int: String] = [:]
    private var chats: [Int: Chat] = [:]
    private var chatOfMessage: [Int: Int] = [:]
    private var filesOfMessage: [Int: [Int]] = [:]
    private let attachmentColumns: String

    /// Opens a file; `nil` for a database of anything else.
    ///
    /// - Throws: `StoreFault`.
    package init?(path: String) throws {
        database = try ForeignDatabase(path: path)
        guard try Self.areIn(database) else { return nil }
        isWhole = !database.isCut
        let columns = try database.columns(of: "message")
        messageColumns = Self.list(Self.ofMessage.intersection(columns))
        attachmentColumns = Self.list(Self.ofAttachment.intersection(try database.columns(of: "attachment")))
        find()
    }

    /// Whether a file is such a database.
    static func are(at path: String) -> Bool {
        guard let database = try? ForeignDatabase(path: path) else { return false }
        return (try? areIn(database)) ?? false
    }

    private static func areIn(_ database: ForeignDatabase) throws -> Bool {
        try database.columns(of: "message").isSuperset(of: ["guid", "date", "handle_id", "is_from_me"])
            && database.columns(of: "handle").contains("id")
    }

    private static let ofMessage: Set = [
        "guid", "text", "attributedBody", "handle_id", "subject", "service", "account", "destination_caller_id",
        "error",
        "date", "date_read", "date_delivered", "is_from_me", "is_read", "is_delivered", "item_type", "other_handle",
        "group_title", "group_action_type", "balloon_bundle_id", "associated_message_guid", "associated_message_type",
        "associated_message_emoji", "thread_originator_guid", "date_edited", "date_retracted", "message_summary_info",
        "share_status",
    ]
    private static let ofAttachment: Set = ["filename", "mime_type", "transfer_name", "total_bytes"]

    private static func list(_ columns: Set<String>) -> String {
        (["ROWID AS number"] + columns.sorted()).joined(separator: ", ")
    }

    /// Reads the tables of the conversations, and the numbers of their messages.
    private func find() {
        each("SELECT ROWID AS number, id FROM handle") { row in
            if let number = row.integer("number"), let id = row.text("id") { handles[number] = id }
        }
        var members: [Int: [Int]] = [:]
        each("SELECT chat_id, handle_id FROM chat_handle_join ORDER BY chat_id, handle_id", of: "chat_handle_join") {
            if let chat = $0.integer("chat_id"), let handle = $0.integer("handle_id") {
                members[chat, default: []].append(handle)
            }
        }
        each("SELECT ROWID AS number, * FROM chat", of: "chat") { row in
            guard let number = row.integer("number") else { return }
            chats[number] = Chat(
                title: row.text("display_name"), identifier: row.text("chat_identifier"),
                members: (members[number] ?? []).compactMap { handles[$0] })
        }
        findTwins()
        // The second has the messages deleted in the last days.
        for table in ["chat_message_join", "chat_recoverable_message_join"] {
            each("SELECT chat_id, message_id FROM \(table)", of: table) { row in
                guard let chat = row.integer("chat_id"), let message = row.integer("message_id"), chats[chat] != nil
                else { return }
                // Of two it is in the one that was there first, however the rows are ordered.
                chatOfMessage[message] = min(chat, chatOfMessage[message] ?? chat)
            }
        }
        let files = "SELECT message_id, attachment_id FROM message_attachment_join ORDER BY message_id, attachment_id"
        each(files, of: "message_attachment_join") { row in
            if let message = row.integer("message_id"), let file = row.integer("attachment_id") {
                filesOfMessage[message, default: []].append(file)
            }
        }
        findMessages()
        each("SELECT max(date) AS newest FROM message") { newest = $0.integer("newest") }
    }

    /// Finds the groups that differ in nothing but their names.
    private func findTwins() {
        var first: [Set<String>: String] = [:]
        for number in chats.keys.sorted() {
            guard let chat = chats[number], chat.members.count > 1 else { continue }
            let (title, members) = (chat.title ?? "", Set(chat.members))
            if let other = first[members] {
                if other != title { chats[number]?.twin = other }
            } else {
                first[members] = title
            }
        }
    }

    private func findMessages() {
        func collect(_ order: String) -> (numbers: [Int], isWhole: Bool) {
            var found: [Int] = []
            do {
                try database.rows("SELECT ROWID AS number FROM message NOT INDEXED ORDER BY ROWID \(order)") { row in
                    if let number = AppleRow(row).integer("number") { found.append(number) }
                }
            } catch {
                return (found, false)
            }
            return (found, true)
        }
        let first = collect("ASC")
        numbers = first.numbers
        guard !first.isWhole else { return }
        isWhole = false
        // The part behind the damage is read from the other end.
        numbers = Set(numbers + collect("DESC").numbers).sorted()
    }

    private func each(_ query: String, of table: String? = nil, _ body: (AppleRow) -> Void) {
        do {
            if let table, try database.columns(of: table).isEmpty { return }
            try database.rows(query) { body(AppleRow($0)) }
        } catch {
            isWhole = false
        }
    }

    /// A message; `nil` if the file is damaged.
    package func message(_ number: Int) -> AppleRow? {
        row("SELECT \(messageColumns) FROM message WHERE ROWID = ?", .integer(number))
    }

    /// The message that others refer to by this identifier.
    package func message(named guid: String) -> AppleRow? {
        row("SELECT \(messageColumns) FROM message WHERE guid = ?", .text(guid))
    }

    /// The conversation that a message is in.
    package func chat(of number: Int) -> Chat? { chatOfMessage[number].flatMap { chats[$0] } }

    /// The address of a handle, as it is written.
    package func address(_ handle: Int?) -> String? { handle.flatMap { handles[$0] } }

    /// The files of a message, in their order; those of which the row is lost have no values.
    package func attachments(of number: Int) -> [AppleRow] {
        (filesOfMessage[number] ?? []).map { file in
            row("SELECT \(attachmentColumns) FROM attachment WHERE ROWID = ?", .integer(file)) ?? AppleRow(ForeignRow())
        }
    }

    private func row(_ query: String, _ argument: ForeignValue) -> AppleRow? {
        var found: AppleRow?
        try? database.rows(query, [argument]) { found = found ?? AppleRow($0) }
        return found
    }
}

/// A row of a database of Apple’s Messages: of each version, and of a broken file, it may lack any value.
package struct AppleRow {
    private let values: ForeignRow

    init(_ values: ForeignRow) { self.values = values }

    /// A text that is not empty.
    package func text(_ column: String) -> String? {
        switch values[column] {
        case .text(let text)? where !text.isEmpty: text
        case .integer(let number)?: String(number)
        case .bytes(let bytes)? where !bytes.isEmpty: String(decoding: bytes, as: UTF8.self)
        default: nil
        }
    }

    /// The number of characters that were replaced in texts that are not UTF-8.
    package func replaced(in columns: [String]) -> Int {
        columns.reduce(0) { count, column in
            guard case .bytes(let bytes)? = values[column] else { return count }
            let text = String(decoding: bytes, as: UTF8.self)
            let isWritten = zip(zip(bytes, bytes.dropFirst()), bytes.dropFirst(2)).count {
                $0.0 == 0xEF && $0.1 == 0xBF && $1 == 0xBD
            }
            return count + text.unicodeScalars.count { $0 == "\u{FFFD}" } - isWritten
        }
    }

    /// A number, even if it is stored as another kind of value.
    package func integer(_ column: String) -> Int? {
        switch values[column] {
        case .integer(let number)?: number
        case .real(let number)?: Int(exactly: number.rounded())
        case .text(let text)?: Int(text)
        default: nil
        }
    }

    /// Whether it says yes.
    package func isSet(_ column: String) -> Bool { (integer(column) ?? 0) != 0 }

    /// Bytes, of which there are some.
    package func bytes(_ column: String) -> [UInt8]? {
        guard case .bytes(let bytes)? = values[column], !bytes.isEmpty else { return nil }
        return bytes
    }
}
