// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import AtriumXMLReader
import Foundation
import SMSLogStore

@testable import MessageFormats
@testable import SMSLogLogic

/// Backups as text, one row a line; the first row is on line 3.
enum BackupText {
    static func file(_ rows: String..., count: Int? = nil) -> String { file(rows, count: count) }

    static func file(_ rows: [String], count: Int? = nil) -> String {
        let head =
            "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<smses count=\"\(count ?? rows.count)\">\n"
        return head + rows.map { $0 + "\n" }.joined() + "</smses>\n"
    }

    static func sms(
        _ body: String, address: String = "+15551000000", date: String = "1262439709329", type: String = "1",
        rest: String = "read=\"1\" status=\"-1\" contact_name=\"Alice\""
    ) -> String {
        "<sms address=\"\(address)\" date=\"\(date)\" type=\"\(type)\" body=\"\(body)\" \(rest)/>"
    }

    static func mms(_ attributes: String, parts: String = "", addresses: String = "") -> String {
        "<mms date=\"1600000001000\" \(attributes)><parts>\(parts)</parts><addrs>\(addresses)</addrs></mms>"
    }

    /// Imports a text into a store.
    static func importing(_ text: String, into dao: any MessageStores) async throws -> ImportReport {
        try await importing(Array(text.utf8), into: dao)
    }

    /// Imports bytes into a store.
    static func importing(_ bytes: [UInt8], into dao: any MessageStores) async throws -> ImportReport {
        try await importer(dao).run(backup: MemorySource(bytes, chunk: 1000))
    }

    /// An importer into a store, whose batches take no time.
    static func importer(_ dao: any MessageStores) throws -> MessageImporter {
        MessageImporter(store: try dao.store(of: ana), clock: ManualClock.nineOClock)
    }
}

extension MessageImporter {
    /// Imports a backup from a source of bytes.
    func run(
        backup source: sending any ByteSource, progress: @Sendable (Int) async -> Void = { _ in }
    ) async throws -> ImportReport {
        try await run(try BackupSource(source, into: try await rows(), in: .gmt), progress: progress)
    }
}
