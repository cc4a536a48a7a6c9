// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
import AtriumSecrets
import AtriumSession
import AtriumStores
import Foundation
import SMSLogLogic

/// A folder of numbered messages and exhibits whose every file is on a signed list.
///
/// The list is one that `sha256sum --check` reads, and the signature one that minisign checks: its recipient needs
/// no program of ours.
struct LegalFolder {
    /// The files of the folder.
    enum File {
        static let about = "about.txt"
        static let messages = "messages.csv"
        static let sources = "sources.jsonl"
        static let exhibits = "exhibits.csv"
        static let page = "messages.html"
        static let key = "public-key.pub"
        /// The list, with the SHA-256 of each file but itself and its signature.
        static let manifest = "manifest.txt"
        static let signature = "manifest.txt.minisig"
        static let folder = MessageObject.exhibits
    }

    private static let messageColumns = [
        "number", "id", "kind", "direction", "status", "sent_utc", "sent_local", "received_utc", "received_local",
        "kept_utc", "kept_local", "from", "to", "subject", "text", "exhibits", "sha256",
    ]
    private static let exhibitColumns = ["exhibit", "message", "name", "type", "size", "sha256", "file"]

    /// Whether a text begins as a table of such a folder does: one for reading, which has less than the sources.
    static func isTable(_ bytes: [UInt8]) -> Bool {
        var table = CSVRows(TableText.whole(bytes))
        guard let head = table.next()?.fields else { return false }
        return head == messageColumns || head == exhibitColumns
    }

    private let path: String
    private let folder: ExportFolder
    private let texts: LegalTexts
    private let zone: Zone
    private let bytes: PartBytes
    private let manifest: DraftWriter
    private var signed: [UInt8] = []
    private let messages: HashedWriter
    private let sources: HashedWriter
    private let exhibits: HashedWriter
    private let page: HashedWriter
    private let encoder = JSONEncoder()
    /// The number of messages and exhibits so far.
    private(set) var count = 0
    private(set) var exhibitCount = 0

    /// Begins the folder, which must be new or empty.
    ///
    /// - Throws: `ExportFault`, `FileFault`.
    init(_ path: String, texts: LegalTexts, zone: Zone, bytes: @escaping PartBytes) throws {
        self.path = path
        self.texts = texts
        self.zone = zone
        self.bytes = bytes
        folder = try ExportFolder(path, replaces: false, isNew: true)
        try Folder.make(File.folder, below: path)
        manifest = try DraftWriter(for: "\(path)/\(File.manifest)")
        messages = try HashedWriter(File.messages, in: path)
        sources = try HashedWriter(File.sources, in: path)
        exhibits = try HashedWriter(File.exhibits, in: path)
        page = try HashedWriter(File.page, in: path)
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try messages.write(TableLine.text(Self.messageColumns))
        try exhibits.write(TableLine.text(Self.exhibitColumns))
        try page.write(MessagePage.head(texts.page.title, texts: texts.page))
    }

    /// Adds a message.
    ///
    /// - Parameter names: The names of people.
    /// - Throws: `FileFault`, and the errors of reading the bytes of its parts.
    mutating func write(_ row: WholeMessage, names: [Address: String]) async throws {
        count += 1
        let exhibits = try await writeExhibits(of: row)
        let source = Array(try encoder.encode(MessageObject(row, withParts: true)))
        try sources.write(source + [UInt8(ascii: "\n")])
        let entry = LegalEntry(
            number: count, row, names: names, user: texts.user, exhibits: exhibits,
            source: Digest(bytes: SHA256.hash(source)))
        let message = row.message
        let (sent, received) = (
            entry.sent.map { LegalTime($0, in: zone) }, entry.received.map { LegalTime($0, in: zone) }
        )
        let kept = entry.kept.map { LegalTime($0, in: zone) }
        try messages.write(
            TableLine.text([
                String(count), String(message.id), "\(message.kind)", "\(message.direction)", "\(message.status)",
                sent?.universal, sent?.local, received?.universal, received?.local, kept?.universal, kept?.local,
                entry.from, entry.to,
                message.subject, message.call.map(texts.page.call) ?? message.content,
                exhibits.map { String($0.number) }.joined(separator: " "), entry.source.description,
            ]))
        try page.write(LegalPage(texts: texts, zone: zone).article(entry))
    }

