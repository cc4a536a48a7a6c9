// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSecrets
import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTesting
import Foundation
@testable import SMSLogLogic
import SMSLogStore
import Testing

@testable import MessageFormats

/// Pages of conversations.
@Suite struct PageTests {
    private func text(_ path: String) throws -> String {
        String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
    }

    private func part(_ name: String, _ type: String, _ bytes: [UInt8]) -> (MessagePart, Digest) {
        let digest = Digest(bytes: SHA256.hash(bytes))
        return (MessagePart(name: name, contentType: type, size: bytes.count, digest: digest), digest)
    }

    @Test func eachConversationHasAPage() async throws {
        let (dao, _) = try TestStore.memory.make()
        let hostile = "<script>alert(1)</script> \" onmouseover=\"x\u{1}\u{85}"
        var pictured = draft("", from: "../../etc/passwd", at: 90_000)
        pictured.kind = .mms
        let (picture, first) = part("../x.png\" onload=\"y", "image/png", [1, 2, 3])
        let (page, second) = part("evil.html", "text/html", [4, 5])
        pictured.parts = [picture, page, MessagePart(name: "gone.jpg", contentType: "image/jpeg", size: 9)]
        pictured.data = [first: [1, 2, 3], second: [4, 5]]
        var twin = pictured
        twin.address = Address("+15551234567~+15557654321")
        twin.sender = Address("+15557654321")
        var call = draft("", from: "+15551234567", at: 3)
        (call.kind, call.call) = (.call, Call(.missed, seconds: 0))
        _ = try await dao.save(
            [
                draft(hostile, from: "+15551234567", at: 1, name: hostile), call,
                draft("next day", from: "+15551234567", at: 86_401), pictured, twin, draft("a", from: "Bank"),
                draft("b", from: "bank"),
            ], of: ana)
        let folder = try TemporaryFolder()
        let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
        let path = folder.path + "/pages"
        #expect(try await service.export(path, as: .html).written == 7)
        let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        #expect(names.count == 7)
        #expect(names.contains("+15551234567.html") && names.contains("index.html") && names.contains("files"))
        #expect(names.allSatisfy { $0.utf8.allSatisfy { (0x2B...0x7A).contains($0) && $0 != 0x2F } })
        #expect(Set(names.map { $0.lowercased() }).count == names.count)
        // The same bytes once, and nothing that a browser would run.
        let files = try FileManager.default.contentsOfDirectory(atPath: path + "/files").sorted()
        #expect(files == ["\(first).png", "\(second).bin"].sorted())
        let alice = try text(path + "/+15551234567.html")
        #expect(alice.contains("&lt;script&gt;alert(1)&lt;/script&gt; &quot; onmouseover=&quot;x\u{FFFD}\u{FFFD}</p>"))
        #expect(alice.contains("<h2>1970-01-01</h2>") && alice.contains("<h2>1970-01-02</h2>"))
        #expect(alice.contains("class=\"call other\"><p dir=\"auto\">call missed</p>"))
        var all = ""
        for name in names where name != "files" {
            let page = try text("\(path)/\(name)")
            #expect(!page.lowercased().contains("<script") && !page.contains("\" on"))
            #expect(page.contains("default-src 'none'"))
            #expect(!page.contains("http://") && !page.contains("https://"))
            all += page
        }
        #expect(all.contains("<img loading=\"lazy\" src=\"files/\(first).png\" alt=\"../x.png&quot; onload=&quot;y\">"))
        #expect(all.contains("download=\"evil.html\">evil.html</a>"))
        #expect(all.contains("gone.jpg: missing"))
        #expect(all.contains("<b dir=\"auto\">+15557654321</b>"))
        // Each page is on the first one, and each link leads somewhere.
        let index = try text(path + "/index.html")
        for name in names where name != "files" && name != "index.html" {
            #expect(index.contains("href=\"\(name)\""))
        }
        #expect(index.contains("3 messages · 1970-01-02"))
    }

