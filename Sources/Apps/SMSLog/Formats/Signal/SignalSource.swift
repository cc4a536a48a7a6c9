// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
import AtriumSecrets
import AtriumSession
import AtriumStores
import Foundation
import SMSLogLogic

/// The exports of Signal itself.
enum Signal: MessageFormat {
    static let id = "signal"

    static func claims(_ file: SniffedFile) -> Bool { SignalSource.begins(file.text) }

    static func source(of path: String, in context: ImportContext) throws -> (any ImportSource, size: Int) {
        let file = try FileReader(path)
        let source = SignalSource(
            ByteLines(file), files: SignalFiles(beside: path), into: context.rows, notices: context.choices.notices)
        return (source, file.status.size)
    }

    static func mayBe(named name: String) -> Bool? { FileEnding.of(name) == "jsonl" ? true : nil }

    static func owns(folder name: String, in content: FolderContent) -> Bool {
        name == "files"
            && ([""] + content.folders.map { $0 + "/" }).contains {
                content.isFile($0 + SignalSource.name, of: Self.self)
            }
    }

    /// Signal’s own file about its export holds no messages.
    static func repeated(in content: FolderContent, among files: [String]) -> Set<String> {
        files.contains(SignalSource.name) ? [SignalSource.metadata] : []
    }
}

/// The export of Signal without a password: `main.jsonl`, the frames of a backup as objects of JSON, one a line.
///
/// No document describes it. Source: Backups.proto and ts/services/backups of github.com/signalapp/Signal-Desktop.
final class SignalSource: ImportSource {
    /// The names of its file of messages, and of its file about the export.
    static let name = "main.jsonl"
    static let metadata = "metadata.json"

    let rows: ImportedRows
    var line: Int { input.count }
    private let input: ByteLines
    private let files: SignalFiles
    private var people = SignalPeople()
    private var escapes = JSONEscapes()
    private var named: Set<Address> = []

    /// - Parameter notices: The text of a notice in the user’s language, by its name.
    init(
        _ input: ByteLines, files: SignalFiles, into rows: ImportedRows,
        notices: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        people.notices = notices
        self.input = input
        self.files = files
        self.rows = rows
    }

    /// Whether a text begins as such an export does: with the description of the backup, or with one of its frames.
    static func begins(_ text: some StringProtocol) -> Bool {
        let head = String(text.prefix { !$0.isNewline }.filter { !$0.isWhitespace })
        return head.contains("\"backupTimeMs\":")
            || ["account", "recipient", "chat", "chatItem"].contains { head.hasPrefix("{\"\($0)\":{") }
    }

    var bytesRead: Int { input.bytesRead }
    var replacedCharacters: Int { escapes.replaced }

    func step() throws -> Bool { try input.step(add) }

    private func add(_ text: [UInt8]) {
        guard text.contains(where: { $0 > 0x20 }) else { return }
        guard let frame = escapes.row(text) else {
            rows.report.refuse(RefusedRow(line: line, reason: .brokenJSON))
            return
        }
        if let recipient = frame.row("recipient") {
            people.add(recipient: recipient)
        } else if let chat = frame.row("chat") {
            people.add(chat: chat)
        } else if let item = frame.row("chatItem") {
            add(item)
        } else if let made = frame["backupTimeMs"].flatMap({ Int64($0) }), made > 0 {
            rows.madeAt = Timestamp(milliseconds: min(made, Int64(MessageTime.latest)))
        }
    }

    private func add(_ item: JSONRow) {
        do throws(RefusedRow) {
            let reader = SignalReader(people: people, data: files.bytes)
            let (drafts, remarks) = try reader.drafts(item, line: line, after: rows.lastDate)
            for draft in drafts {
                rows.append(draft, line: line)
                name(draft, item)
            }
            for reason in remarks { rows.report.remark(RowRemark(line: line, reason: reason)) }
        } catch {
            rows.report.refuse(error)
        }
    }

    /// Names the sender in a group.
    private func name(_ draft: MessageDraft, _ item: JSONRow) {
        guard let sender = draft.sender, let author = people.recipient(item["authorId"]), let name = author.name,
            Address(author.address) == sender, name != author.address, named.insert(sender).inserted
        else { return }
        rows.append(Contact(address: sender, name: name, kind: .local))
    }
}

/// The people whom an export of Signal names by numbers that mean something only in it.
struct SignalPeople {
    /// A person or a group.
    struct Recipient {
        /// Whether it is the user.
        var isSelf = false
        /// A number, or else a name by which the person is known; of a group all of its members, or else its title.
        var address = ""
        /// The name of the recipient; `nil` if it is not known.
        var name: String?
        var isGroup = false
        /// The members of a group known by its name.
        fileprivate(set) var others: [String] = []
        fileprivate var members: [String] = []
    }

    /// The text of a notice in the user’s language, by its name; `nil` for one without such words.
    var notices: @Sendable (String) -> String? = { _ in nil }
    private var recipients: [String: Recipient] = [:]
    private var chats: [String: String] = [:]
    /// The groups in the order of the file.
    private var groups: [String] = []
    /// The numbers by the identifiers that groups use.
    private var numbers: [String: String] = [:]

