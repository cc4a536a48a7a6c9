// SPDX-License-Identifier: GPL-3.0-or-later

@testable import SMSLogDomain
import AtriumTesting
import GRDB
import Search
import Session
import Systems
import Testing

@testable import SMSLogStore
import Stores

/// Messages that share a date.
@Suite struct SharedDateTests {
    @Test func manyMessagesOfOneDateAreKnownAgain() async throws {
        let (dao, system) = try TestStore.sqlite.make()
        let drafts = (0..<1000).map { draft("m\($0)", at: 5) }
        #expect(try await dao.merge(drafts, of: ana).allSatisfy { $0 != nil })
        #expect(try await dao.merge(drafts, of: ana).allSatisfy { $0 == nil })
        #expect(try await dao.tally(of: ana).messages == 1000)
        withExtendedLifetime(system) {}
    }

    /// However many messages share a date, only those that are alike are compared.
    @Test(arguments: [
        (MessageMatcher.isAtItsMoment, "SEARCH sms_message USING INDEX sms_message_moment (moment=?)"),
        (
            MessageMatcher.isDisplaced,
            "SEARCH sms_message USING INDEX sms_message_hash (thread=? AND date=? AND hash=? AND rowid>?)"
        ),
    ])
    func aMessageIsLookedUpByWhatIsItsOwn(_ sql: String, _ plan: String) async throws {
        let (_, system) = try TestStore.sqlite.make()
        guard case .sqlite(let file) = system.system else { return }
        let details = try file.read { database in
            try Row.fetchAll(
                database, sql: "EXPLAIN QUERY PLAN \(sql)",
                arguments: [1, 1, 1, 1, "", nil, nil, 1] + (sql == MessageMatcher.isDisplaced ? [1] : [])
            ).map { $0["detail"] as String }
        }
        #expect(details == [plan])
    }

