// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import AtriumSession
import AtriumTesting
import Foundation
@testable import SMSLogLogic
import SMSLogStore
import Testing

/// The language in which messages are asked for, on every store.
struct MessageQueryTests {
    private static let now = Timestamp(seconds: 1_790_000_000)  // 21 September 2026

    private static let drafts: [MessageDraft] = {
        func draft(
            _ text: String, _ address: String, day: Int, _ direction: MessageDirection = .incoming,
            status: SendStatus? = nil, isRead: Bool = true, sender: String? = nil, parts: [MessagePart] = [],
            call: Call? = nil
        ) -> MessageDraft {
            var draft = MessageDraft(
                address: Address(address), content: text, date: now + .seconds(-86_400 * day), direction: direction,
                status: status ?? (direction == .incoming ? .received : .sent), isRead: isRead, parts: parts,
                sender: sender.map { Address($0) })
            draft.call = call
            return draft
        }
        let picture = MessagePart(name: "violin.jpg", contentType: "image/jpeg", size: 9)
        let sheet = MessagePart(name: "parts.pdf", contentType: "application/pdf", size: 9)
        return [
            draft("The violin is ready 🎻", "+15550000001", day: 0),  // 1
            draft("I come at six", "+15550000001", day: 1, .outgoing),  // 2
            draft("Rehearsal at www.example.org", "+15550000001~+15550000002", day: 2, sender: "+15550000002"),  // 3
            draft("See you there", "+15550000001~+15550000002", day: 3, .outgoing),  // 4
            draft("", "+15550000002", day: 40, parts: [picture]),  // 5
            draft("The parts", "+15550000002", day: 41, isRead: false, parts: [sheet]),  // 6
            draft("No train https://example.org", "10086", day: 400, isRead: false),  // 7
            draft("Where are you?", "+15550000003", day: 5, .outgoing, status: .failed),  // 8
            draft("Later", "+15550000003", day: 6, .outgoing, status: .draft),  // 9
            draft("", "+15550000003", day: 7, isRead: false, call: Call(.missed, seconds: 0)),  // 10
            draft("ｶﾞ to see", "+15550000003", day: 8),  // 11
        ]
    }()

    private func service(on store: TestStore) async throws -> (SMSLogService, Any) {
        let (dao, kept) = try store.make()
        _ = try await dao.save(Self.drafts, of: ana)
        for (number, name) in [("+15550000001", "Mum"), ("+15550000002", "Grace Hopper"), ("+15550000003", "Grace")] {
            try await dao.save(Contact(address: Address(number), name: name, kind: .local), of: ana)
        }
        let clock = ManualClock(now: Self.now)
        return (SMSLogService(dao: dao, owner: ana, clock: clock), kept)
    }

