// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumSystems
import AtriumTesting
@testable import SMSLogLogic

@testable import SMSLogStore

extension TestStore {
    /// Creates an empty store, and the system that must live as long as it.
    func make() throws -> (dao: any MessageStores, system: TemporarySystem) {
        let system = try open()
        return (try SystemMessages.all(on: system.system), system)
    }
}

extension MessageStores {
    /// The message with this gateway reference; `nil` if there is none.
    func message(reference: String, of owner: UserID) async throws -> Message? {
        try await read(owner) { try $0.messages(.reference(reference), limit: 1).first }
    }

    /// The fields of a message that no conversation shows; `nil` if there is no such message.
    func background(_ id: Int, of owner: UserID) async throws -> MessageBackground? {
        try await read(owner) { try $0.background(of: id) }
    }

    /// The number of messages that wait for the user.
    func unread(of owner: UserID) async throws -> Int { try await read(owner) { try $0.unread() } }

    /// Stores messages, including those already stored.
    func save(_ drafts: [MessageDraft], of owner: UserID) async throws -> [Int] {
        try await write(owner) { messages in
            // Whatever is there is taken for another file row’s.
            let matched = MatchedMessages(after: try messages.lastNumber())
            return try messages.merge(MessageMerge(drafts: drafts, matched: matched)).numbers.compactMap(\.self)
        }
    }

    /// Names a number, as by the user.
    func save(_ contact: Contact, of owner: UserID) async throws {
        try await write(owner) { try $0.name(contact, namedAt: nil) }
    }

    /// Removes the name of a number and returns its former contact; `nil` if there is none.
    func removeContact(_ address: Address, of owner: UserID) async throws -> Contact? {
        try await write(owner) { try $0.removeName(of: address) }
    }

    /// Changes the status of a message.
    func change(_ id: Int, of owner: UserID, _ change: StatusChange) async throws -> Message? {
        try await write(owner) { try $0.change(id, change) }
    }
}

extension MessageReader {
    /// The parts of a multimedia message, and its participants.
    func parts(of id: Int) throws -> (parts: [MessagePart], participants: [Participant]) {
        try contents(of: [id])[id].map { ($0.parts, $0.participants) } ?? ([], [])
    }
}
