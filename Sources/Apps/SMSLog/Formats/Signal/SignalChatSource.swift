// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
import AtriumSecrets
import AtriumSession
import AtriumStores
import Foundation
import SMSLogLogic

/// The exports of signal-export from Signal.
enum SignalChat: MessageFormat {
    static let id = "signal-export"

    static func claims(_ file: SniffedFile) -> Bool { SignalChatSource.begins(file.text) }

    /// It is read twice: only all of it shows whether it is a group.
    static func source(of path: String, in context: ImportContext) throws -> (any ImportSource, size: Int) {
        let speakers = try SignalChatSource.speakers(in: ByteLines(FileReader(path)))
        let file = try FileReader(path)
        let title = Folder.split(path).folder.split(separator: "/").last.map(String.init) ?? ""
        let source = SignalChatSource(
            ByteLines(file), title: title, speakers: speakers, into: context.rows, in: context.zone,
            data: FilesBeside.of(path))
        return (source, file.status.size)
    }

    static func mayBe(named name: String) -> Bool? { FileEnding.of(name) == "json" ? true : nil }

    static func owns(folder name: String, in content: FolderContent) -> Bool {
        name == "media" && content.isFile(SignalChatSource.name, of: Self.self)
    }
}

/// The same as a page in Markdown, whose messages are in a file beside it.
enum SignalPage: MessageFormat {
    static let id = "signal-export-page"

    static func claims(_ file: SniffedFile) -> Bool {
        !file.isTable && file.end == "md" && ChatHeader.begins(file.text)
    }

    static func source(of path: String, in context: ImportContext) throws -> (any ImportSource, size: Int) {
        throw ImportFault.signalPage(messages: SignalChatSource.name)
    }

    static func hasMessages(_ file: SniffedFile) -> Bool { false }

    /// The pages beside the messages repeat them.
    static func repeated(in content: FolderContent, among files: [String]) -> Set<String> {
        guard content.files.contains(SignalChatSource.name) else { return [] }
        return Set(files.filter { ["md", "html"].contains(FileEnding.of($0)) })
    }
}

/// A conversation that signal-export has taken from Signal Desktop: `data.json`, an object a line, in a folder that is
/// called as the conversation is, with the files in `media` beside it.
///
/// Source: sigexport/models.py and create.py of github.com/carderne/signal-export.
final class SignalChatSource: ImportSource {
    /// The name of its file of messages.
    static let name = "data.json"
    /// Its name for the user.
    private static let user = "Me"

    let rows: ImportedRows
    var line: Int { input.count }
    private let input: ByteLines
    private let title: String
    private let speakers: Set<String>
    private let timeZone: Zone
    private var escapes = JSONEscapes()
    private let data: (String) -> [UInt8]?

    /// - Parameters:
    ///   - title: The name of the conversation.
    ///   - speakers: All senders in it.
    ///   - data: The bytes of a file, by its path from the folder.
    init(
        _ input: ByteLines, title: String, speakers: Set<String>, into rows: ImportedRows, in timeZone: Zone,
        data: @escaping (String) -> [UInt8]?
    ) {
        self.input = input
        self.title = ChatMarks.name(title)
        self.speakers = speakers.subtracting([Self.user, "No-Sender"])
        self.rows = rows
        self.timeZone = timeZone
        self.data = data
    }

    /// Whether a text begins as such a file does.
    static func begins(_ text: some StringProtocol) -> Bool {
        let head = text.prefix(80)
        return head.hasPrefix("{\"date\": \"") && head.contains("\", \"sender\": \"")
    }

    /// The senders in a conversation.
    static func speakers(in input: ByteLines) throws(ImportFault) -> Set<String> {
        var speakers: Set<String> = []
        var escapes = JSONEscapes()
        while let line = try input.next() {
            if let name = escapes.row(line)?.text("sender") { speakers.insert(name) }
        }
        return speakers
    }

    var bytesRead: Int { input.bytesRead }
    var replacedCharacters: Int { escapes.replaced }

    func step() throws -> Bool { try input.step(add) }

    private func add(_ text: [UInt8]) {
        guard text.contains(where: { $0 > 0x20 }) else { return }
        guard let row = escapes.row(text) else {
            rows.report.refuse(RefusedRow(line: line, reason: .brokenJSON))
            return
        }
        guard row.has("sender") || row.has("body") else {
            rows.report.refuse(RefusedRow(line: line, reason: .missingDate))
            return
        }
        let date = date(row)
        if let reason = date.remark { rows.report.remark(RowRemark(line: line, reason: reason)) }
        let message = draft(row, at: date)
        rows.append(message, line: line)
        for reaction in row.lists("reactions") where reaction.count == 2 {
            rows.append(self.reaction(reaction[1], of: reaction[0], to: message.content, at: date), line: line)
        }
    }

