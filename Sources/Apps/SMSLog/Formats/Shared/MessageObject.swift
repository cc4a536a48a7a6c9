// SPDX-License-Identifier: GPL-3.0-or-later

import Files
import Foundation
import SMSLogDomain
import Session
import Stores

/// The first object of a file of Atrium’s own JSON, by which the file is known.
struct ExportHead: Codable {
    static let name = "messages"
    /// Files of a higher version may say what this one does not know.
    static let current = 2
    /// From this version on a file ends with its count.
    static let counted = 2

    let atrium: String
    let version: Int
    /// When the file was made.
    let made: String
    /// The user’s own numbers.
    let own: [String]
}

/// The last line: without it the file was cut.
struct CountLine: Codable {
    /// How many messages precede it.
    let count: Int
}

/// A line with a contact.
struct ContactLine: Codable {
    let contact: ContactObject
}

/// A line with the numbers of a person who has several.
struct PersonLine: Codable {
    let person: [String]
}

/// A contact as an object of Atrium’s own JSON.
struct ContactObject: Codable {
    let address: String
    let name: String
    let kind: String
    let work: String?

    init(_ contact: Contact) {
        address = contact.address.text
        name = contact.name
        kind = "\(contact.kind)"
        work = contact.workNumber
    }
}

/// A message as an object of Atrium’s own JSON; what is nil is left out.
struct MessageObject: Codable {
    /// Its number where it comes from.
    let id: Int
    let kind: String
    let direction: String
    let status: String
    let date: String
    let read: Bool
    let address: String
    /// The address as it was written, where that is another spelling.
    let written: String?
    /// The name that a file gave the other end.
    let name: String?
    let sender: String?
    let subject: String?
    let text: String
    let participants: [ParticipantObject]?
    let parts: [PartObject]?
    let call: CallObject?
    let sent: String?
    let delivered: String?
    let sim: String?
    let centre: String?
    let networkID: String?
    let locked: Bool?
    let undated: Bool?
    let failure: String?

    /// The object of a message; its parts, without their bytes, where they are asked for.
    init(_ row: WholeMessage, withParts: Bool = false) {
        let (message, details) = (row.message, row.details)
        id = message.id
        kind = "\(message.kind)"
        direction = "\(message.direction)"
        status = "\(message.status)"
        date = message.date.iso
        read = message.isRead
        address = message.address.text
        written = row.background.rawAddress
        name = row.background.importedName
        sender = message.sender?.text
        subject = message.subject
        text = message.content
        participants = row.participants.isEmpty ? nil : row.participants.map(ParticipantObject.init)
        parts = withParts && !row.parts.isEmpty ? row.parts.map(PartObject.init) : nil
        call = message.call.map(CallObject.init)
        sent = details.sent?.iso
        delivered = details.delivered?.iso
        sim = details.sim
        centre = details.centre
        networkID = details.networkID
        locked = details.isLocked ? true : nil
        undated = details.isUndated ? true : nil
        failure = message.failure
    }
}

/// Somebody whom a message names.
struct ParticipantObject: Codable {
    let role: String
    let address: String

    init(_ participant: Participant) {
        role = "\(participant.role)"
        address = participant.rawAddress
    }
}

/// A part of a message.
struct PartObject: Codable {
    let type: String
    let name: String?
    let size: Int
    let sha256: String?
    let text: String?
    /// The bytes, in base64.
    let data: Data?

    /// The object of a part, without its bytes.
    init(_ part: MessagePart) {
        type = part.contentType
        name = part.name
        size = part.size
        sha256 = part.digest?.description
        text = part.text
        data = nil
    }
}

/// A call.
struct CallObject: Codable {
    let outcome: String
    let seconds: Int

    init(_ call: Call) {
        outcome = "\(call.outcome)"
        seconds = call.seconds
    }
}

/// Messages as objects of Atrium’s own JSON, an object a line: as an array, or as lines alone.
///
/// The first object says what the file is, the next ones which numbers are one person’s, the last one how many messages
/// there are. A contact stands before the first message with them.
struct ObjectFile: ExportedFile {
    private let draft: DraftWriter
    private let isArray: Bool
    private let bytes: PartBytes
    private let encoder = JSONEncoder()
    /// The addresses whose contact is written.
    private var named: Set<Address> = []
    private var count = 0

    /// Begins a file.
    ///
    /// - Parameter own: The user’s own numbers.
    /// - Throws: `FileFault`.
    init(
        _ draft: DraftWriter, isArray: Bool, own: Set<Address>, madeAt: Timestamp, bytes: @escaping PartBytes
    ) throws {
        self.draft = draft
        self.isArray = isArray
        self.bytes = bytes
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let head = ExportHead(
            atrium: ExportHead.name, version: ExportHead.current, made: madeAt.iso, own: own.map(\.text).sorted())
        try draft.write((isArray ? "[\n" : "") + text(head))
    }

    mutating func write(_ row: WholeMessage) async throws {
        count += 1
        if let contact = row.message.contact { try write(contact) }
        let object = try text(MessageObject(row))
        let parts = row.parts
        guard !parts.isEmpty else { return try draft.write(separator + object) }
        // In pieces: the bytes are not held in text as well.
        try draft.write(separator + object.dropLast() + ",\"parts\":[")
        for (index, part) in parts.enumerated() {
            let head = try text(PartObject(part))
            try draft.write(index == 0 ? "" : ",")
            if let digest = part.digest, let bytes = try await bytes(digest) {
                try draft.write(head.dropLast() + ",\"data\":\"")
                try draft.write(base64: bytes)
                try draft.write("\"}")
            } else {
                try draft.write(head)
            }
        }
        try draft.write("]}")
    }

    /// Adds a contact, once.
    mutating func write(_ contact: Contact) throws {
        guard named.insert(contact.address).inserted else { return }
        try draft.write(separator + text(ContactLine(contact: ContactObject(contact))))
    }

    func write(person numbers: [Address]) throws {
        try draft.write(separator + text(PersonLine(person: numbers.map(\.text))))
    }

    func finish() throws {
        try draft.write(separator + text(CountLine(count: count)) + (isArray ? "\n]\n" : "\n"))
        try draft.finish()
    }

    private var separator: String { isArray ? ",\n" : "\n" }

    private func text(_ object: some Encodable) throws -> String {
        String(decoding: try encoder.encode(object), as: UTF8.self)
    }
}
