// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import SMSLogLogic

/// What `undo` takes back: what commands of this login have made of conversations, the last change first.
extension SMSLogModel {
    /// Does something with conversations that can be taken back.
    func mark(_ marking: ConversationMarking, _ addresses: [Address]) async throws -> [Conversation] {
        let (conversations, undo) = try await service.mark(marking, addresses)
        if !undo.isEmpty { remember(undo) }
        return conversations
    }

    /// Makes one conversation of several, which can be taken back.
    func merge(_ words: [String]) async throws -> SMSLogService.Regrouped {
        let merged = try await service.merge(words)
        remember(merged.undo)
        return merged
    }

    /// Keeps several people apart who are suggested to be one, which can be taken back.
    func tellApart(_ words: [String]) async throws -> SMSLogService.Regrouped {
        let parted = try await service.tellApart(words)
        remember(parted.undo)
        return parted
    }

    /// Gives numbers of a person their own conversations again, which can be taken back.
    func split(_ word: String) async throws -> SMSLogService.Regrouped {
        let parted = try await service.split(word)
        remember(parted.undo)
        return parted
    }

    /// Stores a contact, which can be taken back.
    func save(_ contact: Contact) async throws { remember(try await service.save(contact), isMade: true) }

    /// Removes the name of a number, which can be taken back.
    func removeContact(_ address: Address) async throws -> SMSLogService.RemovedName {
        let removed = try await service.removeContact(address)
        remember(removed.undo)
        return removed
    }

    /// Throws away what was begun to be written to these, which can be taken back.
    func dropDrafts(for addresses: [Address]) async throws -> [KeptDraft] {
        let (drafts, undo) = try await service.dropDrafts(for: addresses)
        remember(undo)
        return drafts
    }

    /// Remembers that a command has changed what nobody can take back: `undo` says so instead of passing it over.
    func didChange(for good: String) { remember(ConversationUndo(lasting: good)) }

    /// Remembers that a command has made a message: its conversation is selected from then on, or read where another one
    /// is.
    func didMake(_ message: Message, by command: String) async {
        let address = (try? await service.conversation(with: message.address))?.address ?? message.address
        remember(ConversationUndo(lasting: command, of: address), isMade: true)
        if tab == .messages, let thread, thread.address != address { _ = try? await open(address) }
    }

    /// Takes back the change that was made last, or all that one command has made of what was marked.
    ///
    /// - Returns: The changes, the last one first.
    /// - Throws: `SMSLogFault.noUndo` where none is left, and what taking it back throws; the change is passed over then,
    ///   unless only the store failed.
    func undo() async throws -> [ConversationUndo] {
        let undone = try await undoable.takeBack { [service] in try await service.undo($0) }
        guard !undone.isEmpty else { throw SMSLogFault.noUndo }
        return undone
    }

    private func remember(_ undo: ConversationUndo, isMade: Bool = false) {
        if !undo.addresses.isEmpty, undo.addresses != undoable.latest.change?.addresses { undoable.turnAway() }
        undoable.add(undo, isMade: isMade)
    }
}
