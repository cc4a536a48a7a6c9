// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumGateways
import AtriumKit
import AtriumSearch
import AtriumSession
import AtriumShell
import AtriumTerminal
import AtriumTesting
import Foundation
import SMSLogLogic
@testable import SMSLogPanels
import SMSLogStore
import Synchronization
import Testing

/// Lines as a user types them, and what comes out.
@MainActor
@Suite struct SMSLogCommandTests {
    private let phone: Phone

    init() throws { phone = try Phone() }

    @Test func listsConversationsNewestFirst() async throws {
        #expect(try await phone.lines("threads") == ["No messages yet. Get some with import FILE or send NUMBER TEXT."])
        try await phone.receive(
            draft("old", from: "+15551", at: 1, name: "Alice"), draft("two\nlines", from: "Bank", at: 90_000))
        #expect(
            try await phone.lines("threads") == [
                "Bank           1  1  1970-01-02  two⏎lines", "+15551  Alice  1  1  1970-01-01  old",
            ])
        #expect(
            try await phone.lines("threads --limit 1").last
                == "! Only the newest of 2; --limit N shows more.")
    }

    /// The texts of a page, which stand below their day.
    private func page(_ line: String) async throws -> [String] {
        let lines = try await phone.lines(line)
        #expect(lines.first == "1970-01-01")
        return lines.dropFirst().map { String($0.suffix(2)) }
    }

    @Test func aThreadIsReadInPages() async throws {
        for second in 1...7 { try await phone.receive(draft("m\(second)", at: Int64(second))) }
        let newest = try await phone.lines("thread +15551000000 --limit 3")
        #expect(newest.dropFirst().prefix(3).map { String($0.suffix(2)) } == ["m5", "m6", "m7"])
        #expect(newest.last == "! Only the newest 3 of 7; --limit N shows more.")
        #expect(try await page("older") == ["m2", "m3", "m4"])
        #expect(try await page("older") == ["m1"])
        await #expect(throws: SMSLogFault.nothingOlder) { try await phone.lines("older") }
        #expect(try await page("newer") == ["m2", "m3", "m4"])
        #expect(try await page("newer") == ["m5", "m6", "m7"])
        await #expect(throws: SMSLogFault.nothingNewer) { try await phone.lines("newer") }
        #expect(try await phone.dao.unread(of: ana) == 0)
    }

    @Test func onlyWhatWasShownIsRead() async throws {
        for second in 1...60 { try await phone.receive(draft("m\(second)", at: Int64(second))) }
        _ = try await phone.lines("thread +15551000000 --limit 3")
        #expect(try await phone.dao.unread(of: ana) == 57)
        _ = try await phone.lines("older")
        #expect(try await phone.dao.unread(of: ana) == 54)
        _ = try await phone.open("message", "7")
        #expect(try await phone.dao.unread(of: ana) == 53)
    }

    @Test func pagesNeedAnOpenThread() async throws {
        await #expect(throws: SMSLogFault.noOpenThread) { try await phone.lines("older") }
        await #expect(throws: SMSLogFault.unknownNumber("+1555")) { try await phone.lines("thread +1555") }
    }

    @Test func aThreadShowsDirectionAndStatus() async throws {
        try await phone.receive(draft("hello", at: 1, name: "Alice"), outgoing("wait", at: 2))
        #expect(
            try await phone.lines("thread ali") == ["1970-01-01", "1  00:00  ←  hello", "2  00:00  →  wait   waiting"])
    }

    @Test func `a message to a name is two transactions`() async throws {
        try await phone.receive(draft("hello", at: 1, name: "Bob"), draft("x", from: "+2", name: "Eve"))
        _ = phone.counting.take()
        _ = try await phone.lines("send Bob hi")
        let transactions = phone.counting.take()
        #expect(transactions.count == 2 && transactions.last == ["write"])
    }

    @Test func sendsStoresAndSaysHowFarItCame() async throws {
        #expect(
            try await phone.lines("send --yes +15551000000 on my \"way\"") == [
                "Message 1 to +15551000000: kept. No gateway is set: nothing is sent."
            ])
        #expect(try await phone.dao.message(1, of: ana)?.content == "on my \"way\"")
        await #expect(throws: SMSLogFault.severalNumbers(first: "8123", joined: "8123 4567", rest: "hello")) {
            try await phone.lines("send 8123 4567 hello")
        }
        #expect(SMSLogFault.severalNumbers(first: "", joined: "", rest: "").status == .usage)
        try await phone.addGateway()
        #expect(try await phone.lines("resend 1") == ["Message 1 to +15551000000: accepted."])
        phone.gateway.set { $0.fault = .refused(reason: "no credit") }
        let refused = try await phone.reply("send +15551000000 again")
        #expect(phone.lines(refused) == ["Message 2 was not sent: no credit. It is kept; try resend 2."])
        #expect(refused.status == .failure)
        #expect(
            try await phone.lines("gateway") == [
                "Name       stub", "Kind       A folder that another program empties", "Place      /stub",
                "Kept       0", "Accepted   1", "Sent       0", "Delivered  0", "Failed     1",
            ])
        phone.gateway.set { $0.fault = .unreachable(reason: "no signal") }
        #expect(
            try await phone.lines("resend 2") == [
                "Message 2 to +15551000000: kept.",
                "! stub does not accept it now (no signal). Atrium tries again.",
            ])
        phone.gateway.set { $0.fault = nil }
        #expect(try await phone.lines("resend 2") == ["Message 2 to +15551000000: accepted."])
        #expect(try await phone.lines("send --yes \"8123 4567\" hello") == ["Message 3 to 81234567: accepted."])
        #expect(try await phone.lines("send --yes \"9999\" 4567 hello") == ["Message 4 to 9999: accepted."])
        #expect(try await phone.dao.message(4, of: ana)?.content == "4567 hello")
    }

    @Test func removingAsksFirst() async throws {
        try await phone.receive(draft("hello"))
        phone.prompter = CannedPrompter(["no", "yes"])
        await #expect(throws: CommandFault.cancelled) { try await phone.lines("remove 1") }
        #expect(try await phone.lines("remove 1") == ["Removed message 1."])
        await #expect(throws: SMSLogFault.unknownMessage(1)) { try await phone.lines("show 1") }
    }

    @Test func findsAndSaysWhatItLeavesOut() async throws {
        try await phone.receive(draft("你好吗", at: 1), draft("hello you", at: 2), draft("hello", at: 3))
        #expect(
            try await phone.lines("find --limit 1 hello") == [
                "3  1970-01-01  ←  +15551000000  hello", "! Only the newest of 2; --limit N shows more.",
            ])
        #expect(try await phone.lines("find hello --limit 1") == phone.lines("find --limit 1 hello"))
        #expect(try await phone.lines("find 好吗") == ["1  1970-01-01  ←  +15551000000  你好吗"])
        #expect(try await phone.lines("find \"you hello\"") == ["No message matches."])
        await #expect(throws: QueryFault.emptyQuery("*")) { try await phone.lines("find *") }
    }

    @Test func marksAndCounts() async throws {
        try await phone.receive(draft("a", at: 1), draft("b", at: 2))
        #expect(try await phone.lines("mark +15551000000 read") == ["Marked 2 messages as read."])
        #expect(try await phone.lines("mark +15551000000 unread") == ["Marked 1 message as unread."])
        try await phone.app.model.refresh()
        #expect(phone.app.model.badge == 1)
        #expect(
            try await phone.lines("stats").prefix(4) == [
                "Messages       2", "Unread         1", "Conversations  1", "Contacts       0",
            ])
    }

    @Test func `what is begun to somebody and not sent is their draft`() async throws {
        try await phone.receive(draft("a", from: "+1555", name: "Alice"))
        phone.prompter = CannedPrompter(["I come", "at six"])
        let cut = await #expect(throws: KeptText.self) { try await phone.reply("send Alice") }
        #expect(cut?.code == "text.cut")
        #expect(try await phone.lines("threads") == ["+1555  Alice  1  1  1970-01-01  Draft: I come"])
        #expect(
            try await phone.lines("thread Alice") == [
                "1970-01-01", "1  00:00  ←  a", "! Draft: I come (send --resume +1555 continues it)",
            ])
        // Whoever logs in later is told.
        #expect(
            try await phone.app.model.unfinished()
                == [UnfinishedWork(title: "I come\nat six", command: "send --resume +1555")])
        // What is sent to her meanwhile leaves it alone, and what cannot be sent stands below it.
        _ = try await phone.reply("send Alice No")
        let long = String(repeating: "long", count: 12_000)
        let unsent = await #expect(throws: KeptText.self) { try await phone.reply("send Alice \(long)") }
        #expect(unsent?.code == "sms.too-long")
        #expect(try await phone.app.model.unfinished().map(\.title) == ["I come\nat six\n\(long)"])
        _ = try await phone.reply("discard --yes Alice")
        #expect(try await phone.app.model.unfinished().isEmpty)
        await #expect(throws: SMSLogFault.noDraft("Alice")) { try await phone.reply("send --resume Alice") }
        phone.prompter = CannedPrompter(["at seven", "."])
        #expect(try await phone.lines("send Alice")[0].hasPrefix("Message 3 to Alice"))
        #expect(try await phone.dao.message(3, of: ana)?.content == "at seven")
        #expect(try await phone.lines("drafts") == ["There are no drafts."])
    }

    @Test func contactsAreMadeAndShown() async throws {
        #expect(
            try await phone.lines("contact +15551000000 \"Alice Smith\" --corporate --work +1555")
                == ["+15551000000 is now Alice Smith."])
        #expect(try await phone.lines("contacts") == ["+15551000000  Alice Smith  corporate  +1555"])
        // The corporate book comes first.
        await #expect(throws: SMSLogFault.corporateName("Alice Smith", Address("+15551000000"))) {
            try await phone.lines("contact smith --local")
        }
        _ = try await phone.lines("contact smith --remove")
        #expect(
            try await phone.lines("contact +15551000000 \"Alice Smith\" --local")
                == ["+15551000000 is now Alice Smith."])
        #expect(
            try await phone.lines("contact smith").prefix(3) == [
                "Number       +15551000000", "Name         Alice Smith", "Contact      local",
            ])
        await #expect(throws: SMSLogFault.unknownNumber("+9999")) { try await phone.lines("contact +9999") }
        await #expect(throws: CommandFault.missing("NAME")) { try await phone.lines("contact +9999 --local") }
    }

    @Test func showsAllOfAMessage() async throws {
        try await phone.receive(draft("two\nlines", from: "+1 555", at: 1, name: "Alice"))
        #expect(
            try await phone.open("message", "1") == [
                "No.         1", "Number      +1555", "As written  +1 555", "Name        Alice", "Contact     local",
                "Date        1970-01-01 00:00:01", "Direction   incoming", "Status      received", "Read        no",
                "Kind        SMS", "", "two", "lines",
            ])
        #expect(try await phone.open("thread", "alice") == ["1970-01-01", "1  00:00  ←  two⏎lines"])
        await #expect(throws: CommandFault.notANumber(name: "id", value: "x")) {
            try await phone.open("message", "x")
        }
    }

    @Test func importsAndTellsWhatItRefused() async throws {
        let rows =
            (0..<25).map { _ in BackupText.sms("x", type: "null") } + [BackupText.sms("one"), BackupText.sms("one")]
        let path = FileManager.default.temporaryDirectory.path + "/atrium-\(UUID().uuidString).xml"
        try BackupText.file(rows).write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let lines = try await phone.lines("import \(path)")
        #expect(lines.first == "Imported 2 messages, 0 already there, 25 refused.")
        #expect(lines[1] == "! Line 3: no type.")
        #expect(lines.count == 22)
        #expect(lines.last == "! And 5 more lines.")
        #expect(try await phone.reply("import \(path)").status == .failure)
        phone.language = .french
        #expect(try await phone.lines("import \(path)").first == "0 message importé, 2 déjà présents, 25 refusés.")
        await #expect(throws: CommandFault.file(path: "/nowhere/none.xml", reason: .system(ENOENT))) {
            try await phone.lines("import none.xml")
        }
    }

    @Test func anImportThatBreaksOffFailsWithItsCounts() async throws {
        let path = FileManager.default.temporaryDirectory.path + "/atrium-\(UUID().uuidString).xml"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let text = BackupText.file(BackupText.sms("one"), BackupText.sms("two"))
        try String(text.dropLast(60)).write(toFile: path, atomically: true, encoding: .utf8)
        let broken = try await phone.reply("import \(path)")
        #expect(broken.status == .failure)
        #expect(phone.lines(broken).first == "Imported 1 message, 0 already there, 0 refused.")
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try await phone.reply("import \(path)").status == .success)
    }

    @Test func completesNumbersAndNames() async throws {
        try await phone.receive(draft("a", from: "+15551", name: "Alice"), draft("b", from: "+15552"))
        #expect(
            await phone.completions(of: "number", for: "+").map(\.text) == [
                "+15552", "+15551",
            ])
        #expect(
            await phone.completions(of: "number", for: "Al").map(\.description) == ["+15551"])
        try await phone.app.model.refresh()
        #expect(await phone.completions(of: "message", for: "").map(\.text) == ["2", "1"])
        #expect(await phone.completions(of: "message", for: "1").map(\.description) == ["a"])
        #expect(await phone.completions(of: "message", for: "b").map(\.text) == ["2"])
        #expect(await phone.completions(of: "number", for: "alic").map(\.text) == ["Alice"])
        #expect(await phone.completions(of: "number", for: "+15551").map(\.text) == ["+15551"])
        #expect(await phone.completions(of: "address", for: "ALI").map(\.text) == ["+15551"])
        try await phone.receive(draft("c", from: "+15553", name: "Alice"))
        #expect(Set(await phone.completions(of: "number", for: "Al").map(\.text)) == ["+15551", "+15553"])
    }
    @Test func `all are completed, and all drafts listed, however many there are`() async throws {
        let drafts = (100..<220).map { number in
            MessageDraft(
                address: Address("+15551000\(number)"), content: "d", date: Timestamp(seconds: Int64(number)),
                direction: .outgoing, status: .draft, importedName: "Person \(number)")
        }
        _ = try await phone.dao.merge(drafts, of: ana)
        #expect(await phone.completions(of: "number", for: "Person").count == 120)
        #expect(await phone.completions(of: "number", for: "+1555").count == 120)
        guard case .records(let all) = try await phone.reply("drafts").body,
            case .records(let some) = try await phone.reply("drafts --limit 70").body
        else {
            Issue.record("no lists")
            return
        }
        #expect(all.count == 120 && some.count == 70 && some.cut?.total == 120)
    }
}
