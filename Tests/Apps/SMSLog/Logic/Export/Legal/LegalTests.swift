// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumSecrets
import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTesting
import Dice
import Foundation
@testable import SMSLogLogic
import Testing

@testable import MessageFormats
@testable import SMSLogStore

/// Signed exports.
@Suite struct LegalTests {
    private static let texts = LegalTexts(
        page: ExportSamples.texts, sent: "Sent", received: "Received", from: "From", to: "To", exhibit: "Exhibit",
        source: "Source", status: "Status", kept: "Kept", user: "me")

    private func service(_ dao: any MessageStores) throws -> SMSLogService {
        SMSLogService(
            dao: dao, owner: ana, clock: ManualClock.nineOClock,
            timeZone: try #require(Zone(identifier: "Asia/Kathmandu")), sealingCost: .cheap)
    }

    private func export(
        _ service: SMSLogService, _ path: String, _ password: String = "pw"
    ) async throws -> LegalReport {
        try await service.exports.exportSigned(
            ExportRequest(to: path, as: .html), password: Secret(password), texts: Self.texts
        ) { _, _ in }
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
    }

    @Test(arguments: TestStore.allCases)
    func everyChangeIsNamed(_ kind: TestStore) async throws {
        let (dao, system) = try kind.make()
        var random = Dice(seed: 5)
        _ = try await dao.save((0..<60).map { ExportSamples.draft($0, &random) }, of: ana)
        let service = try service(dao)
        let folder = try TemporaryFolder()
        let path = folder.path + "/evidence"
        let report = try await export(service, path)
        #expect(report.messages == 60)
        #expect(report.exhibits > 5)
        let intact = try await service.verify(path, key: nil)
        #expect(intact.isIntact)
        #expect(intact.key == report.key)
        #expect(try await service.exports.signing.verifyingKey() == report.key)
        #expect(intact.comment == "made: 2026-01-01T09:00:00Z; time zone: Asia/Kathmandu; query: –")
        // Each message has its source, and each source its number.
        let sources = try text(path + "/sources.jsonl").split(separator: "\n")
        let rows = CSVRows(try text(path + "/messages.csv")).map { $0.fields }
        #expect(rows.count == sources.count + 1)
        for (index, (source, fields)) in zip(sources, rows.dropFirst()).enumerated() {
            #expect(fields[0] == String(index + 1))
            #expect(fields.last == Digest(bytes: SHA256.hash(Array(source.utf8))).description)
        }
        // Every file is altered, removed, and one added: each is named.
        let names = try FileManager.default.subpathsOfDirectory(atPath: path).filter { $0.contains(".") }
        #expect(intact.intact == names.count - 2)
        for name in names {
            let file = "\(path)/\(name)"
            let bytes = try #require(FileManager.default.contents(atPath: file))
            try (bytes + Data([0x0A])).write(to: URL(fileURLWithPath: file))
            let altered = try await service.verify(path, key: report.key)
            #expect(!altered.isIntact)
            if name.hasPrefix("manifest.txt") {
                #expect(altered.comment == nil)
            } else {
                #expect(altered.altered == [name])
                #expect(altered.comment != nil)
            }
            try FileManager.default.removeItem(atPath: file)
            if name != "manifest.txt" {
                let missing = try await service.verify(path, key: report.key)
                #expect(!missing.isIntact)
                #expect(name.hasPrefix("manifest.txt") || missing.missing == [name])
            }
            try bytes.write(to: URL(fileURLWithPath: file))
        }
        #expect(try await service.verify(path, key: nil).isIntact)
        try "x".write(toFile: path + "/exhibits/more.txt", atomically: false, encoding: .utf8)
        #expect(try await service.verify(path, key: nil).added == ["exhibits/more.txt"])
        withExtendedLifetime(system) {}
    }

    @Test func theMessageThatIsAnotherIsNamed() async throws {
        let (dao, _) = try TestStore.memory.make()
        _ = try await dao.save([draft("a \"b\",\nc", at: 1), draft("two", at: 2), draft("three", at: 3)], of: ana)
        let service = try service(dao)
        let folder = try TemporaryFolder()
        let path = folder.path + "/evidence"
        let report = try await export(service, path)
        let sources = try text(path + "/sources.jsonl")
        try sources.replacing("\"two\"", with: "\"too\"")
            .write(toFile: path + "/sources.jsonl", atomically: false, encoding: .utf8)
        let finding = try await service.verify(path, key: nil)
        #expect(finding.altered == ["sources.jsonl"])
        #expect(finding.messages == [2])
        // Who signs it anew has another key.
        let (other, _) = try TestStore.memory.make()
        let forged = try await export(try self.service(other), folder.path + "/forged")
        #expect(try await service.verify(folder.path + "/forged", key: nil).isIntact)
        #expect(try await !service.verify(folder.path + "/forged", key: report.key).isIntact)
        #expect(forged.key != report.key)
        await #expect(throws: ExportFault.noKey("abc")) { try await service.verify(path, key: "abc") }
        await #expect(throws: ExportFault.notSigned(path: folder.path)) {
            try await service.verify(folder.path, key: nil)
        }
    }