    static let questions: [(query: String, ids: [Int])] = [
        ("from:mum", [1]), ("from:me", [2, 4, 8, 9]), ("from:\"grace hopper\"", [3, 5, 6]),
        ("from:grace", [3, 10, 11, 5, 6]), ("to:mum", [2, 4]), ("with:mum", [1, 2, 3, 4]), ("in:mum", [1, 2]),
        ("with:+1-555-000-0002", [3, 4, 5, 6]), ("in:10086", [7]), ("from:mum from:10086", [1, 7]),
        ("with:mum to:hopper", [4]),
        ("has:attachment", [5, 6]), ("has:pictures", [5]), ("has:link", [3, 7]), ("has:link is:unread", [7]),
        ("is:unread", [10, 6, 7]), ("is:failed", [8]), ("is:draft", [9]), ("is:call", [10]), ("is:waiting", []),
        ("from:me from:mum", [1, 2, 4, 8, 9]), ("from:mum to:mum", []), ("from:me to:mum", [2, 4]),
        ("-(from:me from:mum) in:mum", []), ("date:2026 date:2025", []),
        ("date:2026-09-18.. date:..2026-09-19", [3, 4]), ("date:today date:2026-09-18..", [1]),
        ("date:2025 -date:2025", []),
        ("date:2026-08", [5, 6]), ("date:2025", [7]), ("date:2026-09-18..", [1, 2, 3, 4]), ("date:today", [1]),
        ("🎻", [1]), ("🎻 from:mum", [1]), ("🎹", []), ("ガ", [11]), ("violin", [1, 5]), ("violin has:picture", [5]),
        ("the from:mum", [1]), ("see -you", [11]), ("-https://example.org from:10086", []),
        ("-you in:+15550000003", [9, 10, 11]), ("-\"you there\" see", [11]), ("-\"see you\" see", [11]),
        ("-the -you", [2, 3, 9, 10, 11, 5, 7]),
        ("-tra is:unread -is:call", [6, 7]), ("violin -violin.jpg", [1]), ("-ガ in:+15550000003", [8, 9, 10]),
        ("-from:me -from:grace", [1, 7]), ("-with:mum -has:attachment -date:2025", [8, 9, 10, 11]),
        ("-… see", [4, 11]), ("\"see you\" from:me", [4]), ("https://example.org", [7]),
        ("train is:unread date:2025", [7]),
        ("violin OR train", [1, 5, 7]), ("violin OR tra", [1, 5, 7]), ("vio OR train", [7]),
        ("violin OR train is:unread", [7]), ("violin OR from:10086", [1, 5, 7]),
        ("is:call OR is:draft OR six", [2, 9, 10]),
        ("-the OR violin in:mum", [1, 2]), ("see OR ready you OR the", [1, 4]), ("OR", [3, 7]),
        ("the violin OR par", [1, 6]), ("th violin OR par", []),
        ("from:mum OR from:hopper has:attachment", [5, 6]),
        ("(violin OR train) -is:unread", [1, 5]), ("-(violin OR train OR from:me) in:mum", []),
        ("(violin from:mum) OR (train date:2025)", [1, 7]),
        ("(is:unread -is:call (train OR parts)) OR six", [2, 6, 7]),
        ("-(from:me OR (from:grace -has:attachment))", [1, 5, 6, 7]), ("NOT (with:mum) is:unread", [10, 6, 7]),
        ("limit:3", [1, 2, 3]), ("with:mum limit:2", [1, 2]), ("(the OR violin) limit:2", [1, 5]),
        ("violin limit:9", [1, 5]),
        ("is:call limit:1", [10]), ("nothing limit:1", []), ("-is:unread limit:4", [1, 2, 3, 4]),
        ("(the) (vio)", [1]), ("(the OR you) tra", []), ("(violin OR (train", [1, 5, 7]),
    ]

    @Test(arguments: TestStore.allCases)
    func `each term says what is meant`(store: TestStore) async throws {
        let (service, kept) = try await service(on: store)
        for (query, ids) in Self.questions {
            #expect(try await service.find(query, limit: 50).map(\.id) == ids, "\(query)")
            #expect(try await service.find(query, limit: 1).map(\.id) == Array(ids.prefix(1)), "\(query)")
        }
        withExtendedLifetime(kept) {}
    }

    @Test(arguments: TestStore.allCases)
    func `a person with several numbers is meant by each of them`(store: TestStore) async throws {
        let (service, kept) = try await service(on: store)
        _ = try await service.people.merge(["+15550000002", "10086"])
        for (query, ids) in [
            ("from:10086", [3, 5, 6, 7]), ("with:10086", [3, 4, 5, 6, 7]), ("in:hopper", [5, 6, 7]),
            ("from:hopper is:unread", [6, 7]), ("to:10086", [4]),
        ] {
            #expect(try await service.find(query, limit: 50).map(\.id) == ids, "\(query)")
        }
        #expect(try await service.conversations(named: "086").map(\.count) == [3])
        withExtendedLifetime(kept) {}
    }

    @Test func `only words are marked where they stand`() {
        let marked = MessageQueryReader.words(
            of: "from:alice \"see you\" 🎻 https://a.b is:unread x: -late -\"so long\"")
        #expect(marked.text == "\"see you\" 🎻 https://a.b x:")
    }