    @Test func filesWithoutNamesEndAsThoseThatAreTakenOut() async throws {
        let (dao, _) = try TestStore.memory.make()
        let types = [
            "application/pdf", "audio/aac", "audio/ogg", "image/x-ms-bmp", "text/x-vcalendar",
            "application/octet-stream",
        ]
        var message = draft("", from: "+15551234567", at: 1)
        message.kind = .mms
        for (number, type) in types.enumerated() {
            let bytes = [UInt8(number)]
            let digest = Digest(bytes: SHA256.hash(bytes))
            message.parts.append(MessagePart(name: nil, contentType: type, size: 1, digest: digest))
            message.data[digest] = bytes
        }
        _ = try await dao.save([message], of: ana)
        let folder = try TemporaryFolder()
        let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
        let taken = try await service.extract(1, to: folder.path + "/out").paths
        let endings = ["pdf", "aac", "ogg", "bmp", "vcs", "bin"]
        #expect(taken.map { $0.split(separator: ".").last.map(String.init) } == endings)
        _ = try await service.export(folder.path + "/pages", as: .html)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/pages/files")
        #expect(files.compactMap { $0.split(separator: ".").last.map(String.init) }.sorted() == endings.sorted())
    }

    @Test func aPersonWithSeveralNumbersHasOnePageAndAllNames() async throws {
        let (dao, _) = try TestStore.memory.make()
        _ = try await dao.save(
            [
                draft("a", from: "+15551234567", at: 1), draft("b", from: "+15557654321", at: 2),
                draft("c", from: "72000", at: 3),
            ], of: ana)
        for (number, name) in [("+15551234567", "Mei"), ("+15557654321", "Mei at work")] {
            try await dao.save(Contact(address: Address(number), name: name, kind: .local), of: ana)
        }
        let folder = try TemporaryFolder()
        let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
        _ = try await service.people.merge(["+15551234567", "+15557654321"])
        let path = folder.path + "/pages"
        #expect(try await service.export(path, as: .html).written == 3)
        let names = try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasPrefix("+") }
        #expect(names.count == 1)
        let page = try text("\(path)/\(names[0])")
        #expect(page.contains("<b dir=\"auto\">+15551234567</b><p dir=\"auto\">a</p>"))
        #expect(page.contains("<b dir=\"auto\">+15557654321</b><p dir=\"auto\">b</p>"))
        #expect(try !text("\(path)/72000.html").contains("<b "))
        let file = folder.path + "/all.json"
        _ = try await service.export(file, as: .json)
        let json = try text(file)
        #expect(json.contains("\"Mei\"") && json.contains("\"Mei at work\""))
        let (other, _) = try TestStore.memory.make()
        let imported = SMSLogService(dao: other, owner: ana, clock: ManualClock.nineOClock)
        _ = try await imported.importFiles(at: file) { _, _ in }
        #expect(try await other.contacts(of: ana).map(\.name) == dao.contacts(of: ana).map(\.name))
    }

    @Test func aFolderWithSomethingInItStays() async throws {
        let (dao, _) = try TestStore.memory.make()
        _ = try await dao.save([draft("a")], of: ana)
        let folder = try TemporaryFolder()
        let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock)
        try "mine".write(toFile: folder.path + "/notes.txt", atomically: false, encoding: .utf8)
        await #expect(throws: ExportFault.notEmpty(path: folder.path)) {
            try await service.export(folder.path, as: .html)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["notes.txt"])
        _ = try await service.export(folder.path, as: .html) { $0.isReplacing = true }
        #expect(try text(folder.path + "/notes.txt") == "mine")
        // One that was not finished goes on, and says so.
        let path = folder.path + "/cut"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        try "".write(toFile: path + "/UNFINISHED-EXPORT", atomically: false, encoding: .utf8)
        #expect(try await service.export(path, as: .html).followsUnfinished)
        #expect(!FileManager.default.fileExists(atPath: path + "/UNFINISHED-EXPORT"))
        await #expect(throws: ExportFault.pageName(path: path + ".html")) {
            try await service.export(path + ".html", as: .html)
        }
        await #expect(throws: ExportFault.notIncremental(path: path)) {
            try await service.export(path, as: .html) { $0.isIncremental = true }
        }
    }
}
