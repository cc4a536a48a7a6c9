// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumTesting
import Foundation
import Testing

@testable import MessageFormats
@testable import SMSLogLogic

/// Which folders within one that is imported are the files of messages beside them, and are not read.
@Suite struct FolderRuleTests {
    private static let backup = BackupText.file(BackupText.sms("one"))
    private static let card = "BEGIN:VCARD\nFN:Card\nTEL:+15550001111\nEND:VCARD\n"
    private static let android =
        #"{"_id":"1","address":"+1555","date":"1600000000000","date_sent":"0","type":"1","body":"hi"}"#
    private static let signal = #"{"version":"1","backupTimeMs":"1700000100000"}"#
    private static let signalChat = #"{"date": "2024-01-02 03:04:05", "sender": "Me", "body": "hi"}"#
    private static let chat = "23/03/2022, 13:31 - Bob Lee: hi\n"
    private static let table = "date,number,type,text\n"
    private static let apple = "SQLite format 3\0"

    private func folder(_ files: [String: String]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (name, text) in files {
            let place = URL(fileURLWithPath: folder.path + "/" + name)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: place)
        }
        return folder
    }

    /// What an import reads of these files, and what it says of the others.
    private func candidates(_ files: [String: String]) throws -> [String] {
        let folder = try folder(files)
        return try ImportCandidates(in: folder.path).all.map { candidate in
            switch candidate.content {
            case .file, .folder: candidate.name
            case .fault(let fault): "\(candidate.name): \(fault)"
            }
        }
    }

    @Test("A folder that cannot be listed is named", arguments: ["sms", "attachments", "attachments/deep"])
    func unlisted(_ name: String) throws {
        let files = ["sms.xml": Self.backup, "\(name)/more.xml": Self.backup]
        let observer: FolderTree.Observer = { call, path throws(FileFault) in
            if call == .list, path == name { throw FileFault(path: path, reason: .system(EACCES)) }
        }
        let found = try FolderTree.$observer.withValue(observer) { try candidates(files) }
        #expect(found == ["sms.xml", "\(name): unreadable(reason: \(EACCES))"])
    }

    @Test(
        "A folder of files is left out beside messages whose files they are, and nowhere else",
        arguments: [
            ("attachments", ["sms.csv": table]), ("Attachments", ["sms.xml": backup, "sms.csv": table]),
            ("data", ["messages.ndjson": android]), ("media", ["WhatsApp Chat with Bob.txt": chat]),
            ("media", ["data.json": signalChat]), ("parts", ["sms.db": apple]), ("StickerCache", ["chat.db": apple]),
            ("files", ["main.jsonl": signal]), ("files", ["index.html": "<html>"]),
            ("exhibits", ["sources.jsonl": "{}", "manifest.txt": "{}"]),
        ] as [(String, [String: String])])
    func rules(_ name: String, _ beside: [String: String]) throws {
        let read = try candidates(beside)
        #expect(try candidates(beside.merging(["\(name)/a.vcf": Self.card]) { $1 }) == read)
        #expect(try candidates(["\(name)/a.vcf": Self.card]) == ["\(name)/a.vcf"])
        #expect(try candidates(["other.csv": "a,b", "my \(name)/a.vcf": Self.card]).count == 2)
        // Messages in it are told of, also deeper.
        let told = ["\(name): folderOfFiles"]
        for inner in ["sms.xml", "deep/er/sms.xml"] {
            #expect(try candidates(beside.merging(["\(name)/\(inner)": Self.backup]) { $1 }) == read + told)
        }
        #expect(try candidates(["\(name)/sms.xml": Self.backup]) == ["\(name)/sms.xml"])
    }

    @Test(
        "What has messages is known by how it begins",
        arguments: [
            ("a.xml", backup, true), ("a.xml", "<page/>", false), ("a.json", android, true), ("a.json", "{}", false),
            ("a.json", #"{"name":"x","date":"2020"}"#, false), ("a.vcf", card, false),
            ("WhatsApp Chat with Bob.txt", chat, true), ("a.csv", "date,number,type,text\n", true),
            ("a.csv", "a,b\n1,2\n", false), ("sms.db", apple, true), ("a.zip", "PK\u{3}\u{4}", false),
        ])
    func beginnings(_ name: String, _ text: String, _ isOfMessages: Bool) throws {
        let files = ["sms.csv": Self.table, "attachments/\(name)": text]
        #expect(try candidates(files) == (isOfMessages ? ["sms.csv", "attachments: folderOfFiles"] : ["sms.csv"]))
    }

    @Test func `beside backups of one file each the messages in a folder of files are read, and nothing else`() throws {
        let files = ["sms.xml": Self.backup, "attachments/a.vcf": Self.card, "attachments/b/old.xml": Self.backup]
        #expect(try candidates(files) == ["sms.xml", "attachments/b/old.xml"])
    }

    @Test func `a file whose name says nothing is known by its content, or named`() throws {
        let files = [
            "backup": Self.backup, "rows.log": Self.android, "a.txt": Self.chat, "b.txt": "text", "p.png": "\0\0",
            "deep/c.bak": "a,b\n", ".hidden": "text", ".old.xml": Self.backup,
        ]
        #expect(try candidates(files) == ["a.txt", "backup", "rows.log", ".old.xml: hiddenFile"])
        let folder = try folder(files)
        #expect(try ImportCandidates(in: folder.path).left == ["b.txt", "p.png", "deep/c.bak"])
    }

    @Test(
        "Files that a format keeps beside messages are none of the others",
        arguments: [
            ["chat.db": apple, "chat.db-wal": "", "chat.db-shm": ""],
            ["data.json": signalChat, "index.md": "", "index.html": "<html>"],
            [
                "sources.jsonl": "{}", "manifest.txt": "", "manifest.txt.minisig": "", "messages.html": "<html>",
                "public-key.pub": "", "about.txt": "",
            ],
        ])
    func companions(_ files: [String: String]) throws {
        let folder = try folder(files)
        #expect(try ImportCandidates(in: folder.path).left.isEmpty)
    }

    @Test func `a hidden folder is told of if it has messages`() throws {
        let files = [
            "sms.xml": Self.backup, ".old/deep/sms.xml": Self.backup, ".cards/a.vcf": Self.card,
            ".git/a.xml": "<page/>",
        ]
        #expect(try candidates(files) == ["sms.xml", ".old: hiddenFolder"])
    }
}
