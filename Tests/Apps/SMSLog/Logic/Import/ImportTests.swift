// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSecrets
import AtriumSession
import AtriumStores
import AtriumTesting
import AtriumXMLReader
import Foundation
@testable import SMSLogLogic
import Testing

import SMSLogStore

@Suite struct ImportTests {
    @Test(arguments: TestStore.allCases)
    func aSecondImportAddsNothing(_ kind: TestStore) async throws {
        let (dao, system) = try kind.make()
        let text = BackupText.file(
            BackupText.sms("one"), BackupText.sms("two", address: "+1 555 100-0000"), BackupText.sms("one"),
            BackupText.mms("address=\"+1\" msg_box=\"1\"", parts: "<part ct=\"text/plain\" text=\"hi\"/>"))
        let first = try await BackupText.importing(text, into: dao)
        #expect(first.saved.added == 4)
        #expect(first.saved.duplicates == 0)
        #expect(first.refusedCount == 0)
        #expect(first.ending == nil)
        #expect(!first.isMiscounted)
        #expect(first.bytes == text.utf8.count)
        let second = try await BackupText.importing(text, into: dao)
        #expect(second.saved.added == 0)
        #expect(second.saved.duplicates == 4)
        #expect(try await dao.contacts(of: ana).map(\.name) == ["Alice"])
        withExtendedLifetime(system) {}
    }

    @Test(arguments: [
        ("1", "-1", "incoming received"), ("1", "0", "incoming received"), ("2", "-1", "outgoing sent"),
        ("2", "0", "outgoing delivered"), ("2", "32", "outgoing pending"), ("2", "64", "outgoing failed"),
        ("3", "-1", "outgoing draft"), ("4", "-1", "outgoing pending"), ("5", "-1", "outgoing failed"),
        ("6", "-1", "outgoing pending"),
    ])
    func typeAndStatusTellTheCourse(_ type: String, _ status: String, _ course: String) async throws {
        let (dao, _) = try TestStore.memory.make()
        let row = BackupText.sms("x", type: type, rest: "read=\"0\" status=\"\(status)\"")
        _ = try await BackupText.importing(BackupText.file(row), into: dao)
        let message = try #require(try await dao.message(1, of: ana))
        #expect("\(message.direction) \(message.status)" == course)
        #expect(message.isRead == (message.direction == .outgoing))
    }