    private mutating func writeExhibits(of row: WholeMessage) async throws -> [LegalExhibit] {
        var found: [LegalExhibit] = []
        for part in row.message.attachments {
            exhibitCount += 1
            let file = try await write(part)
            found.append(LegalExhibit(number: exhibitCount, part: part, file: file))
            try exhibits.write(
                TableLine.text([
                    String(exhibitCount), String(count), part.name, part.contentType, String(part.size),
                    part.digest?.description, file,
                ]))
        }
        return found
    }

    /// Writes the bytes of a part, once, and returns their place; `nil` if they never came.
    private mutating func write(_ part: MessagePart) async throws -> String? {
        guard let digest = part.digest else { return nil }
        let name = PageName.of(part, digest, in: File.folder)
        // The folder was empty: a file there now was written here.
        if FileStatus("\(path)/\(name)") != nil { return name }
        guard let bytes = try await bytes(digest) else { return nil }
        let file = try HashedWriter(name, in: path)
        try file.write(bytes)
        try list(name, try file.finish())
        return name
    }

    /// Ends the folder: lists its files, and signs the list.
    ///
    /// - Parameter facts: The other facts about the folder, a line each.
    mutating func finish(facts: [String], signingWith key: SigningKey) throws {
        try page.write(MessagePage.foot)
        for file in [messages, sources, exhibits, page] { try list(file.name, try file.finish()) }
        let about =
            facts + [
                "messages: \(count)", "exhibits: \(exhibitCount)", "public key: \(MinisignKey(key.verifyingKey).text)",
                "", "\(File.messages): the messages; \(File.page): the same for reading",
                "\(File.sources): what each message was made of, in the order of their numbers",
                "\(File.exhibits): the exhibits, which lie in \(File.folder)",
                "\(File.manifest): the SHA-256 of each file (sha256sum --check \(File.manifest))",
                "\(File.signature): its Ed25519 signature "
                    + "(minisign -V -P \(MinisignKey(key.verifyingKey).text) -m \(File.manifest))",
            ]
        for (name, text) in [
            (File.about, about.joined(separator: "\n") + "\n"), (File.key, MinisignKey(key.verifyingKey).file),
        ] {
            let file = try HashedWriter(name, in: path)
            try file.write(text)
            try list(name, try file.finish())
        }
        try manifest.write(signed)
        try manifest.finish(waits: false)
        let signature = try DraftWriter(for: "\(path)/\(File.signature)")
        try signature.write(
            Minisign.text(signing: signed, comment: facts.joined(separator: "; "), with: key))
        try signature.finish(waits: false)
        try folder.finish()
    }

    private mutating func list(_ name: String, _ digest: Digest) throws { signed += "\(digest)  \(name)\n".utf8 }
}

/// Writes a file of a signed folder, and knows the SHA-256 of it in the end.
final class HashedWriter {
    /// The name of the file within its folder.
    let name: String
    private let draft: DraftWriter
    private var stream = SHA256Stream()

    /// - Throws: `FileFault`.
    init(_ name: String, in folder: String) throws(FileFault) {
        self.name = name
        draft = try DraftWriter(for: "\(folder)/\(name)")
    }

    /// - Throws: `FileFault`.
    func write(_ text: String) throws(FileFault) { try write(Array(text.utf8)) }

    /// - Throws: `FileFault`.
    func write(_ bytes: [UInt8]) throws(FileFault) {
        stream.add(bytes)
        try draft.write(bytes)
    }

    /// Ends the file.
    ///
    /// - Throws: `FileFault`.
    func finish() throws(FileFault) -> Digest {
        try draft.finish(waits: false)
        return Digest(bytes: stream.hash())
    }
}
