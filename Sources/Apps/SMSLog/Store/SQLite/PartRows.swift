// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumSystems
import Foundation
import SMSLogLogic

/// The rows of the contents of multimedia messages: parts, their bytes, which are kept once, and participants.
enum PartRows {
    /// The parts of a message, in their order.
    static func parts(of key: Int64, in database: SQLDatabase) throws -> [MessagePart] {
        try database.cursor(
            "SELECT type, name, size, digest, text FROM sms_part WHERE message = ? ORDER BY position", [key]
        ).map { row in
            MessagePart(
                name: row.optionalText(1), contentType: row.text(0), size: row.count(2),
                digest: row.optionalBytes(3).map(Digest.init(bytes:)), text: row.optionalText(4))
        }
    }

    /// The participants of a message, in their order.
    static func participants(of key: Int64, in database: SQLDatabase) throws -> [Participant] {
        try database.cursor("SELECT role, address FROM sms_participant WHERE message = ? ORDER BY position", [key])
            .map { Participant(Participant.Role(rawValue: $0.count(0)) ?? .to, $0.text(1)) }
    }

    /// The bytes of a digest; `nil` if they never came.
    static func bytes(of digest: Digest, _ owner: UserID, in database: SQLDatabase) throws -> [UInt8]? {
        try Data.fetchOne(
            database, "SELECT bytes FROM sms_data WHERE owner = ? AND digest = ?", [owner.rawValue, Data(digest.bytes)]
        ).map(Array.init)
    }

    /// Adds the parts of a draft, the bytes that are not there, and the participants.
    static func insert(_ draft: MessageDraft, as key: Int64, of owner: UserID, in database: SQLDatabase) throws {
        for (position, part) in draft.parts.enumerated() {
            try database.run(
                "INSERT INTO sms_part(message, position, type, name, size, digest, text) VALUES (?, ?, ?, ?, ?, ?, ?)",
                [key, position, part.contentType, part.name, part.size, part.digest.map { Data($0.bytes) }, part.text])
        }
        for (digest, bytes) in draft.data {
            try database.run(
                "INSERT OR IGNORE INTO sms_data(owner, digest, bytes) VALUES (?, ?, ?)",
                [owner.rawValue, Data(digest.bytes), Data(bytes)])
        }
        for (position, participant) in draft.participants.enumerated() {
            try database.run(
                "INSERT INTO sms_participant(message, position, role, address) VALUES (?, ?, ?, ?)",
                [key, position, participant.role.rawValue, participant.rawAddress])
        }
    }

    /// Removes the contents of a message, and bytes that no other one has.
    static func delete(of key: Int64, _ owner: UserID, in database: SQLDatabase) throws {
        let digests = try Data.fetchAll(
            database, "SELECT digest FROM sms_part WHERE message = ? AND digest IS NOT NULL", [key])
        try database.run("DELETE FROM sms_part WHERE message = ?", [key])
        try database.run("DELETE FROM sms_participant WHERE message = ?", [key])
        let keys = RowKey.range(owner: owner.rawValue)
        for digest in digests {
            try database.run(
                """
                DELETE FROM sms_data WHERE owner = ?1 AND digest = ?2
                    AND NOT EXISTS (SELECT 1 FROM sms_part WHERE digest = ?2 AND message BETWEEN ?3 AND ?4)
                """, [owner.rawValue, digest, keys.lowerBound, keys.upperBound])
        }
    }
}
