// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogDomain

/// What the user says of whole conversations.
extension MessageTransaction {
    /// Does something with the conversation of an address.
    ///
    /// - Returns: What was said of it before, and what is now; nil where there is no such conversation.
    package func mark(
        _ marking: ConversationMarking, _ address: Address
    ) throws -> (before: ConversationMarks, after: ConversationMarks)? {
        guard let before = try conversation(with: address)?.marks else { return nil }
        let after = marking.marks(after: before)
        if after != before { try setMarks(after, of: address) }
        return (before, after)
    }

    /// Brings an archived conversation back into the list for a message that is about to be stored.
    ///
    /// One of a file counts if it is newer than all that are there: an old backup brings nothing back.
    func bringBack(for draft: MessageDraft, isOfFile: Bool) throws {
        guard draft.status != .draft else { return }
        let marks = try marks(of: draft.address)
        guard marks.comesBack else { return }
        if isOfFile, let newest = try newest(of: draft.address), draft.date <= newest { return }
        try setMarks(marks.subtracting(.archived), of: draft.address)
    }
}
