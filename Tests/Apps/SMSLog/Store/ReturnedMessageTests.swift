// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import SMSLogLogic
import Testing

@testable import SMSLogStore

/// A message that has moved to another store and back is the same as before.
struct ReturnedMessageTests {
    private static func message(_ isUndated: Bool) -> MessageDraft {
        var message = draft("u", from: "+15551234567", at: 5)
        message.details.isUndated = isUndated
        return message
    }

    @Test(arguments: MessageTestStore.allCases, [false, true])
    func `one more of what has come back is stored`(_ store: MessageTestStore, _ isUndated: Bool) async throws {
        let (dao, system) = try store.make()
        let alike = Self.message(isUndated)
        let two = [alike, alike]
        #expect(try await dao.merge(two, of: ana).compactMap(\.self).count == 2)
        let gone = try await dao.write(ana) { messages in try [1, 2].count { try messages.letGo($0) } }
        #expect(gone == 2)
        #expect(try await dao.merge(two, of: ana).compactMap(\.self).isEmpty, "No file brings back what has gone.")
        _ = try await dao.write(ana) { messages in try messages.keep([alike], outside: MatchedMessages()) }
        #expect(try await dao.merge(two, of: ana).compactMap(\.self).isEmpty, "One has come back, one is gone.")
        _ = try await dao.write(ana) { messages in
            var matched = MatchedMessages()
            matched.insert(3)
            return try messages.keep([alike], outside: matched)
        }
        #expect(try await dao.merge(two + [alike], of: ana).compactMap(\.self).count == 1)
        withExtendedLifetime(system) {}
    }
}
