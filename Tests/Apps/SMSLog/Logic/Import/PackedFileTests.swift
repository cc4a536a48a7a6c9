// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumTesting
import Foundation
@testable import SMSLogLogic
import Synchronization
import Testing
import ZipBytes

@testable import MessageFormats
import SMSLogStore

/// Files that are packed, and read by what is in them.
@Suite struct PackedFileTests {
    private static let backup = """
        <?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
        <smses count="1"><sms address="+15550100001" date="1600000000123" type="1" body="packed" read="1" /></smses>
        """
    private static let chat = "a line before\n23/03/2022, 13:31 - Ana: hello\n23/03/2022, 13:32 - Bob: image omitted\n"
    /// A backup that gzip has packed.
    private static let packed =
        "H4sIAAAAAAAC/y2NQQ6CMBBF95xiMpsuDNJqMC5o2XkCPUBlJoYILWGKkdtbiG/18/Lzf9N+xwE+PEsfg1XmqBVw6CL14WXV"
        + "434rrwok+UB+iIGtWlkUtK5oZBQW6OISkkWDbhPgiWYWsXgwdV1rozMGgXziXLroP+Z0RkjrtEmEZ6TV4uS7NxPCzJ52nV/T"
        + "kqfKnCvXVPuhK36ZY+FrsgAAAA=="

    private func imported(
        _ bytes: [UInt8], _ name: String, _ choices: ImportChoices = ImportChoices()
    ) async throws -> (texts: [String], files: [ImportedFile]) {
        let folder = try TemporaryFolder()
        try Data(bytes).write(to: URL(filePath: folder.path + "/" + name))
        let (dao, _) = try TestStore.memory.make()
        let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
        let files = try await service.importFiles(at: folder.path + "/" + name, choices: choices) { _, _ in }
        return (try await dao.read(ana) { try $0.messages(.above(0), limit: 99).map(\.content) }, files)
    }

    private func zip(_ files: [(String, String)]) -> [UInt8] {
        var zip = ZipBytes()
        for (name, text) in files { zip.add(name, Array(text.utf8)) }
        return zip.finished()
    }

    @Test func `an archive of backups is read file by file`() async throws {
        let bytes = zip([
            ("sms-1.xml", Self.backup), ("in/sms-2.xml", Self.backup.replacing("packed", with: "two")), ("a.png", "x"),
        ])
        let (texts, files) = try await imported(bytes, "backup.zip")
        #expect(texts == ["packed", "two"])
        #expect(files.map(\.name) == ["sms-1.xml", "in/sms-2.xml", nil])
        #expect(throws: ImportFault.withoutMessages(["a.png"])) { try files[2].result.get() }
    }

    @Test(arguments: ["backups.tar", "backups.tgz"])
    func `an archive of tar is read file by file`(_ name: String) async throws {
        var tar = Tarball()
        tar.add("sms-1.xml", Self.backup)
        tar.add("in/sms-2.xml", Self.backup.replacing("packed", with: "two"))
        tar.end()
        let (texts, files) = try await imported(name.hasSuffix("z") ? ZipBytes.gzip(tar.bytes) : tar.bytes, name)
        #expect(texts == ["packed", "two"] || texts == ["two", "packed"])
        #expect(Set(files.map(\.name)) == ["sms-1.xml", "in/sms-2.xml"])
    }

    @Test(arguments: TestStore.allCases)
    func `small files are stored together, and each says what became of it`(store: TestStore) async throws {
        let (kept, system) = try store.make()
        defer { withExtendedLifetime(system) {} }
        let writes = Count()
        let dao = WatchedMessages(stores: kept, onWrite: writes.add)
        let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
        let folder = try TemporaryFolder()
        for number in 10..<50 {
            let text = Self.backup.replacing("packed", with: "text \(number / 2)")
            try Data(text.utf8).write(to: URL(filePath: folder.path + "/sms-\(number).xml"))
        }
        try Data("BEGIN:VCARD\nFN:Ben\nTEL:+15550100001\nEND:VCARD\nFN:x\nEND:VCARD\n".utf8).write(
            to: URL(filePath: folder.path + "/ben.vcf"))
        let files = try await service.importFiles(at: folder.path, choices: ImportChoices()) { _, _ in }
        let saved = try files.map { try $0.result.get().saved }
        #expect(saved.map(\.named) == [1] + Array(repeating: 0, count: 40))
        #expect(saved.map(\.added) == [0] + (0..<40).map { 1 - $0 % 2 })
        #expect(saved.map(\.duplicates) == [0] + (0..<40).map { $0 % 2 })
        #expect(ImportTotal(files).refused == 1)
        #expect(writes.value == 1)
    }

