// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Foundation
@testable import SMSLogLogic
import SMSLogStore
import Testing

@testable import MessageFormats

/// Messages without a date in what other programs export: they are kept beside the one before, and known again by what
/// they say.
@Suite struct UndatedExportTests {
    private let folder: TemporaryFolder
    private let dao: any MessageStores

    init() throws {
        folder = try TemporaryFolder()
        dao = try TestStore.memory.make().dao
    }

    private func imported(
        _ text: String, as name: String, into dao: (any MessageStores)? = nil, isCheck: Bool = false
    ) async throws -> ImportReport {
        let place = URL(fileURLWithPath: folder.path + "/" + name)
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: place)
        let service = SMSLogService(dao: dao ?? self.dao, owner: ana, clock: ManualClock.nineOClock)
        let log = isCheck ? try await service.copied() : service
        let choices = ImportChoices(me: name.contains("Chat") ? "Ana" : nil)
        let files = try await log.importFiles(at: place.path, choices: choices) { _, _ in }
        return try #require(files.first).result.get()
    }

    private func messages(of dao: (any MessageStores)? = nil) async throws -> [Message] {
        var messages: [Message] = []
        while let message = try await (dao ?? self.dao).message(messages.count + 1, of: ana) {
            messages.append(message)
        }
        return messages
    }

    /// How a program writes a message.
    enum Program: CaseIterable {
        case signal, signalChat, whatsApp, own, gammu

        var name: String {
            switch self {
            case .signal: "main.jsonl"
            case .signalChat: "Bob/data.json"
            case .whatsApp: "WhatsApp Chat with Bob.txt"
            case .own: "messages.json"
            case .gammu: "a.smsbackup"
            }
        }

        /// A file of messages; those of which the day is 0 have a date that no calendar has.
        func file(_ rows: [(day: Int, text: String)]) -> String {
            let head = """
                {"recipient":{"id":"1","self":{}}}
                {"recipient":{"id":"2","contact":{"e164":"15551234567","profileGivenName":"Bob"}}}
                {"chat":{"id":"10","recipientId":"2"}}

                """
            let lines = rows.enumerated().map { index, row in
                let (day, text) = row
                let twoDigits = day == 0 ? "99" : day < 10 ? "0\(day)" : "\(day)"
                return switch self {
                case .signal:
                    "{\"chatItem\":{\"chatId\":\"10\",\"authorId\":\"2\",\"dateSent\":\"\(day * 86_400_000)\","
                        + "\"incoming\":{\"read\":true},\"standardMessage\":{\"text\":{\"body\":\"\(text)\"},"
                        + "\"reactions\":[{\"emoji\":\"👍\",\"authorId\":\"1\",\"sentTimestamp\":\"\(day * 86_400_001)\"}]}}}\n"
                case .signalChat:
                    "{\"date\": \"2023-11-\(twoDigits)T10:00:00\", \"sender\": \"Bob\", \"body\": \"\(text)  \", "
                        + "\"reactions\": [[\"Me\", \"👍\"]], \"attachments\": []}\n"
                case .whatsApp: "\(twoDigits)/11/2023, 10:00 - Bob: \(text)\n"
                case .gammu:
                    "[SMSBackup\(index)]\nPDU = Deliver\nDateTime = 202311\(twoDigits)T100000Z\nState = Read\n"
                        + "Number = \"+15551234567\"\nCoding = Default_No_Compression\nText00 = "
                        + text.utf8.map { "00" + String($0, radix: 16) }.joined() + "\n\n"
                case .own:
                    "{\"address\":\"+15551234567\",\"date\":\"2023-11-\(twoDigits)T10:00:00Z\","
                        + "\"direction\":\"incoming\",\"id\":1,\"kind\":\"sms\",\"read\":true,\"status\":\"received\","
                        + "\"text\":\"\(text)\"}\n"
                }
            }
            return (self == .signal ? head : "") + lines.joined()
        }

        /// How many messages a row is: two programs have reactions.
        var weight: Int { self == .signal || self == .signalChat ? 2 : 1 }
    }

    @Test(arguments: Program.allCases, TestStore.allCases)
    func `backups that grow have each once`(_ program: Program, _ store: TestStore) async throws {
        let (dao, system) = try store.make()
        let weight = program.weight
        let rows = [(21, "one"), (0, "code"), (22, "two")]
        let text = program.file(rows)
        #expect(try await imported(text, as: program.name, into: dao, isCheck: true).saved.added == 3 * weight)
        let report = try await imported(text, as: program.name, into: dao)
        #expect(report.saved.added == 3 * weight && report.refused.isEmpty)
        #expect(report.remarks.count { $0.reason == .dateBefore } == (program == .signal ? 2 : 1))
        let messages = try await messages(of: dao)
        try #require(messages.count == 3 * weight)
        #expect(messages[weight].content == "code" && messages[weight].date == messages[weight - 1].date)
        #expect(try await dao.read(ana) { try $0.details(of: weight + 1) }?.isUndated == true)
        #expect(try await imported(text, as: program.name, into: dao).saved.added == 0)
        // It stands beside another one.
        let longer = program.file([(21, "one"), (23, "three"), (0, "code"), (22, "two")])
        #expect(try await imported(longer, as: program.name, into: dao, isCheck: true).saved.added == weight)
        #expect(try await imported(longer, as: program.name, into: dao).saved.added == weight)
        #expect(try await imported(longer, as: program.name, into: dao).saved.added == 0)
        _ = try await dao.remove(weight + 1, of: ana)
        let again = try await imported(text, as: program.name, into: dao)
        #expect(again.saved.added == 0 && again.saved.removed == 1)
        withExtendedLifetime(system) {}
    }

    @Test(arguments: Program.allCases)
    func `the first one stands at the beginning`(_ program: Program) async throws {
        guard program != .signalChat, program != .whatsApp else { return }
        let report = try await imported(program.file([(0, "code")]), as: program.name)
        #expect(report.saved.added == program.weight && report.remarks.first?.reason == .missingDate)
        #expect(try await messages().first?.date.milliseconds == 0)
    }

    @Test func `a date of arrival that is none is left out, and named`() async throws {
        let row = Program.own.file([(21, "one")]).replacing("\"date\"", with: "\"delivered\":\"never\",\"date\"")
        let report = try await imported(row, as: Program.own.name)
        #expect(report.saved.added == 1 && report.remarks == [RowRemark(line: 1, reason: .badDate("never"))])
    }

    @Test func `what is no message is refused still`() async throws {
        let report = try await imported(
            "{\"date\": \"2023-11-14T10:00:00\", \"sender\": \"Bob\", \"body\": \"a\"}\n{\"other\": 1}\n",
            as: "Bob/data.json")
        #expect(report.refused == [RefusedRow(line: 2, reason: .missingDate)] && report.saved.added == 1)
    }

    /// In a text there may be anything, also what WhatsApp writes before a message.
    @Test func `an impossible date begins a message where all else is as it should be`() async throws {
        let name = "WhatsApp Chat with Bob.txt"
        let lines = [
            "11/11/2023, 10:00 - Bob: one", "99/11/2023, 10:00 - Bob: of its own", "and more",
            "13/11/2023, 10:00 - Ana: two", "99/99/2023, 25:61 - note: no one who writes here",
            "99/99/2023, 10:00 - nobody at all", "99.99.2023 10:00 - Bob: written otherwise",
            "[99/99/2023, 10:00:00] Bob: in brackets", "14/11/2023, 10:00 - Bob: three", "",
        ]
        let report = try await imported(lines.joined(separator: "\n"), as: name)
        #expect(report.saved.added == 4)
        #expect(report.remarks == [RowRemark(line: 2, reason: .dateBefore)] && report.refused.isEmpty)
        let messages = try await messages()
        #expect(
            messages.map(\.content) == [
                "one", "of its own\nand more", (["two"] + lines[4...7]).joined(separator: "\n"), "three",
            ])
        #expect(messages.map { $0.direction == .outgoing } == [false, false, true, false])
        #expect(messages[0].address.text == "Bob" && messages.allSatisfy { $0.sender == nil })
        #expect(try await imported(lines.joined(separator: "\n"), as: name).saved.added == 0)
    }

    @Test func `a chat in which no date is possible is kept as it is`() async throws {
        let report = try await imported(
            "99/11/2023, 10:00 - Bob: one\n99/11/2023, 10:01 - Ana: two\nlines\n", as: "WhatsApp Chat with Bob.txt")
        #expect(report.saved.added == 2 && report.remarks.map(\.reason) == [.missingDate, .dateBefore])
        #expect(try await messages().map(\.content) == ["one", "two\nlines"])
    }
}
