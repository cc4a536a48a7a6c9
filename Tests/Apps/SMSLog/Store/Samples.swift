// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
@testable import SMSLogLogic
import SMSLogStore

let ana = UserID(rawValue: 1)
let ben = UserID(rawValue: 2)

/// An incoming message at `second` seconds after the epoch.
func draft(
    _ content: String, from address: String = "+15551000000", at second: Int64 = 1, isRead: Bool = false,
    name: String? = nil
) -> MessageDraft {
    MessageDraft(
        address: Address(address), rawAddress: address, content: content, date: Timestamp(seconds: second),
        direction: .incoming, status: .received, isRead: isRead, importedName: name)
}

/// An outgoing message that waits to be sent.
func outgoing(_ content: String, to address: String = "+15551000000", at second: Int64 = 1) -> MessageDraft {
    MessageDraft(
        address: Address(address), content: content, date: Timestamp(seconds: second), direction: .outgoing,
        status: .pending)
}

extension MessageStores {
    /// Stores the missing rows of a whole file; returns `nil` for the others.
    func merge(_ drafts: [MessageDraft], of owner: UserID) async throws -> [Int?] {
        try await merge(MessageMerge(drafts: drafts), of: owner).numbers
    }
}
