// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumTesting
import Foundation
@testable import MessageFormats
import SMSLogLogic
import Testing

/// What is said of databases of Apple’s Messages.
@MainActor
@Suite struct AppleImportCommandTests {
    @Test func saysWhatIsMissing() async throws {
        let phone = try Phone()
        let folder = try TemporaryFolder()
        let path = folder.path + "/chat.db"
        let file = try AppleDatabase(path)
        try file.add(1, chat: 2, ["text": "\u{FFFC}look", "handle_id": 2])
        try file.addFile(to: 1, path: "~/Library/Messages/Attachments/a/a.png")
        try file.add(
            2, chat: 2, ["handle_id": 3, "associated_message_type": 2000, "associated_message_guid": "p:0/G1"])
        try file.add(3, chat: 1, ["text": "when", "date": 0])
        try file.add(4, chat: nil, ["handle_id": 0])
        #expect(
            try await phone.lines("import \(path) --check") == [
                "Checked: 4 new, 0 already there, 0 refused. Nothing was stored.",
                "! Message 1: the file a.png is not there; the message is kept without.",
                "! Message 3: no usable date; it is kept beside the one before it.",
                "! Message 4: no sender or recipient; it is kept under “(unknown)”.",
                "! Message 4: neither text nor files; it is kept without.",
                "! 1 attached file came without its contents; its name is kept.",
            ])
        #expect(try await phone.lines("threads") == ["No messages yet. Get some with import FILE or send NUMBER TEXT."])
        #expect(try await phone.lines("import \(path)").first == "Imported 4 messages, 0 already there, 0 refused.")
        #expect(try await phone.lines("threads").contains { $0.contains("Loved “look”") && $0.contains("Trip") })
        try file.run("DROP TABLE handle")
        await #expect(throws: ImportFault.notMessages) { try await phone.lines("import \(path)") }
    }
}