    private func date(_ row: JSONRow) -> RowDate {
        // An item without a time has 1970.
        let date = row["date"].flatMap { ISOTime.timestamp($0, in: timeZone) }
        return RowDate(date.flatMap(MessageTime.possible), before: rows.lastDate)
    }

    /// Whether there are several senders, or one whose name is not that of the conversation.
    private var isGroup: Bool { speakers.count > 1 || speakers.contains { !title.hasPrefix(ChatMarks.name($0)) } }

    private func draft(from speaker: String, at date: RowDate) -> MessageDraft {
        let isOwn = speaker == Self.user
        let address = Address(title)
        var draft = MessageDraft(
            address: address.isEmpty ? .unknown : address, rawAddress: title, content: "", date: date.timestamp,
            direction: isOwn ? .outgoing : .incoming, status: isOwn ? .sent : .received, kind: isGroup ? .mms : .sms)
        draft.details.sim = MessageDetails.signal
        draft.details.isUndated = date.isUndated
        if isGroup, !isOwn, speakers.contains(speaker) {
            draft.sender = Address(ChatMarks.name(speaker))
            draft.participants = [Participant(.from, ChatMarks.name(speaker))]
        }
        return draft
    }

    private func draft(_ row: JSONRow, at date: RowDate) -> MessageDraft {
        var draft = draft(from: row.text("sender") ?? "", at: date)
        var text = Self.trimmed(row.text("body") ?? "")
        if row.isSet("call") {
            draft.call = Self.call(text, isOwn: draft.direction == .outgoing)
            draft.kind = .call
            draft.participants = []
            draft.isRead = draft.call?.outcome != .missed
            return draft
        }
        if row.isSet("deleted") {
            text = ChatWords.retracted
            draft.isWithdrawn = true
        }
        if let sticker = row.row("sticker") {
            let said = ["(sticker", sticker["emoji"]].compactMap { $0 }.joined(separator: " ") + ")"
            text += (text.isEmpty ? "" : "\n") + said
        }
        draft.content = text
        let quote = (row.text("quote") ?? "").split(whereSeparator: \.isNewline)
            .map { $0.drop { $0 == ">" || $0 == " " } }.filter { !$0.isEmpty }.joined(separator: " ")
        if !quote.isEmpty { draft.subject = "Re: " + ChatWords.quotation(quote) }
        addParts(row.rows("attachments"), to: &draft)
        return draft
    }

    private func addParts(_ attachments: [JSONRow], to draft: inout MessageDraft) {
        for attachment in attachments {
            let name = attachment["name"]
            let path = attachment["path"]
            let bytes = path.flatMap { data($0.replacing("%20", with: " ")) ?? data($0) } ?? []
            draft.attach(bytes, named: name, type: MessagePart.type(ofFile: name))
            if bytes.isEmpty, let name { rows.report.remark(RowRemark(line: line, reason: .absentFile(name))) }
        }
        draft.endParts()
    }

    private func reaction(_ emoji: String, of name: String, to text: String, at date: RowDate) -> MessageDraft {
        var draft = draft(from: name, at: date)
        let quoted = text.contains { !$0.isWhitespace } ? ChatWords.quotation(text) : "an attachment"
        draft.content = "Reacted \(emoji) to \(quoted)"
        return draft
    }

    /// Each of its texts ends with two blanks.
    private static func trimmed(_ text: String) -> String { text.hasSuffix("  ") ? String(text.dropLast(2)) : text }

    /// A call by its words: “Incoming voice call (accepted, 1m 2s)”.
    private static func call(_ words: String, isOwn: Bool) -> Call {
        var seconds = 0
        for part in words.split(whereSeparator: { " (),".contains($0) }) {
            // No call took longer than a month.
            guard let unit = part.last, let number = Int(part.dropLast()), number < 100_000 else { continue }
            seconds += unit == "h" ? number * 3600 : unit == "m" ? number * 60 : unit == "s" ? number : 0
        }
        if isOwn { return Call(.made, seconds: seconds) }
        return Call(
            words.hasPrefix("Missed") ? .missed : words.contains("(declined)") ? .rejected : .answered, seconds: seconds
        )
    }
}
