// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
import AtriumSession
import AtriumStores
import AtriumTesting
@testable import SMSLogLogic
import Testing

@testable import SMSLogStore

/// Old messages that go to another store: whatever fails, none is lost and none is there twice.
@Suite struct ArchiveTests {
    private let moment = Timestamp(seconds: 2_000_000)

    private func drafts() -> [MessageDraft] {
        (0..<450).map { index in
            // Each comes twice, and each tenth has a file.
            let number = index / 2
            var draft = MessageDraft(
                address: Address("+1555100\(number % 7)"), content: "text \(number)",
                date: Timestamp(seconds: 1_000_000 + Int64(number)), direction: .incoming, status: .received,
                isRead: number % 3 == 0)
            if index % 10 < 2 {
                let bytes = Array("file \(number)".utf8)
                let digest = Digest(bytes: [UInt8](repeating: UInt8(number % 256), count: 32))
                let part = MessagePart(
                    name: "a.bin", contentType: "application/octet-stream", size: bytes.count, digest: digest)
                draft = MessageDraft(
                    address: draft.address, content: draft.content, date: draft.date, direction: .incoming,
                    status: .received, kind: number % 2 == 0 ? .mms : .sms, parts: [part])
                draft.data = [digest: bytes]
            }
            return draft
        }
    }

    private func service(_ dao: any MessageStores, _ choice: MessageStoreChoice) -> SMSLogService {
        SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock, origin: .store(choice))
    }

    private func texts(_ dao: any MessageStores) async throws -> [String] {
        try await dao.read(ana) { try $0.messages(.above(0), limit: .max).map(\.content) }.sorted()
    }

    /// Which change of which store fails while messages are moved.
    struct Failure: CustomStringConvertible {
        let isBack: Bool
        let isOfSource: Bool
        let change: Int

        var description: String { "\(isBack ? "back" : "there"), \(isOfSource ? "source" : "target") \(change)" }

        static let all = [true, false].flatMap { isBack in
            (1...3).map { Failure(isBack: isBack, isOfSource: true, change: $0) }
                + (1...9).map { Failure(isBack: isBack, isOfSource: false, change: $0) }
        }
    }

    @Test(arguments: Failure.all)
    func `whatever breaks it off, all are in one store or in both`(failure: Failure) async throws {
        let fault = StoreFault.full(path: "x")
        // The first change of each store makes what is there.
        func store(isSource: Bool) throws -> WatchedMessages {
            let change = isSource == failure.isOfSource ? 1 + failure.change : 9_000
            return try WatchedMessages.failing(fault, from: change, until: change)
        }
        let (source, target) = (try store(isSource: true), try store(isSource: false))
        let drafts = drafts()
        var new = drafts[0]
        new.date = moment
        _ = try await source.save(failure.isBack ? drafts : drafts + [new], of: ana)
        _ = try await target.save(failure.isBack ? [new] : [], of: ana)
        let log = service(source, failure.isBack ? .archive : .system)
        let other = service(target, failure.isBack ? .system : .archive)
        func found() async throws -> MovedMessages {
            failure.isBack ? try await log.messages(since: nil) : try await log.messages(before: moment)
        }
        do {
            let moved = try await found()
            #expect(moved.ids.count == 450 && moved.conversations == 7)
            _ = try await log.move(moved, to: other) { _, _ in }
        } catch is StoreFault {}
        let (left, kept) = (Set(try await texts(source)), Set(try await texts(target)))
        #expect(left.union(kept) == Set(drafts.map(\.content)))
        // What is to fail may have been out of reach so far.
        for _ in 0..<2 {
            do {
                _ = try await log.move(try await found(), to: other) { _, _ in }
                break
            } catch is StoreFault {}
        }
        let rest = [new.content]
        #expect(try await texts(target) == (drafts.map(\.content) + (failure.isBack ? rest : [])).sorted())
        #expect(try await texts(source) == (failure.isBack ? [] : rest))
        let again = try await source.merge(MessageMerge(drafts: drafts), of: ana)
        #expect(again.removed == 450)
        for draft in drafts {
            for (digest, bytes) in draft.data { #expect(try await target.bytes(of: digest, owner: ana) == bytes) }
        }
    }
}