    mutating func add(recipient row: JSONRow) {
        guard let id = row["id"] else { return }
        var recipient = Recipient()
        if let contact = row.row("contact") {
            recipient.name = Self.name(contact)
            recipient.address =
                contact["e164"].map { $0.hasPrefix("+") ? $0 : "+" + $0 } ?? contact["username"] ?? recipient.name
                ?? contact["aci"].map { "Signal " + $0 } ?? "Signal " + id
            for key in ["aci", "pni"] { if let identifier = contact[key] { numbers[identifier] = id } }
        } else if let group = row.row("group") {
            let snapshot = group.row("snapshot")
            recipient.isGroup = true
            recipient.name = snapshot?.row("title")?["title"].map(ChatMarks.name)
            recipient.members = snapshot?.rows("members").compactMap { $0["userId"] } ?? []
            recipient.address = recipient.name ?? "Signal " + (group["masterKey"] ?? id)
        } else if row.row("self") != nil {
            recipient.isSelf = true
            recipient.address = "Note to Self"
        } else if row.row("releaseNotes") != nil {
            recipient.address = "Signal"
        } else {
            recipient.name =
                row.row("distributionList")?.row("distributionList")?["name"] ?? row.row("callLink")?["name"]
            recipient.address = recipient.name ?? "Signal " + id
        }
        if recipient.isGroup, recipients[id] == nil { groups.append(id) }
        recipients[id] = recipient
    }

    /// Adds a conversation.
    mutating func add(chat row: JSONRow) {
        guard let id = row["id"], let recipient = row["recipientId"] else { return }
        chats[id] = recipient
    }

    /// The recipient of this number in the file.
    func recipient(_ id: String?) -> Recipient? { id.flatMap { recipients[$0] } }

    /// The other end of a conversation; a group has the addresses of its members if known, unless a named group
    /// before it has the same ones: then it has its name.
    func partner(ofChat id: String?) -> Recipient? {
        guard let id, let key = chats[id], var partner = recipients[key] else { return nil }
        let members = members(of: partner)
        guard members.count > 1 else { return partner }
        if let name = partner.name, let twin = twin(of: key, members) {
            partner.address = GroupTitle.address(ofGroup: name, beside: twin.name)
            partner.others = members
        } else {
            partner.address = members.joined(separator: "~")
        }
        return partner
    }

    /// The first of the named groups before one that has the same members.
    private func twin(of key: String, _ members: [String]) -> Recipient? {
        groups.prefix { $0 != key }.lazy.compactMap { recipients[$0] }.first { other in
            other.name != nil && self.members(of: other) == members
        }
    }

    private func members(of group: Recipient) -> [String] {
        group.members.compactMap { numbers[$0] }.compactMap { recipients[$0]?.address }.sorted()
    }

    /// The name of a person in a change in a group.
    func name(of identifier: String) -> String? {
        numbers[identifier].flatMap { recipients[$0] }.map { $0.name ?? $0.address }
    }

    /// The body of a text, with the names of the mentioned people; `nil` if there is none.
    func text(_ row: JSONRow?) -> String? { row?.text("body").map { named($0, row?.rows("bodyRanges") ?? []) } }

    /// A text with a name in place of each sign for one; Signal counts in units of UTF-16.
    func named(_ text: String, _ ranges: [JSONRow]) -> String {
        var units = Array(text.utf16)
        for range in ranges.sorted(by: { $0.integer("start") ?? 0 > $1.integer("start") ?? 0 }) {
            let (start, length) = (range.integer("start") ?? 0, range.integer("length") ?? 0)
            guard let identifier = range["mentionAci"], units.indices.contains(start), length > 0,
                length <= units.count - start
            else { continue }
            // An export does not tell the user’s own identifier.
            units.replaceSubrange(start..<start + length, with: "@\(name(of: identifier) ?? "(unknown)")".utf16)
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// The name that the user gave, or else the one of the phone’s book, or the person’s own.
    private static func name(_ contact: JSONRow) -> String? {
        func joined(_ given: String?, _ family: String?) -> String? {
            let name = [given, family].compactMap { $0 }.joined(separator: " ")
            return name.contains { !$0.isWhitespace } ? ChatMarks.name(name) : nil
        }
        let nickname = contact.row("nickname")
        return joined(nickname?["given"], nickname?["family"]) ?? joined(contact["systemNickname"], nil)
            ?? joined(contact["systemGivenName"], contact["systemFamilyName"])
            ?? joined(contact["profileGivenName"], contact["profileFamilyName"]) ?? contact["username"]
    }
}

/// The files of an export of Signal, which lie in a folder `files` beside it or beside its folder, under names that the
/// export does not tell: they are known by their size and SHA-256.
final class SignalFiles {
    private let folders: [String]
    private lazy var places = found()

    /// - Parameter path: The file of the messages.
    init(beside path: String) {
        let folder = Folder.split(path).folder
        folders = [folder + "/files", folder + "/../files"]
    }

    /// The bytes of a file; `nil` if it is not there.
    func bytes(size: Int, digest: [UInt8]) -> [UInt8]? {
        for place in places[size] ?? [] {
            if let bytes = FilesBeside.bytes(at: place), SHA256.hash(bytes) == digest { return bytes }
        }
        return nil
    }

    /// The paths of all files, by size.
    private func found() -> [Int: [String]] {
        var places: [Int: [String]] = [:]
        for folder in folders {
            for part in (try? Folder.names(in: folder)) ?? [] {
                for name in (try? Folder.names(in: "\(folder)/\(part)")) ?? [] {
                    let path = "\(folder)/\(part)/\(name)"
                    guard let status = FileStatus(path, followingLinks: false), status.kind == .regular else {
                        continue
                    }
                    places[status.size, default: []].append(path)
                }
            }
        }
        return places
    }
}
