// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumGateways
import AtriumSession
import AtriumTesting
import Foundation
import GRDB
@testable import MessageGateways
@testable import SMSLogLogic
import SMSLogStore
import Testing

/// The database of gammu-smsd, in which the test does what the daemon does.
@Suite final class GammuDatabaseTests {
    /// The versions of the tables that daemons of today have.
    enum Version: Int, CaseIterable, Sendable { case debian = 17, newest = 18 }

    private let path = NSTemporaryDirectory() + "gammu-\(UUID().uuidString).db"
    private let clock = ManualClock(now: Timestamp(seconds: 1_767_258_000))
    private let zone = Zone(secondsFromGMT: 3600) ?? .gmt

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// What the daemon’s own tables have of what matters here: the columns that must be given, and the rules.
    private func make(_ version: Version = .debian) throws -> DatabaseQueue {
        let daemon = try DatabaseQueue(path: path)
        let codings = "CHECK (Coding IN ('Default_No_Compression', 'Unicode_No_Compression', '8bit'))"
        let common = "Coding TEXT NOT NULL DEFAULT 'Default_No_Compression' \(codings), Class INTEGER DEFAULT -1"
        let parts = version == .newest ? "MessageID INTEGER NOT NULL DEFAULT 0, PartCount INTEGER DEFAULT 1," : ""
        try daemon.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE gammu(Version INTEGER PRIMARY KEY);
                    INSERT INTO gammu VALUES (\(version.rawValue));
                    CREATE TABLE inbox(
                        ID INTEGER PRIMARY KEY AUTOINCREMENT, ReceivingDateTime NUMERIC NOT NULL, Text TEXT NOT NULL,
                        SenderNumber TEXT NOT NULL DEFAULT '', UDH TEXT NOT NULL, SMSCNumber TEXT NOT NULL DEFAULT '',
                        TextDecoded TEXT NOT NULL DEFAULT '', RecipientID TEXT NOT NULL DEFAULT '', \(parts)
                        Processed TEXT NOT NULL DEFAULT 'false', UpdatedInDB NUMERIC, \(common));
                    CREATE TRIGGER update_inbox_time UPDATE ON inbox BEGIN
                        UPDATE inbox SET UpdatedInDB = datetime('now') WHERE ID = old.ID;
                    END;
                    CREATE TABLE outbox(
                        ID INTEGER PRIMARY KEY AUTOINCREMENT, InsertIntoDB NUMERIC NOT NULL,
                        SendingDateTime NUMERIC NOT NULL, SendingTimeOut NUMERIC NOT NULL, Text TEXT,
                        DestinationNumber TEXT NOT NULL, UDH TEXT, TextDecoded TEXT NOT NULL,
                        MultiPart TEXT NOT NULL DEFAULT 'false', DeliveryReport TEXT DEFAULT 'default',
                        CreatorID TEXT NOT NULL, \(common));
                    CREATE TABLE outbox_multipart(
                        ID INTEGER, SequencePosition INTEGER NOT NULL DEFAULT 1, Text TEXT, UDH TEXT,
                        TextDecoded TEXT, \(common), PRIMARY KEY (ID, SequencePosition));
                    CREATE TABLE sentitems(
                        ID INTEGER, SequencePosition INTEGER NOT NULL DEFAULT 1, CreatorID TEXT NOT NULL,
                        DestinationNumber TEXT NOT NULL, Status TEXT NOT NULL, StatusError INTEGER NOT NULL DEFAULT -1,
                        PRIMARY KEY (ID, SequencePosition));
                    """)
        }
        return daemon
    }

    private func message(_ text: String, key: String = "k1", to number: String = "+15551000000") -> OutgoingMessage {
        let length = MessageLength(text)
        return OutgoingMessage(
            key: key, number: number, text: text, date: clock.now, order: 0x107, parts: length.parts,
            isOfSevenBits: length.coding == .gsm7)
    }

    private var gateway: GammuDatabase { GammuDatabase(path: path, clock: clock, timeZone: zone) }

    private func rows(_ daemon: DatabaseQueue, _ sql: String) throws -> [String] {
        try daemon.read { try String.fetchAll($0, sql: sql) }
    }

    /// Moves the parts of a message to where those are that were sent.
    private func send(_ daemon: DatabaseQueue, _ id: Int, _ statuses: String...) throws {
        try daemon.write { database in
            for (status, position) in zip(statuses, 1...) {
                try database.execute(
                    sql: """
                        INSERT OR REPLACE INTO sentitems(ID, SequencePosition, CreatorID, DestinationNumber, Status)
                        SELECT ID, ?, CreatorID, DestinationNumber, ? FROM outbox WHERE ID = ?
                        """, arguments: [position, status, id])
            }
            try database.execute(sql: "DELETE FROM outbox WHERE ID = ?", arguments: [id])
        }
    }

    @Test(arguments: Version.allCases)
    func theDaemonGetsEachPartOnce(_ version: Version) throws {
        let daemon = try make(version)
        let long = String(repeating: "ten-signs-", count: 20)
        let receipt = try gateway.submit(message(long))
        #expect(try gateway.submit(message(long)) == receipt)
        #expect(
            try rows(
                daemon,
                """
                SELECT printf('%s %s %s %s %s %d %d', DestinationNumber, Coding, UDH, MultiPart, DeliveryReport,
                    length(TextDecoded), length(Text)) FROM outbox
                """) == ["+15551000000 Default_No_Compression 050003070201 true yes 153 612"])
        #expect(
            try rows(daemon, "SELECT InsertIntoDB || '|' || SendingDateTime || '|' || SendingTimeOut FROM outbox") == [
                "2026-01-01 10:00:00|2026-01-01 10:00:00|2026-01-01 10:00:00"
            ])
        #expect(
            try rows(daemon, "SELECT SequencePosition || UDH || TextDecoded FROM outbox_multipart") == [
                "2050003070202" + long.suffix(47)
            ])
        _ = try gateway.submit(message("Grüße ÿ 😀", key: "k2"))
        #expect(
            try rows(daemon, "SELECT Coding || UDH || MultiPart || Text FROM outbox WHERE ID = 2") == [
                "Unicode_No_Compressionfalse0047007200FC00DF0065002000FF0020D83DDE00"
            ])
    }

    @Test func oneThatWasSentIsNotPutInAgain() throws {
        let daemon = try make()
        #expect(try gateway.recover(message("hi")) == .notTaken)
        let receipt = try gateway.submit(message("hi"))
        #expect(try gateway.recover(message("hi")) == .taken(receipt))
        try send(daemon, 1, "SendingOK")
        #expect(try gateway.recover(message("hi")) == .taken(receipt))
        #expect(try gateway.submit(message("hi")) == receipt)
        #expect(try rows(daemon, "SELECT TextDecoded FROM outbox") == [])
    }

    @Test(arguments: [
        (["SendingOK", "SendingOK"], DeliveryReport.Outcome.sent), (["SendingOKNoReport", "DeliveryOK"], .sent),
        (["DeliveryOK", "DeliveryPending"], .sent), (["DeliveryOK", "DeliveryOK"], .delivered),
        (["SendingOK", "SendingError"], .failed(reason: "gammu-smsd: SendingError")),
        (["DeliveryOK", "DeliveryFailed"], .failed(reason: "gammu-smsd: DeliveryFailed")),
    ])
    func allPartsSayHowAMessageWent(_ statuses: [String], _ outcome: DeliveryReport.Outcome) throws {
        let daemon = try make()
        let receipt = try gateway.submit(message(String(repeating: "好", count: 71)))
        let taken = [TakenMessage(reference: receipt.reference, key: "k1")]
        #expect(try gateway.reports(on: taken) == [])
        try send(daemon, 1, statuses[0], statuses[1])
        #expect(try gateway.reports(on: taken).map(\.outcome) == [outcome])
        // Another file may have other messages under the same numbers.
        #expect(try gateway.reports(on: [TakenMessage(reference: "1", key: "k2")]) == [])
    }

    private func receive(
        _ daemon: DatabaseQueue, _ text: String, _ header: String = "", from sender: String = "+15550001",
        at time: String = "2026-01-01 09:00:00", coding: String = "Unicode_No_Compression", units: String? = nil
    ) throws {
        let digits = text.utf16.map { String(format: "%04X", $0) }.joined()
        try daemon.write {
            try $0.execute(
                sql: """
                    INSERT INTO inbox(SenderNumber, ReceivingDateTime, Text, TextDecoded, UDH, Coding, SMSCNumber)
                    VALUES (?, ?, ?, ?, ?, ?, '+49')
                    """, arguments: [sender, time, units ?? digits, text, header, coding])
        }
    }

    /// Takes in what there is.
    private func texts() throws -> [String] {
        let gateway = gateway
        let keys = try gateway.arrivals()
        defer { try? gateway.take(arrived: keys) }
        return keys.compactMap { gateway.message(arrived: $0).map { "\($0.sender): \($0.text)" } }
    }

    @Test(arguments: Version.allCases)
    func whatCameInIsTakenOverOnce(_ version: Version) throws {
        let daemon = try make(version)
        try receive(daemon, "whole")
        // Half of a pair of surrogates in each part, of which the daemon writes the text into the first.
        try receive(daemon, "Hi 😀!", "0500037A0201", units: "004800690020D83D")
        try receive(daemon, "", "0500037A0202", units: "DE000021")
        try receive(daemon, "a", "0500037A0201", from: "+15550002", at: "2026-01-01 09:59:00")
        try receive(daemon, "", coding: "8bit", units: "0605040B84")
        let gateway = gateway
        let key = try #require(try gateway.arrivals().first)
        #expect(gateway.message(arrived: key)?.date == Timestamp(seconds: 1_767_254_400))
        #expect(gateway.message(arrived: key)?.centre == "+49")
        #expect(try texts() == ["+15550001: whole", "+15550001: Hi 😀!"])
        #expect(try texts() == [])
        #expect(
            try rows(daemon, "SELECT Processed FROM inbox ORDER BY ID") == ["true", "true", "true", "false", "false"])
        // The rest of a message does not come any more.
        clock.advance(by: .seconds(7200))
        #expect(try texts() == ["+15550002: a … "])
        // A daemon that was killed writes it again.
        try receive(daemon, "whole")
        let again = self.gateway
        #expect(try again.arrivals() == [key])
    }

    @Test func aFileOfSomethingElseIsLeftAsItIs() throws {
        #expect { try gateway.test() } throws: { ($0 as? GatewayFault)?.isOfGateway == true }
        #expect(!FileManager.default.fileExists(atPath: path))
        let other = try DatabaseQueue(path: path)
        try other.write { try $0.execute(sql: "CREATE TABLE inbox(ID INTEGER)") }
        #expect(throws: GatewayFault.unreachable(reason: .fact(.otherDatabase, path))) { try gateway.test() }
        try Data("no database, but long enough to have a header of one".utf8).write(to: URL(filePath: path))
        #expect(throws: GatewayFault.unreachable(reason: .fact(.otherDatabase, path))) {
            try gateway.submit(message("x"))
        }
    }

    @Test func tryingItSendsNothing() throws {
        let daemon = try make()
        try gateway.test()
        #expect(try rows(daemon, "SELECT TextDecoded FROM outbox") == [])
        _ = try gateway.submit(message("hi"))
        #expect(try rows(daemon, "SELECT ID || '' FROM outbox") == ["1"])
    }

    @Test func aMessageOfTooManyPartsIsRefused() throws {
        _ = try make()
        let text = String(repeating: "a", count: 51 * 153)
        #expect(throws: GatewayFault.refused(reason: .fact(.tooManyParts, "50"))) { try gateway.submit(message(text)) }
    }

    /// From the log to the daemon and back.
    @Test func aMessageGoesThroughTheLog() async throws {
        let daemon = try make()
        let (dao, _) = try TestStore.memory.make()
        let service = SMSLogService(
            dao: dao, owner: ana, clock: clock,
            worker: LocalWorker(stores: dao, clock: clock, timeZone: zone, vault: GatewayVault(home: nil), http: nil))
        #expect(try GatewayKind.gammu.found(at: path) == .gammuDatabase)
        #expect(throws: SMSLogFault.noGatewayFile("/nowhere/smsd.DB")) {
            try GatewayKind.gammu.found(at: "/nowhere/smsd.DB")
        }
        #expect(try GatewayKind.gammu.found(at: "/nowhere/spool") == .gammu)
        #expect(try GatewayKind.gammu.found(at: NSTemporaryDirectory()) == .gammu)
        try await service.gateways.add(Gateway(name: "gammu", kind: .gammuDatabase, place: path))
        _ = try await service.outbox.send("hi", to: "+15551234567")
        try await service.gateways.work()
        #expect(try await service.message(1).progress == .accepted)
        try send(daemon, 1, "DeliveryOK")
        try receive(daemon, "hello")
        #expect(try await service.gateways.receive().map(\.content) == ["hello"])
        #expect(try await service.gateways.receive().isEmpty)
        #expect(try await service.message(1).status == .delivered)
        #expect(try rows(daemon, "SELECT Processed FROM inbox") == ["true"])
    }
}