    @Test func `what gzip has packed is read`() async throws {
        let bytes = Array(try #require(Data(base64Encoded: Self.packed)))
        #expect(try await imported(bytes, "sms.xml.gz").texts == ["packed"])
        await #expect(throws: ImportFault.damagedArchive) {
            try await imported(Array(bytes.dropLast(12)), "sms.xml.gz")
        }
    }

    @Test func `what gzip has packed to fill a disk is refused for that`() async throws {
        // A million blanks, a hundred times.
        let head: [UInt8] = [
            0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3, 0xED, 0xC1, 0x31, 1, 0, 0, 0, 0xC2, 0xA0, 0x2A, 0xEB, 0x9F, 0xD2, 0x10,
            0xBE, 0x40, 1,
        ]
        let end: [UInt8] = [0x7C, 0x06, 0xA7, 0x02, 0x03, 0xF1, 0x00, 0x00, 0x10, 0x00]
        let blanks = head + [UInt8](repeating: 0, count: 1015) + end
        let bytes = [UInt8](repeatElement(blanks, count: 100).joined())
        await #expect(throws: ImportFault.largeArchive) { try await imported(bytes, "sms.xml.gz") }
    }

    @Test func `the text of a chat is known by what is in it`() async throws {
        let bytes = zip([("anything.txt", Self.chat), ("IMG-1.jpg", "x")])
        #expect(try await imported(bytes, "chat.zip", ImportChoices(me: "Ana")).texts == ["hello", "image omitted"])
    }

    @Test func `an archive of nothing that is known says so`() async throws {
        let bytes = zip([("readme.md", "x")])
        await #expect(throws: ImportFault.archiveWithoutMessages) { try await imported(bytes, "other.zip") }
    }

    @Test func `a line before the first message costs itself`() async throws {
        let (texts, files) = try await imported(Array(Self.chat.utf8), "chat.txt", ImportChoices(me: "Ana"))
        #expect(texts == ["hello", "image omitted"])
        #expect(ImportTotal(files).refused == 1)
    }

    @Test(
        arguments: [
            ("\u{200E}image omitted", "image/*"), ("\u{200E}video omitted", "video/*"),
            ("\u{200E}audio omitted", "audio/*"),
            ("\u{200E}sticker omitted", "image/webp"), ("\u{200E}GIF omitted", "image/gif"),
            ("\u{200E}Contact card omitted", "text/vcard"), ("\u{200E}Bild weggelassen", "image/*"),
            ("\u{200E}image absente", "image/*"), ("\u{200E}document omitted", nil), ("<Media omitted>", nil),
        ] as [(String, String?)])
    func `a file that is left out keeps its kind`(_ text: String, _ kind: String?) {
        let entry = ChatEntry("Bob: " + text)
        #expect(entry.files == [""])
        #expect(entry.kinds == [kind])
    }

    @Test(arguments: [
        "+15550100001~+15550100002", "+15550100001|+15550100002", "+15550100001;+15550100002",
        "+15550100001, +15550100002", "+15550100001 +15550100002", "+1 555 010 0002; +1 (555) 010-0001",
    ])
    func `a group is one, whatever joins its numbers`(_ raw: String) {
        #expect(Address(raw).text == "+15550100001~+15550100002")
    }

    @Test(arguments: [
        ("+1 555 010 0001", "+15550100001"), ("0044 20 7946 0958", "+442079460958"), ("Smith, John", "Smith, John"),
        ("+15550100001,,123", "+15550100001,,123"), ("A|B", "A|B"), ("a@b.org;c@d.org", "a@b.org~c@d.org"),
        ("18005551234;55", "18005551234;55"),
    ])
    func `what is one address stays one`(_ raw: String, _ text: String) { #expect(Address(raw).text == text) }
}

/// Counts transactions.
private final class Count: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func add() { count.withLock { $0 += 1 } }
}
