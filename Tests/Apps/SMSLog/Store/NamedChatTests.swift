// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumTesting
import SMSLogLogic
import Testing

@testable import SMSLogStore

/// Conversations stored under names, and the speakers in groups, in every store.
@Suite struct NamedChatTests {
    private func chat(
        _ text: String, _ address: String, at second: Int64, toSeveral: Bool = false, from sender: String? = nil,
        files: [MessagePart] = [], by sim: String? = MessageDetails.whatsApp
    ) -> MessageDraft {
        var draft = draft(text, from: address, at: second)
        draft.kind = toSeveral || !files.isEmpty ? .mms : .sms
        draft.sender = sender.map { Address($0) }
        draft.parts = files
        draft.details.sim = sim
        return draft
    }

    @Test(arguments: MessageTestStore.allCases)
    func `people are told from groups, and both from services`(_ kind: MessageTestStore) async throws {
        let (dao, system) = try kind.make()
        let picture = MessagePart(name: "a.jpg", contentType: "image/jpeg", size: 1)
        var trip = [
            chat("made", "Trip", at: 1, toSeveral: true), chat("", "Trip", at: 2, toSeveral: true, files: [picture]),
        ]
        trip[0].importedName = "Trip"
        let drafts =
            trip + [
                chat("alone", "Bea Ta", at: 3), chat("", "Bea Ta", at: 4, files: [picture]),
                chat("ok", "Family", at: 5, toSeveral: true, from: "Ce"),
                chat("and me", "Family", at: 6, toSeveral: true, from: "+15550000001"),
                chat("yes", "+15550000001~+15550000002", at: 7, toSeveral: true, from: "+15550000002", by: nil),
                chat("code", "BANK", at: 8, by: nil), chat("hello", "+15550000003", at: 9, by: nil),
            ]
        for owner in [ana, ben] {
            let own = owner == ana ? drafts : [chat("no", "Others", at: 1, toSeveral: true, from: "Zoe")]
            _ = try await dao.save(own, of: owner)
        }
        let chats = try await dao.read(ana) { try $0.namedChats() }
        #expect(chats.people == [Address("Bea Ta")])
        #expect(chats.groups == [Address("Family"), Address("Trip")])
        #expect(try await dao.contacts(of: ana).isEmpty)
        #expect(try await dao.tally(of: ana).contacts == 0)
        let speakers = try await dao.read(ana) { try $0.speakers() }
        #expect(
            speakers == [
                Address("Family"): [Address("Ce"), Address("+15550000001")],
                Address("+15550000001~+15550000002"): [Address("+15550000002")],
            ])
        #expect(try await dao.read(ben) { try $0.speakers() } == [Address("Others"): [Address("Zoe")]])
        withExtendedLifetime(system) {}
    }

    @Test(arguments: MessageTestStore.allCases)
    func `a name that was taken back is the one of before, unless it was changed meanwhile`(
        _ kind: MessageTestStore
    ) async throws {
        let (dao, system) = try kind.make()
        let service = SMSLogService(dao: dao, owner: ana, clock: ManualClock(now: Timestamp(seconds: 1000)))
        let number = Address("+15550000001")
        func contact(_ name: String) -> Contact { Contact(address: number, name: name, kind: .local) }
        _ = try await dao.save([draft("hello", from: number.text, name: "Al Fa")], of: ana)
        try await command("contact") { try await service.people.save(contact("Fa")) }
        try await command("contact") { try await service.people.save(contact("Al")) }
        _ = try await service.perform(.undo)
        #expect(try await service.people.contact(number)?.name == "Fa")
        _ = try await service.perform(.undo)
        // As a file has named it, which a later one may do anew.
        let name = try await service.people.givenName(of: number)
        #expect(name == GivenName(contact: contact("Al Fa"), namedAt: Timestamp(seconds: 1)))
        _ = try await command("contact") { try await service.people.removeContact(number) }
        #expect(try await service.people.contact(number) == nil)
        _ = try await service.perform(.undo)
        #expect(try await service.people.givenName(of: number) == name)
        // What is named again meanwhile stays so.
        try await command("contact") { try await service.people.save(contact("Fa")) }
        try await service.people.save(contact("Al"))
        await #expect(throws: SMSLogFault.changedSince("Al Fa", command: "contact")) {
            try await service.perform(.undo)
        }
        #expect(try await service.people.contact(number)?.name == "Al")
        withExtendedLifetime(system) {}
    }
}