    @Test(arguments: TestStore.allCases)
    func theKeyStaysAndIsSealed(_ kind: TestStore) async throws {
        let (dao, system) = try kind.make()
        _ = try await dao.save([draft("a")], of: ana)
        let service = try service(dao)
        let folder = try TemporaryFolder()
        #expect(try await !service.exports.signing.hasKey())
        let first = try await export(service, folder.path + "/1")
        #expect(try await service.exports.signing.hasKey())
        #expect(try await export(service, folder.path + "/2").key == first.key)
        await #expect(throws: SMSLogFault.wrongSigningPassword) {
            try await export(service, folder.path + "/3", "other")
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/3"))
        await #expect(throws: ExportFault.notNew(path: folder.path + "/2")) {
            try await export(service, folder.path + "/2")
        }
        // Nothing of a user’s is left when the user is.
        try await dao.removeAll(of: ana) { _ in }
        #expect(try await !service.exports.signing.hasKey())
        withExtendedLifetime(system) {}
    }

    @Test func bothTimesAreToldTwice() async throws {
        let (dao, _) = try TestStore.memory.make()
        var came = draft("in", at: 1_600_000_000, name: "Zoë")
        came.details.sent = Timestamp(seconds: 1_599_999_990)
        var went = outgoing("out", at: 1_600_000_100)
        (went.status, went.details.delivered) = (.delivered, Timestamp(milliseconds: 1_600_000_101_500))
        _ = try await dao.save([came, went, outgoing("waits", at: 1_600_000_200)], of: ana)
        let folder = try TemporaryFolder()
        _ = try await export(try service(dao), folder.path + "/e")
        let rows = CSVRows(try text(folder.path + "/e/messages.csv")).map { $0.fields }
        #expect(
            rows[1][5...12] == [
                "2020-09-13T12:26:30Z", "2020-09-13 18:11:30 +05:45", "2020-09-13T12:26:40Z",
                "2020-09-13 18:11:40 +05:45", "", "", "Zoë <+15551000000>", "me",
            ])
        #expect(
            rows[2][5...12] == [
                "2020-09-13T12:28:20Z", "2020-09-13 18:13:20 +05:45", "2020-09-13T12:28:21.500Z",
                "2020-09-13 18:13:21 +05:45", "", "", "me", "Zoë <+15551000000>",
            ])
        // What never left was kept at some time.
        #expect(rows[3][5...10] == ["", "", "", "", "2020-09-13T12:30:00Z", "2020-09-13 18:15:00 +05:45"])
        let page = try text(folder.path + "/e/messages.html")
        #expect(page.contains("2020-09-13T12:26:30Z · 2020-09-13 18:11:30 +05:45"))
        #expect(!page.contains("<script"))
    }
}