    @Test func `what is no term is refused, and nothing is passed over`() async throws {
        let (service, kept) = try await service(on: .memory)
        func unknown(_ phrase: String) -> QueryFault {
            .unknownKey("form", phrase: phrase, keys: MessageQueryKey.allCases.map(\.rawValue))
        }
        func bad(_ key: MessageQueryKey, _ term: String) -> QueryFault { .badTerm(term, forms: key.examples) }
        for word in ["from:zoe", "-from:zoe"] {
            await #expect(throws: SMSLogFault.unknownNumber("zoe")) { try await service.find(word, limit: 5) }
        }
        for (query, fault) in [
            ("form:mum", unknown("\"form:mum\"")), ("-form:mum", unknown("-\"form:mum\"")),
            ("see OR form:mum", unknown("\"form:mum\"")), ("(see OR form:mum)", unknown("\"form:mum\"")),
            ("date:soon", bad(.date, "date:soon")), ("is:green", bad(.is, "is:green")),
            ("has:tail", bad(.has, "has:tail")), ("from:", .emptyTerm("from:", example: "from:alice")),
            ("…", .emptyQuery("…")), ("see OR …", .emptyQuery("…")), ("()", .emptyQuery("()")),
            ("see -(…)", .emptyQuery("…")), ("-…", .emptyQuery("-…")), ("\"*\"", .emptyQuery("\"*\"")),
            ("limit:0", .badNumber("limit:0", example: "limit:20")),
            ("limit:x", .badNumber("limit:x", example: "limit:20")),
            ("-limit:2", .negatedTerm("-limit:2", bare: "limit:2")), ("see OR limit:2", .notAlternative("limit:2")),
            ("see -(the limit:2)", .notAlternative("limit:2")),
        ] {
            await #expect(throws: fault, "\(query)") { try await service.find(query, limit: 5) }
        }
        // In quotation marks, and without anything behind the colon, it is a word.
        #expect(try await service.find("\"from:mum\"", limit: 5).isEmpty)
        #expect(try await service.find("train:", limit: 5).map(\.id) == [7])
        withExtendedLifetime(kept) {}
    }

    private static let people: [(query: String, numbers: [String])] = [
        ("mum", ["+15550000001"]), ("grace", ["+15550000003", "+15550000002"]), ("HOP gra", ["+15550000002"]),
        ("0001", ["+15550000001"]), ("001 555 000 0003", ["+15550000003"]), ("00", []), ("086", ["10086"]),
        ("555", ["+15550000001", "+15550000003", "+15550000002"]), ("mum from:me", []), ("nobody", []),
        ("grace -hopper", []),
    ]

    @Test(arguments: TestStore.allCases)
    func `people are found by name and number`(store: TestStore) async throws {
        let (service, kept) = try await service(on: store)
        for (query, numbers) in Self.people {
            #expect(try await service.conversations(named: query).map(\.address.text) == numbers, "\(query)")
        }
        withExtendedLifetime(kept) {}
    }

    @Test(arguments: TestStore.allCases) func `people are found by the names they have now`(store: TestStore)
        async throws
    {
        let (service, kept) = try await service(on: store)
        #expect(try await service.conversations(named: "mum").count == 1)
        try await service.people.save(Contact(address: Address("+15550000001"), name: "Mother", kind: .local))
        #expect(try await service.conversations(named: "mum").isEmpty)
        #expect(try await service.conversations(named: "mother").count == 1)
        _ = try await service.people.removeContact(Address("+15550000001"))
        #expect(try await service.conversations(named: "mother").isEmpty)
        withExtendedLifetime(kept) {}
    }

    @Test(arguments: TestStore.allCases) func `people stand before messages, in pages too`(store: TestStore)
        async throws
    {
        let (service, kept) = try await service(on: store)
        let said = try await service.outbox.send("graceful", to: "+15550000001")
        let all = try await service.findAll("grace", after: nil, limit: 50)
        #expect(all.count == 3)
        #expect(all.last == .message(said))
        var paged: [FoundThing] = []
        while let next = try await service.findAll("grace", after: paged.last, limit: 1).first { paged.append(next) }
        #expect(paged == all)
        withExtendedLifetime(kept) {}
    }
}