/// What comes back is what went.
extension ArchiveTests {
    /// A message of each kind.
    private func samples() -> [MessageDraft] {
        var file = draft("look", from: "+15551000001", at: 100)
        file.kind = .mms
        let digest = Digest(bytes: [UInt8](repeating: 7, count: 32))
        file.parts = [MessagePart(name: "a.png", contentType: "image/png", size: 3, digest: digest)]
        file.data = [digest: [1, 2, 3]]
        file.participants = [Participant(.from, "+15551000001")]
        file.subject = "About"
        file.details.networkID = "n1"
        file.details.isLocked = true
        var failed = outgoing("again", to: "+15551000002", at: 200)
        (failed.status, failed.failure, failed.handover) = (.failed, "no", .waiting)
        var sent = outgoing("there", to: "+15551000002", at: 201)
        (sent.status, sent.handover, sent.details.delivered) = (.delivered, .taken, Timestamp(seconds: 205))
        var call = draft("", from: "+15551000003", at: 300, isRead: true)
        call.call = Call(.answered, seconds: 61)
        return [file, failed, sent, call, draft("seen", at: 400, isRead: true), draft("new", at: 401)]
    }

    private func whole(_ dao: any MessageStores) async throws -> [String] {
        try await dao.read(ana) { messages in
            try messages.whole(messages.messages(.above(0), limit: .max)).map { row in
                "\(MessageDraft(row)) \(row.message.marks)"
            }
        }.sorted()
    }

    @Test(arguments: TestStore.allCases)
    func `messages come back as they went, and nothing that was said since is lost`(_ kind: TestStore) async throws {
        let ((main, first), (archive, second)) = (try kind.make(), try kind.make())
        let (log, other) = (service(main, .system), service(archive, .archive))
        let (one, two, three) = (Address("+15551000001"), Address("+15551000002"), Address("+15551000003"))
        _ = try await main.setPeople(by: "SG", of: ana)
        _ = try await main.save(samples(), of: ana)
        _ = try await log.people.merge([one.text, two.text])
        try await main.write(ana) { messages in
            _ = try messages.mark(.pin, one)
            _ = try messages.mark(.mute, three)
        }
        let before = try await whole(main)
        func move() async throws -> Int {
            try await log.move(try await log.messages(before: moment), to: other) { _, _ in }
        }
        func moveBack(since moment: Timestamp?) async throws -> Int {
            try await other.move(try await other.messages(since: moment), to: log) { _, _ in }
        }
        for _ in 0..<2 {
            #expect(try await move() == 6)
            #expect(try await whole(main).isEmpty)
            #expect(try await whole(archive) == before)
            #expect(try await moveBack(since: Timestamp(seconds: 300)) == 3)
            #expect(try await moveBack(since: nil) == 3)
            #expect(try await whole(main) == before)
        }
        #expect(try await main.numbers(of: one) == [one, two])
        // No file brings anything twice, and a message that failed can be sent again.
        #expect(try await main.merge(samples(), of: ana).allSatisfy { $0 == nil })
        let failed = try #require(try await main.find(SearchQuery("again"), of: ana, limit: 1).first)
        #expect(try await log.outbox.resend(failed.id).message.status == .pending)
        // What the user says since counts, and what the archive alone knows comes along.
        #expect(try await move() == 5)
        _ = try await log.people.split(one.text)
        _ = try await main.setPeople(by: "FR", of: ana)
        var old = draft("old", from: "+15551000009", at: 10)
        old.importedName = "Old Bob"
        _ = try await archive.merge(MessageMerge(drafts: [old]), of: ana)
        _ = try await other.mark(.pin, [Address("+15551000009")])
        try await archive.write(ana) { try $0.merge([Address("+15551000009"), Address("+15551000008")]) }
        #expect(try await moveBack(since: nil) == 6)
        #expect(try await main.numbers(of: one) == [one])
        #expect(try await main.numbers(of: Address("+15551000008")).count == 2)
        #expect(try await main.read(ana) { try $0.region() } == "FR")
        let bob = try await main.conversation(with: Address("+15551000009"), of: ana)
        #expect(bob?.displayName == "Old Bob" && bob?.marks == .pinned)
        _ = (first, second)
    }

    @Test func `what is not moved is not read`() async throws {
        let (dao, system) = try TestStore.memory.make()
        let counting = CountingStores(dao)
        let log = service(counting, .system)
        _ = try await dao.save((0..<1000).map { draft("\($0)", at: 5000 + $0) } + [draft("old", at: 1)], of: ana)
        #expect(try await log.messages(before: Timestamp(seconds: 5000)).ids == [1001])
        #expect(counting.take().joined().filter { $0.hasPrefix("find") || $0.hasPrefix("messages") }.count == 1)
        withExtendedLifetime(system) {}
    }
}

extension MessageStores {
    fileprivate func numbers(of address: Address) async throws -> [Address] {
        try await read(ana) { try $0.numbers(of: address) }.sorted()
    }
}
