// SPDX-License-Identifier: GPL-3.0-or-later

package import SMSLogDomain

/// What a store can change of one owner’s messages and contacts.
///
/// It sees its own changes, and belongs to the transaction that gave it. Sums, such as the counts of conversations,
/// follow by themselves; what may be changed is for the rules to say.
package protocol MessageTransaction: MessageReader {
    /// The message that a draft is: of its address, date, direction, kind, sender, text and attachments.
    ///
    /// - Parameter matched: Messages that it is not; each message that is put or found in the transaction joins them
    ///   before the next one is asked for.
    /// - Returns: Of several the one of the lowest number, or one that is found sooner; nil where there is none.
    func match(_ draft: MessageDraft, outside matched: MatchedMessages) throws -> Int?

    /// Puts a message, and gives it the owner’s next number, which none had before.
    func insert(_ draft: MessageDraft) throws -> Int

    /// Puts the address, text, attachments and sender of a draft in place of those of another one.
    func update(_ id: Int, from old: MessageDraft, to new: MessageDraft) throws

    /// Puts how far a message has come.
    func update(_ id: Int, _ change: StatusChange) throws

    /// Marks messages as seen or as not seen, those among them that were not so, and returns how many these are.
    func setRead(_ isRead: Bool, _ messages: MessageSelection) throws -> Int

    /// Removes a message.
    func delete(_ message: Message) throws

    /// Puts a contact in place of the one with its address.
    func put(_ contact: Contact) throws

    /// Lets nothing be left of what was removed, once the transaction is done: neither in a file nor in its log.
    func erase() throws

    /// Removes whatever the owner has beside messages, the numbers that were given among it.
    func deleteRest() throws
}
