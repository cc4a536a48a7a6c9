// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumTesting
import SMSLogLogic
import Testing

@testable import SMSLogStore

/// `undo` of an import removes what came with its files, and nothing else.
struct UndoneImportTests {
    private static let old = draft("Hello", from: "+15551000001", at: 1)

    @Test(arguments: MessageTestStore.allCases)
    func `messages of an import go, those before and after stay`(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock(now: Timestamp(seconds: 10_000)))
        _ = try await command("import") { try await dao.merge([Self.old], of: ana) }
        // Two batches of one import, with a message that is there already, in more pieces than one removal has.
        let new = (2...2500).map { draft("message \($0)", from: "+15551000002", at: $0) }
        _ = try await command("import") {
            _ = try await dao.merge([Self.old] + new.prefix(2000), of: ana)
            return try await dao.merge(Array(new.dropFirst(2000)), of: ana)
        }
        let later = draft("Later", from: "+15551000003", at: 9000)
        _ = try await dao.save([later], of: ana)
        let undone = try await service.perform(.undo)
        #expect(undone.entries.flatMap(\.messageSteps).compactMap(\.imported) == [2...2001, 2002...2500])
        #expect(undone.removed == 2499)
        let left = try await dao.read(ana) { try $0.messages(.above(0), limit: 10) }
        #expect(left.map(\.content).sorted() == ["Hello", "Later"])
        #expect(try await dao.tally(of: ana).conversations == 2)
        await #expect(throws: SMSLogFault.importIsOver("import")) { _ = try await service.perform(.redo) }
        // The file can be imported again.
        #expect(try await dao.merge(new, of: ana).compactMap(\.self).count == new.count)
        withExtendedLifetime(system) {}
    }
}
