// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
import AtriumSecrets
import AtriumSession
import AtriumStores
import AtriumZipReader
import SMSLogLogic

/// WhatsApp: the text of a chat, or an archive of that and of the files of its messages.
enum WhatsApp: MessageFormat {
    static let id = "whatsapp"

    /// By its first line, with any sign at its beginning; in a file of text by a later one, too.
    ///
    /// WhatsApp writes no Markdown.
    static func claims(_ file: SniffedFile) -> Bool {
        if file.isZip { return ChatArchive.text(in: file.path) != nil }
        guard !file.isTable, file.end != "md" else { return false }
        return ChatHeader.begins(file.text) || file.end == "txt" && ChatSource.begins(laterIn: file.longHead)
    }

    static func source(of path: String, in context: ImportContext) throws -> (any ImportSource, size: Int) {
        guard try SniffedFile(FileReader(path), at: path).isZip else {
            return try source(of: path, label: path, in: context, data: FilesBeside.of(path))
        }
        let archive = try ChatArchive(path)
        return try source(of: archive.messages, label: archive.label, in: context) { archive.data($0) }
    }

    /// A chat is read twice: only all of it shows who the user is, and the order of its dates.
    private static func source(
        of path: String, label: String, in context: ImportContext, data: @escaping (String) -> [UInt8]?
    ) throws -> (any ImportSource, size: Int) {
        let outline = try ChatOutline(
            ByteLines(FileReader(path)), label: ChatLabel(path: label), choices: context.choices)
        let file = try FileReader(path)
        return (
            ChatSource(ByteLines(file), outline, into: context.rows, in: context.zone, data: data), file.status.size
        )
    }

    static func mayBe(named name: String) -> Bool? { ChatLabel.isText(name) ? true : nil }

    static func isWhole(_ file: SniffedFile) -> Bool { file.isZip }

    static func reads(archive path: String) -> Bool { ChatArchive.text(in: path) != nil }

    /// The folder is WhatsApp’s own on a phone, or has a chat.
    static func owns(folder name: String, in content: FolderContent) -> Bool {
        name == "media"
            && ((content.path.split(separator: "/").last ?? "").hasPrefix("WhatsApp")
                || content.files.contains { ChatLabel.isText($0) })
    }

    /// A card that a chat mentions is a file of one of its messages, and no contact.
    static func repeated(in content: FolderContent, among files: [String]) -> Set<String> {
        let chats = files.filter { ChatLabel.isText($0) }
        let cards = files.filter { ["vcf", "vcard"].contains(FileEnding.of($0)) }
        guard !chats.isEmpty, !cards.isEmpty else { return [] }
        let mentioned = ChatCards(in: chats.map { "\(content.path)/\($0)" })
        return Set(cards.filter(mentioned.contains))
    }
}

/// A chat that WhatsApp has exported: messages of one or more lines, each behind a date and a time of the place.
final class ChatSource: ImportSource {
    let rows: ImportedRows
    private(set) var line = 0
    private let input: ByteLines
    private let outline: ChatOutline
    private let timeZone: Zone
    private let data: (String) -> [UInt8]?
    private var begun: BegunEntry?
    private var isOver = false
    private var places: ChatPlaces
    private let newest: Timestamp?

    /// A message of which more lines may follow.
    private struct BegunEntry {
        let header: ChatHeader
        let line: Int
        private(set) var text: String

        init(_ header: ChatHeader, line: Int) {
            (self.header, self.line, text) = (header, line, String(header.rest))
        }

        mutating func add(_ line: String) { text += "\n" + line }
    }

    /// - Parameters:
    ///   - outline: The result of another reading of the same text.
    ///   - data: The bytes of a message’s file; `nil` if it is not there.
    init(
        _ input: ByteLines, _ outline: ChatOutline, into rows: ImportedRows, in timeZone: Zone,
        data: @escaping (String) -> [UInt8]?
    ) {
        self.input = input
        self.outline = outline
        self.rows = rows
        self.timeZone = timeZone
        self.data = data
        places = outline.places
        newest = outline.newest?.date(outline.order, in: timeZone)
    }

    var bytesRead: Int { input.bytesRead }

