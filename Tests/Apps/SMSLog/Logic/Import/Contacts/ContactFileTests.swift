// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumSystems
import AtriumTesting
@testable import SMSLogLogic
import Testing

@testable import MessageFormats
import SMSLogStore

/// Contacts from files of cards.
@Suite struct ContactFileTests {
    private func contacts(_ text: String, encoded: [UInt8]? = nil) async throws -> ([Contact], ImportReport) {
        let (dao, _) = try TestStore.memory.make()
        let importer = try BackupText.importer(dao)
        let source = WholeFile(encoded ?? Array(text.utf8), into: try await importer.rows(), VCard.read)
        let report = try await importer.run(source) { _ in }
        return (try await dao.contacts(of: ana), report)
    }

    @Test(arguments: [
        "BEGIN:VCARD\r\nVERSION:2.1\r\nN:Müller;Zoë\r\nFN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Zo=C3=AB M=C3=BC=\r\nller\r\n"
            + "TEL;CELL;PREF:+1 555 123-4567\r\nEND:VCARD\r\n",
        "BEGIN:VCARD\nVERSION:3.0\nitem1.FN:Zoë\n  Müller\nitem1.TEL;type=CELL:+15551234567\nitem1.X-ABLabel:_$!<Mobile>!$_\n"
            + "PHOTO;ENCODING=b;TYPE=JPEG:AAAA\n AAAA\nEND:VCARD\n",
        "\u{FEFF}begin:vcard\nVERSION:4.0\nN:Müller;Zoë;;;\nTEL;VALUE=uri;TYPE=\"voice,cell\":tel:+1-555-123-4567;ext=5\nend:vcard",
        "BEGIN:VCARD\nN:;Zoë\\; Müller;;;\nFN:Zoë Müller\nNOTE:a:b\nTEL:+15551234567\nTEL:+1 555 123 4567\nEND:VCARD",
    ])
    func aNameAndANumberAreRead(_ text: String) async throws {
        let (contacts, report) = try await contacts(text)
        #expect(contacts == [Contact(address: Address("+15551234567"), name: "Zoë Müller", kind: .local)])
        #expect(report.refusedCount == 0)
        #expect(report.saved.named == 1)
    }

    @Test func `a card without a beginning is listed by its first line`() async throws {
        let (contacts, report) = try await contacts(
            "\nBEGIN:VCARD\nFN:One\nTEL:+15551\nEND:VCARD\nVERSION:3.0\nFN:Two\nTEL:+15552\nEND:VCARD\n"
                + "BEGIN:VCARD\nFN:Three\nTEL:+15553\nEND:VCARD\n")
        #expect(contacts.map(\.name) == ["One", "Three"])
        #expect(report.refused == [RefusedRow(line: 6, reason: .headlessCard)])
    }

    @Test func whatLacksNameOrNumberIsListed() async throws {
        let (contacts, report) = try await contacts(
            "BEGIN:VCARD\nFN:No number\nEMAIL:nobody\nEND:VCARD\nBEGIN:VCARD\nTEL:5551234567\nEND:VCARD\n"
                + "BEGIN:VCARD\nORG:Firm;Office\nTEL;WORK:+15550000001\nTEL;HOME:+15550000002\nEND:VCARD\nBEGIN:VCARD\nFN:Cut"
        )
        #expect(
            report.refused == [
                RefusedRow(line: 1, reason: .missingAddress), RefusedRow(line: 5, reason: .missingName),
                RefusedRow(line: 13, reason: .brokenCard),
            ])
        #expect(report.isPartial)
        #expect(contacts.map(\.name) == ["Firm Office", "Firm Office"])
        #expect(contacts.map(\.workNumber) == [nil, "+15550000001"])
    }

    @Test func addressesOfMailAreKept() async throws {
        let (cards, report) = try await contacts(
            "BEGIN:VCARD\nFN:Zoë\nTEL;WORK:+15550000001\nitem1.EMAIL;TYPE=INTERNET:Zoe@Example.org\n"
                + "EMAIL:zoe@example.org\nEMAIL:mailto:z@b.c\nEMAIL:no mail\nEND:VCARD\n"
                + "BEGIN:VCARD\nFN:Mail only\nEMAIL:m@b.c\nEND:VCARD\n")
        #expect(report.refusedCount == 0)
        #expect(
            cards.map { "\($0.address) \($0.name)" }.sorted() == [
                "+15550000001 Zoë", "m@b.c Mail only", "z@b.c Zoë", "zoe@example.org Zoë",
            ])
        let (dao, _) = try TestStore.memory.make()
        let importer = try BackupText.importer(dao)
        let text = "Name,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Value\nZoë,Home,z@b.c ::: Z@c.d,\nBob,,,1234567\n"
        let source = WholeFile(Array(text.utf8), into: try await importer.rows(), ContactTable.read)
        #expect(try await importer.run(source) { _ in }.refusedCount == 0)
        #expect(try await dao.contacts(of: ana).map(\.address.text).sorted() == ["1234567", "z@b.c", "z@c.d"])
    }

    @Test func oldPhonesWriteWhatTheirCountryHas() async throws {
        let text = "BEGIN:VCARD\nFN:Zo~\nTEL:+15551234567\nEND:VCARD"
        let (contacts, _) = try await contacts(text, encoded: text.utf8.map { $0 == UInt8(ascii: "~") ? 0xEB : $0 })
        #expect(contacts.map(\.name) == ["Zoë"])
    }

    @Test(arguments: [
        "First Name,Middle Name,Last Name,Labels,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value\r\n"
            + "Zoë,,\"Müller, \"\"Z\"\"\",* myContacts,Mobile,+1 555 123 4567 ::: +15557654321,Work,+15550000001\r\n,,,,,,,\r\n"
            + "Nobody,,,,,,,\r\n",
        "Name;Phone 1 - Type;Phone 1 - Value;Business Phone\nZoë Müller, \"Z\";Mobile;+15551234567 ::: +15557654321;+15550000001\nNobody;;;",
    ])
    func tablesOfContactsAreRead(_ text: String) async throws {
        #expect(ContactTable.begins(Array(text.utf8)))
        let (dao, _) = try TestStore.memory.make()
        let importer = try BackupText.importer(dao)
        let source = WholeFile(Array(text.utf8), into: try await importer.rows(), ContactTable.read)
        let report = try await importer.run(source) { _ in }
        let contacts = try await dao.contacts(of: ana)
        #expect(contacts.map(\.address.text) == ["+15550000001", "+15551234567", "+15557654321"])
        #expect(Set(contacts.map(\.name)) == ["Zoë Müller, \"Z\""])
        #expect(contacts.map(\.workNumber) == [nil, "+15550000001", "+15550000001"])
        #expect(report.refused.map(\.reason) == [.missingAddress])
    }

    @Test func otherTextsAreNoTables() {
        for text in ["", "hello, world\nmobile", "<smses count=\"1\">", "name,number\na,1", "phone,mail\n1,2"] {
            #expect(!ContactTable.begins(Array(text.utf8)), "\(text)")
        }
    }
}
