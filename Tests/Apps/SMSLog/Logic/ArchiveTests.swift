// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTesting
import SMSLogDomain
import Session
import Stores
import Testing

@testable import SMSLogLogic
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

    private func service(_ dao: any MessageDAO, _ choice: MessageStoreChoice) -> SMSLogService {
        SMSLogService(dao: dao, owner: ana, clock: ManualClock.nineOClock, origin: .store(choice))
    }

    private func texts(_ dao: any MessageDAO) async throws -> [String] {
        try await dao.read(ana) { try $0.messages(.above(0), limit: .max).map(\.content) }.sorted()
    }

    /// Fails the change of this number in one of the stores, and goes on.
    @Test(arguments: [true, false], [0, 1, 2, 3, 4, 5, 6, 7, 8])
    func `whatever breaks it off, all are in one store or in both`(isArchive: Bool, step: Int) async throws {
        let fault = StoreFault.full(path: "x")
        // The first two changes of the store of these make what is moved.
        let main = try FailingMessageDAO(
            fault, from: isArchive ? 9_000 : 3 + min(step, 2), until: isArchive ? 9_000 : 3 + min(step, 2))
        let archive = try FailingMessageDAO(
            fault, from: isArchive ? 1 + step : 9_000, until: isArchive ? 1 + step : 9_000)
        let drafts = drafts()
        _ = try await main.save(drafts, of: ana)
        var new = drafts[0]
        new.date = moment
        _ = try await main.save([new], of: ana)
        let (log, other) = (service(main, .system), service(archive, .archive))
        do {
            let found = try await log.messages(before: moment)
            #expect(found.ids.count == 450 && found.conversations == 7)
            _ = try await log.move(found, to: other) { _, _ in }
        } catch is StoreFault {}
        let (left, kept) = (Set(try await texts(main)), Set(try await texts(archive)))
        #expect(left.union(kept) == Set(drafts.map(\.content)))
        // What is to fail may have been out of reach so far.
        for _ in 0..<2 {
            do {
                _ = try await log.move(try await log.messages(before: moment), to: other) { _, _ in }
                break
            } catch is StoreFault {}
        }
        #expect(try await texts(archive) == drafts.map(\.content).sorted())
        #expect(try await texts(main) == [new.content])
        let again = try await main.merge(MessageMerge(drafts: drafts), of: ana)
        #expect(again.removed == 450)
        for draft in drafts {
            for (digest, bytes) in draft.data { #expect(try await archive.bytes(of: digest, owner: ana) == bytes) }
        }
    }
}
