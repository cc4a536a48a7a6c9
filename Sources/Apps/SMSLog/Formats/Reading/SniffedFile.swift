// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import SMSLogDomain
import SMSLogStore
package import Session
import XMLReader

/// The format of a file, by its first bytes.
enum ImportFormat {
    /// SMS Backup & Restore.
    case backup
    /// Atrium’s own: lines or an array of JSON, of which the first object says so.
    case objects
    /// SMS Import/Export: lines or an array of JSON; or another program’s, whose rows are none of these.
    case android
    /// SMS Import/Export: an archive of such lines and of the files of parts.
    case androidArchive
    /// The same sealed with a password, which is not read.
    case sealed
    /// Gammu.
    case gammu
    /// Apple’s Messages, if it is a database of messages at all.
    case appleDatabase
    /// WhatsApp.
    case chat
    /// What Signal itself exports.
    case signal
    /// What signal-export takes from Signal.
    case signalChat
    /// The same as a page, whose messages are in a file beside it.
    case signalPage
    /// Google Voice.
    case voice
    /// A page of anything else.
    case page
    /// Contacts.
    case vCard
    /// Contacts in a table.
    case contactTable
    /// Messages in a table.
    case messageTable
    /// A table of a signed folder, whose messages are in a file beside it.
    case legalTable

    /// How many bytes are looked at.
    private static let head = 512
    /// The first line of a table may have a hundred names.
    private static let longestHead = 1 << 14
    private static let tables: Set = ["csv", "tsv", "tab"]
    private static let endsOfJSON: Set = ["json", "jsonl", "ndjson"]

    /// What a file is; a pipe, and what looks like nothing else, is taken for a backup, whose reader says what is wrong.
    ///
    /// - Parameter isTable: Whether the user says that it is a table.
    init(of file: FileReader, named name: String, isTable: Bool = false) throws(FileFault) {
        guard file.status.kind == .regular else {
            self = .backup
            return
        }
        let bytes = try file.bytes(Self.head, at: 0)
        let text = String(decoding: bytes, as: UTF8.self).drop { $0 == "\u{FEFF}" || $0.isWhitespace }
        let isChat = isTable ? false : try Self.isChat(text, file, name)
        self =
            if bytes.starts(with: [0x50, 0x4B, 3, 4]) || bytes.starts(with: [0x50, 0x4B, 5, 6]) {
                .androidArchive
            } else if MessageStore.isDatabase(bytes) {
                .appleDatabase
            } else if SignalChatSource.begins(text) {
                .signalChat
            } else if isChat {
                // WhatsApp writes no Markdown.
                Self.end(of: name) == "md" ? .signalPage : .chat
            } else if Self.isJSON(text), text.contains("\"atrium\"") {
                .objects
            } else if ObjectSource.beginsWithMessage(text) {
                .objects
            } else if SignalSource.begins(text) {
                .signal
            } else if Self.isJSON(text) {
                .android
            } else if text.hasPrefix("SSEF") {
                .sealed
            } else if text.hasPrefix("[SMSBackup") || text.contains("\n[SMSBackup") {
                .gammu
            } else if text.uppercased().hasPrefix("BEGIN:VCARD") {
                .vCard
            } else if text.hasPrefix("<"), try VoicePage.begins(file.bytes(Self.longestHead, at: 0)) {
                .voice
            } else if Self.isPage(text) {
                .page
            } else if isTable {
                .messageTable
            } else {
                try Self.other(file, name) ?? .backup
            }
    }

    /// Whether a text is a chat: by its first line, whatever sign that begins with; in a file of text by a later one, too.
    private static func isChat(
        _ text: some StringProtocol, _ file: FileReader, _ name: String
    ) throws(FileFault) -> Bool {
        if ChatSource.begins(text) { return true }
        guard end(of: name) == "txt" else { return false }
        return ChatSource.begins(laterIn: try file.bytes(longestHead, at: 0))
    }

    private static func other(_ file: FileReader, _ name: String) throws(FileFault) -> ImportFormat? {
        let head = try file.bytes(longestHead, at: 0)
        if LegalFolder.isTable(head) { return .legalTable }
        if TableSource.begins(head) { return .messageTable }
        if ContactTable.begins(head) { return .contactTable }
        guard !head.isEmpty else { return nil }
        return tables.contains(end(of: name)) ? .messageTable : endsOfJSON.contains(end(of: name)) ? .android : nil
    }

    /// Whether a text begins as an object, or as an array of objects; sections of Gammu and messages of WhatsApp begin with
    /// a bracket, too.
    private static func isJSON(_ text: some StringProtocol) -> Bool {
        guard text.hasPrefix("[") else { return text.hasPrefix("{") }
        return text.dropFirst().first { !$0.isWhitespace }.map { "{]".contains($0) } ?? true
    }

