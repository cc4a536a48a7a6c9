// SPDX-License-Identifier: GPL-3.0-or-later

import Dice
@testable import SMSLogLogic
import Testing

/// Lists of those to whom one text is sent.
struct RecipientListTests {
    @Test func `a first line may name the columns`() throws {
        let list = RecipientList(
            "\u{FEFF}Name;Téléphone;Zeit\r\nAnn;+15550001;\"6; 7\"\r\n;;\r\nBob;;8\r\nCleo;+15550003\r\n")
        #expect(list.columns == ["name", "téléphone", "zeit"])
        #expect(list.entries.map(\.recipient) == ["+15550001", "+15550003"] && list.entries.map(\.line) == [2, 5])
        #expect(try list.filled("{{ NAME }} at {{zeit}}", for: list.entries[0]) == "Ann at 6; 7")
        #expect(throws: SMSLogFault.emptyListGap("zeit")) {
            try list.filled("{{name}} at {{zeit}}.", for: list.entries[1])
        }
        #expect(
            list.unknownGap(in: "{{name}} {{when}} {{who}}") == "when" && list.unknownGap(in: "{{name {{zeit}") == nil)
    }

    @Test func `names are who gets it where there is no number`() {
        let list = RecipientList("City,Name\nOslo,Ann\nBern,Bob\n")
        #expect(list.columns == ["city", "name"] && list.entries.map(\.recipient) == ["Ann", "Bob"])
    }

    @Test func `without one the first column is who gets it`() throws {
        let list = RecipientList("+15550001, Ann\n+15550002\n")
        #expect(list.columns == ["1", "2"] && list.entries.map(\.recipient) == ["+15550001", "+15550002"])
        #expect(try list.filled("{{2}}!", for: list.entries[0]) == "Ann!")
        // What is put in is no gap.
        let tricky = RecipientList("number,a\n+15550001,{{number}}\n")
        #expect(try tricky.filled("{{a}}", for: tricky.entries[0]) == "{{number}}")
        #expect(RecipientList("").entries.isEmpty && RecipientList("number\n").entries.isEmpty)
    }

    @Test(arguments: [1, 2] as [UInt64])
    func `any bytes give lines of the file or nothing`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let pieces = ["number", ",", ";", "\"", "\n", "\r\n", "+1555", "{{", "}}", " ", "é", "\0"]
        for _ in 0..<2_000 {
            let text = (0..<dice.roll(20)).map { _ in pieces[dice.roll(pieces.count)] }.joined()
            let list = RecipientList(text)
            let lines = text.utf8.count { $0 == 0x0A || $0 == 0x0D } + 1
            #expect(
                list.entries.allSatisfy { !$0.recipient.isEmpty && (1...lines).contains($0.line) },
                "\(text.debugDescription)")
            for entry in list.entries { _ = try? list.filled(text, for: entry) }
        }
    }
}