    @Test func badRowsAreListedAndTheGoodOnesStay() async throws {
        let (dao, _) = try TestStore.memory.make()
        let text = BackupText.file(
            BackupText.sms("good"), BackupText.sms("x", date: "null"), BackupText.sms("x", date: "-1"),
            BackupText.sms("x", date: "99999999999999999999"), BackupText.sms("x", date: "soon"),
            BackupText.sms("null"), "<sms address=\"+1\" date=\"1\" type=\"1\"/>", BackupText.sms("x", address: "null"),
            BackupText.sms("x", type: "9"), "<sms address=\"+1\" date=\"1\" body=\"x\"/>",
            BackupText.mms("address=\"+1\" msg_box=\"8\""), BackupText.sms(""), count: 999_999_999)
        let report = try await BackupText.importing(text, into: dao)
        #expect(report.saved.added == 11)
        #expect(report.refused == [RefusedRow(line: 12, reason: .missingType)])
        #expect(report.refusedCount == 1)
        // What lacks something that can be done without is kept, and told.
        #expect(
            report.remarks == [
                RowRemark(line: 4, reason: .dateBefore), RowRemark(line: 5, reason: .dateBefore),
                RowRemark(line: 6, reason: .dateBefore), RowRemark(line: 7, reason: .dateBefore),
                RowRemark(line: 8, reason: .missingBody), RowRemark(line: 9, reason: .missingBody),
                RowRemark(line: 10, reason: .missingAddress),
                RowRemark(line: 10, reason: .missingNumber(name: "Alice")),
                RowRemark(line: 11, reason: .unknownType(9)),
                RowRemark(line: 13, reason: .unknownType(8)),
            ])
        #expect(report.isMiscounted)
        #expect(report.declaredCount == 999_999_999)
        #expect(try await dao.message(6, of: ana)?.content == "")
        #expect(try await dao.message(10, of: ana)?.content == "")
    }

    @Test func multimediaKeepsTextAndNamesItsParts() async throws {
        let (dao, _) = try TestStore.memory.make()
        let parts =
            "<part seq=\"-1\" ct=\"application/smil\" text=\"LAYOUT\"/><part ct=\"text/plain\" text=\"one\"/>"
            + "<part ct=\"image/jpeg\" name=\"null\" cl=\"a.jpg\" text=\"null\" data=\"aGVsbG8=\"/>"
            + "<part ct=\"text/plain\" text=\"two\"/><part ct=\"image/png\" data=\"null\"/>"
        _ = try await BackupText.importing(
            BackupText.file(
                BackupText.mms("address=\"+3~+1 2\" msg_box=\"2\" contact_name=\"(Unknown)\"", parts: parts)),
            into: dao)
        let message = try #require(try await dao.message(1, of: ana))
        #expect(message.content == "one\ntwo")
        #expect(message.address.text == "+12~+3")
        #expect(message.kind == .mms)
        #expect(message.contact == nil)
        #expect(
            message.attachments == [
                MessagePart(
                    name: "a.jpg", contentType: "image/jpeg", size: 5,
                    digest: Digest(bytes: SHA256.hash(Array("hello".utf8)))),
                MessagePart(name: nil, contentType: "image/png", size: 0),
            ])
    }

    @Test(arguments: [
        ("msg_box=\"1\"", "+9", "incoming"), ("m_type=\"128\"", "+1", "outgoing"),
        ("m_type=\"132\"", "+9", "incoming"), ("", "+9", "outgoing"), ("", "+1", "incoming"), ("", "", "incoming"),
        ("msg_box=\"null\"", "insert-address-token", "outgoing"),
    ])
    func multimediaWithoutABoxTellsItsDirectionByItsSender(
        _ attributes: String, _ sender: String, _ direction: String
    ) async throws {
        let (dao, _) = try TestStore.memory.make()
        let addresses =
            sender.isEmpty
            ? "" : "<addr address=\"\(sender)\" type=\"137\"/><addr address=\"+1\" type=\"151\"/>"
        _ = try await BackupText.importing(
            BackupText.file(BackupText.mms("address=\"+1~+2\" \(attributes)", addresses: addresses)), into: dao)
        let message = try #require(try await dao.message(1, of: ana))
        #expect("\(message.direction)" == direction)
    }

    @Test func emojiWrittenAsHalvesIsFound() async throws {
        let (dao, _) = try TestStore.memory.make()
        let report = try await BackupText.importing(
            BackupText.file(BackupText.sms("smile &#55357;&#56832; &#0;")), into: dao)
        #expect(try await dao.message(1, of: ana)?.content == "smile 😀 \u{FFFD}")
        #expect(report.replacedCharacters == 1)
    }

    @Test func `control characters stay as they are, and so does what stands for them`() async throws {
        let (dao, _) = try TestStore.memory.make()
        // No literal may have them.
        let (first, last) = try (#require(Unicode.Scalar(0xFDD0)), #require(Unicode.Scalar(0xFDEF)))
        let odd = "a&#11;b&#x1b;c\u{1}\(first)&#xFDEF;\(first)\(last)ﷺ&#9;&#xFFFF;"
        let said = "a\u{B}b\u{1B}c\u{1}\(first)\(last)\(first)\(last)ﷺ\t\u{FFFD}"
        let text = BackupText.file(BackupText.sms(odd), BackupText.sms("after"))
        // Wherever it is cut between two readings.
        for chunk in 1...7 {
            let report = try await BackupText.importer(dao).run(
                backup: MemorySource(Array(text.utf8), chunk: chunk))
            #expect(report.saved.count == 2 && report.replacedCharacters == 1)
        }
        #expect(try await dao.read(ana) { try $0.messages(.above(0), limit: 9).map(\.content) } == [said, "after"])
    }

    @Test func aFileThatBreaksOffKeepsItsGoodRows() async throws {
        let (dao, _) = try TestStore.memory.make()
        let text = String(BackupText.file(BackupText.sms("one"), BackupText.sms("two")).dropLast(60))
        let report = try await BackupText.importing(text, into: dao)
        #expect(report.saved.added == 1)
        #expect(report.ending == .fault(.truncated(line: 4)))
        #expect(!report.isMiscounted)
    }

    @Test func bytesThatAreNoTextAreReplacedAndCounted() async throws {
        let (dao, _) = try TestStore.memory.make()
        let text = BackupText.file(BackupText.sms("a~b"), BackupText.sms("after"))
        let bytes = text.utf8.map { $0 == UInt8(ascii: "~") ? 0xFF : $0 }
        let report = try await BackupText.importing(bytes, into: dao)
        #expect(report.ending == nil)
        #expect(report.saved.added == 2)
        #expect(report.replacedCharacters == 1)
        #expect(try await dao.message(1, of: ana)?.content == "a\u{FFFD}b")
    }

    @Test func aStoreThatFailsLaterEndsTheImportWithItsCounts() async throws {
        let fault = StoreFault.full(path: "x")
        let dao = try WatchedMessages.failing(fault, from: 2, until: .max)
        let rows = (1...5000).map { BackupText.sms("m", date: "\($0)") }
        let report = try await BackupText.importing(BackupText.file(rows), into: dao)
        #expect(report.ending == .store(fault))
        #expect(report.saved.added > 0 && report.saved.added < 5000)
        #expect(try await dao.tally(of: ana).messages == report.saved.added)
        #expect(!report.isMiscounted)
        let atOnce = try WatchedMessages.failing(fault, from: 1, until: .max)
        await #expect(throws: fault) { try await BackupText.importing(BackupText.file(rows), into: atOnce) }
    }

    @Test func aBatchIsTriedAgainWhileOthersWrite() async throws {
        let busy = StoreFault.busy(path: "x")
        let rows = (1...5000).map { BackupText.sms("m", date: "\($0)") }
        for first in [1, 2] {
            let dao = try WatchedMessages.failing(busy, from: first, until: first + 1)
            let report = try await BackupText.importing(BackupText.file(rows), into: dao)
            #expect(report.ending == nil)
            #expect(report.saved.added == 5000)
        }
        let dao = try WatchedMessages.failing(busy, from: 2, until: .max)
        #expect(try await BackupText.importing(BackupText.file(rows), into: dao).ending == .store(busy))
    }

    @Test(arguments: TestStore.allCases)
    func callsStandInTheirConversation(_ kind: TestStore) async throws {
        let (dao, system) = try kind.make()
        let text = """
            <calls count='5'>
            <call number='+15551234567' duration='65' date='1' type='1' contact_name='Alice' subscription_id='2'/>
            <call number='+15551234567' duration='0' date='2' type='3' presentation='1'/>
            <call number='5' duration='0' date='3' type='3' presentation='2'/>
            <call number='+15551234567' duration='9' date='4' type='2'/>
            <call number='+15551234567' date='5' type='77'/>
            </calls>
            """
        let report = try await BackupText.importing(text, into: dao)
        #expect(report.calls == 5)
        #expect(report.saved.added == 5)
        #expect(report.remarks == [RowRemark(line: 6, reason: .unknownType(77))])
        #expect(!report.isMiscounted)
        let call = try #require(try await dao.message(1, of: ana))
        #expect(call.call == Call(.answered, seconds: 65))
        #expect(call.kind == .call)
        #expect(call.displayName == "Alice")
        #expect(try await dao.message(3, of: ana)?.address == .unknown)
        #expect(try await dao.message(4, of: ana)?.direction == .outgoing)
        // Those that were missed wait to be seen.
        #expect(try await dao.conversation(with: call.address, of: ana)?.unread == 1)
        let tally = try await dao.tally(of: ana)
        #expect(tally.messages == 0)
        #expect(tally.calls == [.answered: 2, .missed: 2, .made: 1])
        #expect(try await BackupText.importing(text, into: dao).saved.duplicates == 5)
        withExtendedLifetime(system) {}
    }

    @Test(arguments: [
        ("", ImportFault.empty), ("hello", .notXML(line: 1)), ("<a/>", .notBackup(root: "a")),
        ("<!DOCTYPE s [<!ENTITY a \"x\">]>\n<smses/>", .doctype(line: 1)), ("<smses>", .truncated(line: 1)),
    ])
    func whatIsNoBackupIsRefused(_ text: String, _ fault: ImportFault) async throws {
        let (dao, _) = try TestStore.memory.make()
        await #expect(throws: fault) { try await BackupText.importing(text, into: dao) }
        #expect(try await dao.tally(of: ana).messages == 0)
    }

    @Test func cancellingKeepsWhatIsStored() async throws {
        let (dao, system) = try TestStore.sqlite.make()
        let rows = (0..<20_000).map { BackupText.sms("m", date: "\($0 + 1)") }
        let source = Array(BackupText.file(rows).utf8)
        let report = try await Task {
            try await BackupText.importer(dao).run(backup: MemorySource(source)) { _ in
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }.value
        #expect(report.ending == .cancelled)
        #expect(report.saved.added > 0 && report.saved.added < 20_000)
        #expect(try await dao.tally(of: ana).messages == report.saved.added)
        withExtendedLifetime(system) {}
    }

    @Test func `pipes that nobody writes into hold nobody up`() async throws {
        let (dao, _) = try TestStore.memory.make()
        var ends: [Int32] = []
        defer { ends.forEach { close($0) } }
        // More than there are threads for tasks.
        let imports = try (0..<64).map { _ in
            var pair: [Int32] = [0, 0]
            try #require(pipe(&pair) == 0)
            ends += pair
            let path = "/dev/fd/\(pair[0])"
            return Task.detached { try await BackupText.importer(dao).run(backup: FileSource(path: path)) }
        }
        for _ in 0..<64 { await Task.detached {}.value }
        imports.forEach { $0.cancel() }
        for one in imports { #expect(try await one.value.ending == .cancelled) }
    }
}