    @Test func onlyTheSameMessageIsKnown() async throws {
        let (dao, system) = try TestStore.sqlite.make()
        var other = draft("b")
        other.parts = [MessagePart(name: "x", contentType: "image/png", size: 1)]
        let drafts = [draft("a"), draft("b"), draft("b", from: "+2"), other, outgoing("b", to: "+15551000000")]
        #expect(try await dao.merge(drafts, of: ana).allSatisfy { $0 != nil })
        #expect(try await dao.merge(drafts, of: ana).allSatisfy { $0 == nil })
        // What takes the moment of a removed message is known too, and those behind it still are.
        _ = try await dao.remove(1, of: ana)
        #expect(try await dao.merge([draft("c")], of: ana) == [6])
        #expect(
            try await dao.merge(Array(drafts.dropFirst()) + [draft("c")], of: ana).allSatisfy {
                $0 == nil
            })
        withExtendedLifetime(system) {}
    }

    @Test func messagesOfTheFirstSchemaAreKnown() async throws {
        let system = try TestStore.sqlite.open()
        guard case .sqlite(let file) = system.system else { return }
        var pictured = draft("d", at: 10, name: "Zoë")
        pictured.parts = [MessagePart(name: "x.png", contentType: "image/png", size: 1)]
        let drafts = [draft("a"), draft("b"), draft("c", at: 9), pictured]
        _ = try await SQLiteMessageDAO(file).save(drafts, of: ana)
        // The file as the first version left it.
        _ = try await file.write { database in
            try database.execute(
                sql: """
                    ALTER TABLE sms_message ADD COLUMN attachments TEXT;
                    UPDATE sms_message SET attachments = '1' || char(31) || 'image/png' || char(31) || 'x.png'
                        || char(31) || 'abc' WHERE content = 'd';
                    DROP TABLE sms_part;
                    DROP TABLE sms_data;
                    DROP TABLE sms_participant;
                    DROP TABLE sms_own;
                    DROP TABLE sms_removed;
                    DROP TABLE sms_queue;
                    DROP TABLE sms_gateway;
                    DROP TABLE sms_export;
                    DROP TABLE sms_signing;
                    DROP TABLE sms_former;
                    DROP TABLE sms_template;
                    DROP TABLE sms_apart;
                    DROP INDEX sms_thread_number;
                    ALTER TABLE sms_thread DROP COLUMN number;
                    DROP INDEX sms_thread_leader;
                    DROP INDEX sms_thread_person;
                    ALTER TABLE sms_thread DROP COLUMN leader;
                    ALTER TABLE sms_thread DROP COLUMN person;
                    ALTER TABLE sms_owner DROP COLUMN region;
                    ALTER TABLE sms_owner DROP COLUMN reading;
                    DROP INDEX sms_thread_draft;
                    ALTER TABLE sms_thread DROP COLUMN draft;
                    ALTER TABLE sms_thread DROP COLUMN drafted;
                    DROP INDEX sms_thread_listed;
                    DROP INDEX sms_thread_unread;
                    ALTER TABLE sms_thread DROP COLUMN form;
                    ALTER TABLE sms_thread DROP COLUMN place;
                    ALTER TABLE sms_thread DROP COLUMN marks;
                    CREATE INDEX sms_thread_newest ON sms_thread(owner, last_date, last_message) WHERE count > 0;
                    CREATE INDEX sms_thread_unread ON sms_thread(owner, unread) WHERE unread > 0;
                    ALTER TABLE sms_thread DROP COLUMN named_at;
                    ALTER TABLE sms_message DROP COLUMN parts;
                    ALTER TABLE sms_message DROP COLUMN subject;
                    ALTER TABLE sms_message DROP COLUMN call;
                    ALTER TABLE sms_message DROP COLUMN sent;
                    ALTER TABLE sms_message DROP COLUMN delivered;
                    ALTER TABLE sms_message DROP COLUMN sim;
                    ALTER TABLE sms_message DROP COLUMN centre;
                    DROP INDEX sms_message_network;
                    ALTER TABLE sms_message DROP COLUMN network_id;
                    ALTER TABLE sms_message DROP COLUMN locked;
                    DROP INDEX sms_message_hash;
                    ALTER TABLE sms_message DROP COLUMN hash;
                    DROP INDEX sms_message_sender;
                    ALTER TABLE sms_message DROP COLUMN sender;
                    ALTER TABLE sms_message DROP COLUMN handover;
                    DROP INDEX sms_message_undated;
                    ALTER TABLE sms_message DROP COLUMN undated;
                    DROP INDEX sms_message_dated;
                    ALTER TABLE sms_message DROP COLUMN dated;
                    UPDATE sms_message SET reference = 'recorded-2' WHERE content = 'b';
                    UPDATE sms_message SET reference = 'real' WHERE content = 'c';
                    INSERT INTO sms_text(sms_text) VALUES ('delete-all');
                    DELETE FROM grdb_migrations WHERE identifier GLOB 'smslog [2-9]*' OR identifier GLOB 'smslog 1?';
                    """)
        }
        let again = try SQLiteSystem(path: file.path)
        let dao = try SQLiteMessageDAO(again)
        #expect(try await dao.message(4, of: ana)?.attachments == pictured.attachments)
        #expect(try await dao.find(SearchQuery("png"), of: ana, limit: 9).map(\.id) == [4])
        var whole = pictured
        whole.parts = [MessagePart(name: "x.png", contentType: "image/png", size: 1, digest: Digest(bytes: [1]))]
        whole.data = [Digest(bytes: [1]): [7]]
        whole.former = [FormerReading(address: whole.address, content: "d", attachments: pictured.parts)]
        whole.importedName = "Zoe"
        whole.namedAt = Timestamp(seconds: 11)
        // Bytes and names come with a later file.
        let merged = try await dao.merge(MessageMerge(drafts: drafts.dropLast() + [whole]), of: ana)
        #expect(merged.numbers == [nil, nil, nil, nil])
        #expect(merged.refreshed == 1)
        #expect(try await dao.message(4, of: ana)?.attachments == whole.attachments)
        #expect(try await dao.bytes(of: Digest(bytes: [1]), owner: ana) == [7])
        #expect(try await dao.message(4, of: ana)?.displayName == "Zoe")
        // Only a real gateway has what it was given.
        let handovers = try dao.read(ana) { messages in try (1...3).map { try messages.message($0)?.handover } }
        #expect(handovers == [.foreign, .waiting, .taken])
        let threads = try again.read { try Row.fetchAll($0, sql: "SELECT address, form FROM sms_thread") }
        #expect(!threads.isEmpty)
        #expect(threads.allSatisfy { Address(stored: $0[0] as String).form.rawValue == $0[1] as Int })
        // The index is made anew.
        let found = try again.read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM sms_text WHERE sms_text MATCH 'a OR b OR c'")
        }
        #expect(found == 3)
        let hashed = try again.read {
            try Int.fetchAll($0, sql: "SELECT hash IS NOT NULL FROM sms_message ORDER BY id")
        }
        #expect(hashed == [0, 1, 0, 0])
        withExtendedLifetime(system) {}
    }
}