    /// Whether a text begins as a page in HTML does.
    private static func isPage(_ text: some StringProtocol) -> Bool {
        let head = text.prefix(200).lowercased()
        return head.hasPrefix("<!doctype html") || head.hasPrefix("<html")
            || head.hasPrefix("<?xml") && head.contains("<!doctype html")
    }

    private static func end(of name: String) -> String { name.split(separator: ".").last.map { $0.lowercased() } ?? "" }

    /// Whether a file of a folder may be meant, by the end of its name.
    static func isCandidate(_ name: String) -> Bool {
        if ["chat.db", "sms.db"].contains(name.lowercased()) { return true }
        // Beside a page of Google Voice its other files are those of its messages.
        if VoiceSource.isNamed(name), ["html", "vcf"].contains(end(of: name)) { return end(of: name) == "html" }
        if end(of: name) == "gz" { return isCandidate(String(name.dropLast(3))) }
        return !name.hasPrefix(".")
            && (ChatLabel.isText(name)
                || ["xml", "vcf", "vcard", "ndjson", "jsonl", "json", "zip", "smsbackup"].contains(end(of: name))
                || tables.contains(end(of: name)))
    }
}

extension ImportFormat {
    /// Whether what it has of messages is all in one file.
    var isWhole: Bool {
        switch self {
        case .backup, .androidArchive, .sealed, .gammu, .vCard, .contactTable: true
        case .objects, .android, .appleDatabase, .chat, .signal, .signalChat, .signalPage, .voice, .page, .messageTable,
            .legalTable:
            false
        }
    }

    /// Whether a file has messages of its own, as it begins: nothing is read of it but that.
    static func isOfMessages(_ path: String) -> Bool {
        guard let file = try? FileReader(path, followingLinks: false),
            let format = try? ImportFormat(of: file, named: path)
        else { return false }
        let head = (try? file.bytes(1 << 14, at: 0)) ?? []
        func begins(with words: [String]) -> Bool {
            let text = String(decoding: head.filter { $0 != 0 }, as: UTF8.self)
            return words.contains(where: text.contains)
        }
        return switch format {
        case .backup: begins(with: ["<smses", "<calls"])
        case .android: begins(with: ["\"msg_box\"", "\"m_type\"", "\"date_sent\"", "\"duration\"", "\"backupType\""])
        case .androidArchive: ChatArchive.text(in: path) != nil || (try? AndroidArchive(path)) != nil
        case .messageTable: TableSource.begins(head)
        case .objects, .gammu, .appleDatabase, .chat, .signal, .signalChat, .voice: true
        case .sealed, .signalPage, .page, .vCard, .contactTable, .legalTable: false
        }
    }
}

/// A file of messages that is read a piece at a time, in whatever format.
protocol ImportSource: AnyObject {
    /// The rows that were read and not taken yet.
    var rows: ImportedRows { get }
    /// How many bytes were read.
    var bytesRead: Int { get }
    /// The line that was read last.
    var line: Int { get }
    /// How many characters could not be read, and were replaced.
    var replacedCharacters: Int { get }
    /// The fault that was before anything else, and says best what is wrong with a file of which nothing was read.
    var firstFault: ImportFault? { get }

    /// Waits for a pipe.
    ///
    /// - Throws: `CancellationError`.
    func ready() async throws

    /// Reads on; false at the end.
    ///
    /// - Throws: `ImportFault`, after which nothing more can be read.
    func step() throws -> Bool
}

extension ImportSource {
    var replacedCharacters: Int { 0 }
    var firstFault: ImportFault? { nil }

    /// At once.
    func ready() async throws {}
}

/// The user’s answers to what a file itself does not tell.
package struct ImportChoices: Sendable {
    /// The user’s name in a chat, or number in a table; `-` where the user has written nothing in it.
    package var me: String?
    /// In which order dates are written.
    package var dates: DateOrder?
    /// Which column of a table says what.
    package var columns: TableMapping?
    /// What a table’s column of directions says of a message that the user sent.
    package var sent: String?
    /// Where times are of that do not say so; nil for where the user is.
    package var timeZone: Zone?
    /// What a notice of Signal says in the user’s language, by its name in the file; nil for one without such words.
    ///
    /// It is stored so; Signal’s own name for a message knows it again in another language.
    package var notices: @Sendable (String) -> String? = { _ in nil }
    /// Whether contacts are those of the organisation.
    package var isCorporate: Bool

    package init(
        me: String? = nil, dates: DateOrder? = nil, columns: TableMapping? = nil, sent: String? = nil,
        timeZone: Zone? = nil, isCorporate: Bool = false
    ) {
        self.isCorporate = isCorporate
        self.me = me
        self.dates = dates
        self.columns = columns
        self.sent = sent
        self.timeZone = timeZone
    }
}
