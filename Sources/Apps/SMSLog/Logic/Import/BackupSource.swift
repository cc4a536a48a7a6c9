// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Session
import XMLReader

/// A file of SMS Backup & Restore, of any size in constant memory.
final class BackupSource: ImportSource {
    private let handler: BackupReader
    private let reader: XMLReader

    /// - Parameter zone: Where dates in words are of.
    /// - Throws: `ImportFault`.
    init(_ source: sending any ByteSource, into rows: ImportedRows, in zone: Zone) throws {
        handler = BackupReader(rows, in: zone)
        reader = try Self.translating {
            try XMLReader(source: source, rows: ["sms", "mms", "call"], root: "smses", keepsControls: true)
        }
    }

    var rows: ImportedRows { handler.rows }
    var bytesRead: Int { reader.bytesRead }
    var line: Int { reader.currentLine }
    var replacedCharacters: Int { reader.repairs.replacedReferences + reader.repairs.replacedCharacters }
    var firstFault: ImportFault? { handler.faultBeforeRoot.map { ImportFault($0) } }

    func ready() async throws { try await reader.ready() }

    func step() throws -> Bool { try Self.translating { try reader.step(handler) } }

    private static func translating<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let fault as XMLFault { throw ImportFault(fault) }
    }
}