    func step() throws -> Bool {
        guard !isOver else { return false }
        if try input.step(add) { return true }
        isOver = true
        finish()
        return true
    }

    /// Whether one of the first lines of a text begins a message of a chat: something may have been put before it.
    static func begins(laterIn head: [UInt8]) -> Bool {
        let lines = String(decoding: head, as: UTF8.self).split(maxSplits: 20, whereSeparator: \.isNewline).prefix(20)
        return lines.contains { line in
            ChatHeader(String(line)).map { $0.moment.isPossible && ChatEntry($0.rest).speaker != nil } ?? false
        }
    }

    private func add(_ bytes: [UInt8]) {
        line += 1
        let text = rows.text(bytes)
        let header =
            ChatOutline.mayBegin(bytes) ? ChatHeader(text).flatMap { $0.style == outline.style ? $0 : nil } : nil
        if let header, begun == nil || outline.begins(header) {
            finish()
            begun = BegunEntry(header, line: line)
        } else if begun != nil {
            begun?.add(text)
        } else if text.contains(where: { !$0.isWhitespace }) {
            rows.report.refuse(RefusedRow(line: line, reason: .strayText))
        }
    }

    /// Ends the present message.
    private func finish() {
        guard let begun else { return }
        self.begun = nil
        let header = begun.header
        let entry = ChatEntry(begun.text)
        let place = places.next(header.written, entry.speaker ?? "")
        let known = header.moment.date(outline.order, in: timeZone)
        let date = RowDate(known, before: rows.lastDate)
        if let reason = date.remark { rows.report.remark(RowRemark(line: begun.line, reason: reason)) }
        var draft = draft(entry, at: date, line: begun.line)
        let written = known.map { String($0.milliseconds) } ?? header.written
        draft.details.networkID = "whatsapp:\(outline.address):\(written):\(entry.speaker ?? ""):\(place)"
        draft.isKnownByNetworkID = entry.isEdited || !entry.files.isEmpty
        draft.isKeepingFormerText = entry.isEdited
        draft.namedAt = newest
        rows.append(draft, line: begun.line)
    }

    private func draft(_ entry: ChatEntry, at date: RowDate, line: Int) -> MessageDraft {
        let isOwn = entry.speaker != nil && entry.speaker == outline.me
        var draft = MessageDraft(
            address: outline.address, content: entry.text, date: date.timestamp,
            direction: isOwn ? .outgoing : .incoming,
            status: isOwn ? .sent : .received, kind: outline.isGroup || !entry.files.isEmpty ? .mms : .sms,
            importedName: outline.title)
        draft.details.sim = MessageDetails.whatsApp
        draft.details.isUndated = date.isUndated
        // On iOS the group itself announces its own events.
        if outline.isGroup, !isOwn, let speaker = entry.speaker, !(entry.isNotice && speaker == outline.title) {
            draft.sender = Address(speaker)
            draft.participants = [Participant(.from, speaker)]
        }
        for (name, kind) in zip(entry.files, entry.kinds) {
            let bytes = name.isEmpty ? [] : data(name) ?? []
            draft.attach(
                bytes, named: name.isEmpty ? nil : name, type: kind ?? MessagePart.type(ofFile: name))
            if bytes.isEmpty, !name.isEmpty {
                rows.report.remark(RowRemark(line: line, reason: .absentFile(name)))
            }
        }
        draft.endParts()
        draft.poorer = readings(entry, from: draft.sender)
        return draft
    }

    /// The form of a message with files in an export without them: on iOS its text without marks, on Android nothing.
    private func readings(_ entry: ChatEntry, from sender: Address?) -> [PoorerReading] {
        guard !entry.files.isEmpty else { return [] }
        let parts = entry.files.map { _ in MessagePart(name: nil, contentType: MessagePart.type(ofFile: nil)) }
        return [entry.text, ChatMarks.plain(entry.text), ""].map {
            PoorerReading(content: $0, sender: sender, attachments: parts)
        }
    }
}

/// An archive of WhatsApp: the text of one chat, and the files of its messages.
struct ChatArchive {
    private static let text = "text"
    /// The name of the chat, as a path.
    let label: String
    private let files: UnpackedMessages

