// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSession
import AtriumStores
import Foundation
import SMSLogLogic

/// The first object of a file of Atrium’s own JSON, which identifies the file.
struct ExportHead: Codable {
    static let name = "messages"
    /// Files of a higher version may have fields that this one does not know.
    static let current = 2

    let atrium: String
    let version: Int
    /// The date of the file.
    let made: String
    /// The user’s own numbers.
    let own: [String]
}

/// The last line: without it the file was cut.
struct CountLine: Codable {
    /// The number of messages before it.
    let count: Int
}

struct ContactLine: Codable {
    let contact: ContactObject
}

/// A line with the numbers of a person with several.
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

/// A message as an object of Atrium’s own JSON; `nil` values are left out.
struct MessageObject: Codable {
    /// The folder beside a signed folder’s messages that has their files.
    static let exhibits = "exhibits"

    /// Its number in its origin.
    let id: Int
    let kind: String
    let direction: String
    let status: String
    let date: String
    let read: Bool
    let address: String
    /// The address as it was written, if that is another spelling.
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
    /// The names of its values that are needed and missing, or cannot be read.
    let lacking: [String]

    private enum CodingKeys: String, CodingKey {
        case id, kind, direction, status, date, read, address, written, name, sender, subject, text, participants, parts
        case call, sent, delivered, sim, centre, networkID, locked, undated, failure
    }

    /// Reads an object that may lack any value: its text is worth more.
    ///
    /// - Throws: `DecodingError` for an object that is no message.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        guard !Set(values.allKeys).isDisjoint(with: [.text, .parts, .call]) else {
            throw DecodingError.keyNotFound(
                CodingKeys.text, .init(codingPath: values.codingPath, debugDescription: "no message"))
        }
        var lacking: [String] = []
        func value<Value: Decodable>(_ key: CodingKeys) -> Value? {
            do { return try values.decodeIfPresent(Value.self, forKey: key) } catch {
                lacking.append(key.rawValue)
                return nil
            }
        }
        func needed<Value: Decodable>(_ key: CodingKeys, or other: Value) -> Value {
            if !values.contains(key) { lacking.append(key.rawValue) }
            return value(key) ?? other
        }
        id = value(.id) ?? 0
        let ofContent: MessageKind = values.contains(.call) ? .call : values.contains(.parts) ? .mms : .sms
        kind = needed(.kind, or: "\(ofContent)")
        direction = needed(.direction, or: "\(MessageDirection.incoming)")
        let isOwn = direction == "\(MessageDirection.outgoing)"
        status = needed(.status, or: "\(isOwn ? SendStatus.sent : .received)")
        date = value(.date) ?? ""
        read = needed(.read, or: true)
        address = value(.address) ?? ""
        written = value(.written)
        name = value(.name)
        sender = value(.sender)
        subject = value(.subject)
        text = needed(.text, or: "")
        participants = value(.participants)
        parts = value(.parts)
        call = value(.call)
        sent = value(.sent)
        delivered = value(.delivered)
        sim = value(.sim)
        centre = value(.centre)
        networkID = value(.networkID)
        locked = value(.locked)
        undated = value(.undated)
        failure = value(.failure)
        self.lacking = lacking
    }

    /// The object of a message; with its parts, but without their bytes, if requested.
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
        lacking = []
    }
}

/// A participant of a message.
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

struct CallObject: Codable {
    let outcome: String
    let seconds: Int

    init(_ call: Call) {
        outcome = "\(call.outcome)"
        seconds = call.seconds
    }
}