    var messages: String { files.path(Self.text) }

    /// The path of the one text of a chat in an archive, by its name or its content; `nil` if there is none.
    static func text(in path: String) -> String? {
        guard let archive = try? ZipArchive(path: path) else { return nil }
        var texts: [String] = []
        while let entry = try? archive.next() {
            guard !entry.isFolder, !entry.isLink, entry.path.lowercased().hasSuffix(".txt") else { continue }
            if ChatLabel.isText(entry.path) { return entry.path }
            var head: [UInt8] = []
            try? archive.read { bytes in
                head += bytes.prefix(Self.head - head.count)
                if head.count >= Self.head { throw CancellationError() }
            }
            if ChatSource.begins(laterIn: WideText.utf8(head)) { texts.append(entry.path) }
        }
        return texts.count == 1 ? texts[0] : nil
    }

    /// The number of bytes of a text that show whether it is a chat.
    private static let head = 1 << 14

    /// Unpacks an archive.
    ///
    /// - Throws: `ImportFault`.
    init(_ path: String) throws(ImportFault) {
        var label: String?
        let text = Self.text(in: path)
        files = try UnpackedMessages(path) { entry, name in
            guard label == nil, entry == text else { return .part }
            label = name == ChatLabel.plainName ? path : name
            return .messages(Self.text)
        }
        self.label = label ?? ""
    }

    /// The bytes of a message’s file; `nil` if it is not there.
    func data(_ name: String) -> [UInt8]? { files.data(name) }
}

/// The name that WhatsApp gives the file or folder of a chat: “WhatsApp Chat with Anna.txt”, “WhatsApp Chat - Anna.zip”,
/// or the like in another language.
struct ChatLabel {
    /// The name that iOS gives every chat’s text.
    static let plainName = "_chat.txt"

    private static let joints = [" with ", " - ", " avec ", " mit ", " con ", " com ", " met ", " med "]

    private let name: String

    /// The label of a file, or of its folder; `nil` if neither has such a name.
    init?(path: String) {
        let names = path.split(separator: "/").suffix(2).reversed()
        guard let found = names.first(where: { Self.isNamed($0) }) else { return nil }
        var name = ChatMarks.plain(found)
        for end in [".txt", ".zip"] where name.lowercased().hasSuffix(end) { name.removeLast(end.count) }
        // A second copy in one folder.
        if name.hasSuffix(")"), let start = name.lastIndex(of: "("),
            name[start...].dropFirst().dropLast().allSatisfy(\.isNumber)
        {
            name = String(name[..<start])
        }
        self.name = ChatMarks.name(name)
    }

    /// Whether a file of a folder or archive is the text of a chat, by its name.
    static func isText(_ path: some StringProtocol) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return name == plainName || name.lowercased().hasSuffix(".txt") && isNamed(name) && !name.hasPrefix(".")
    }

    private static func isNamed(_ name: some StringProtocol) -> Bool { name.contains("WhatsApp") }

    /// The other end, or the name of the group; `nil` if it is not known.
    var title: String? {
        for joint in Self.joints {
            if let start = name.firstRange(of: joint), name[..<start.lowerBound].contains("WhatsApp") {
                let title = ChatMarks.name(name[start.upperBound...])
                return title.isEmpty ? nil : title
            }
        }
        return nil
    }

    /// Whether it names a speaker, in any language.
    func names(_ speaker: String) -> Bool {
        if let title { return title == speaker }
        return name.hasSuffix(" " + speaker)
    }
}

/// The cards that messages of chats have as files.
struct ChatCards {
    private var names: Set<String> = []

    /// - Parameter paths: The texts of the chats; one that cannot be read mentions nothing.
    init(in paths: [String]) {
        for path in paths {
            guard let file = try? FileReader(path) else { continue }
            let input = ByteLines(file)
            while let line = try? input.next() {
                guard ChatOutline.mayBegin(line), let header = ChatHeader(String(decoding: line, as: UTF8.self)) else {
                    continue
                }
                names.formUnion(ChatEntry(header.rest).files)
            }
        }
    }

    /// Whether a message has a file of this name.
    func contains(_ name: String) -> Bool { names.contains(name) }
}
