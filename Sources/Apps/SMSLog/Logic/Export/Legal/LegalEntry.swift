// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogDomain
import Session
import Stores

/// A message as a signed folder lists it.
struct LegalEntry {
    /// Its place in the folder, from 1.
    let number: Int
    let message: Message
    /// When it left, and when it arrived, as far as that is known.
    let sent: Timestamp?
    let received: Timestamp?
    /// When it was written down, where it neither left nor arrived.
    let kept: Timestamp?
    let from: String
    let to: String
    let exhibits: [LegalExhibit]
    /// The SHA-256 of its line among the sources.
    let source: Digest

    init(
        number: Int, _ row: WholeMessage, names: [Address: String], user: String, exhibits: [LegalExhibit],
        source: Digest
    ) {
        self.number = number
        self.exhibits = exhibits
        self.source = source
        message = row.message
        let isOwn = message.direction == .outgoing
        let hasLeft = message.call != nil || [.sent, .delivered, .failed].contains(message.status)
        sent = isOwn ? (hasLeft ? message.date : nil) : row.details.sent
        received = isOwn ? row.details.delivered : message.date
        kept = sent == nil && received == nil ? message.date : nil
        func named(_ address: Address, _ raw: String) -> String {
            guard !address.isEmpty else { return user }
            return names[address].map { "\($0) <\(raw)>" } ?? raw
        }
        func people(_ roles: Set<Participant.Role>) -> String? {
            let people = row.participants.filter { roles.contains($0.role) }
            return people.isEmpty
                ? nil : people.map { named(Address($0.rawAddress), $0.rawAddress) }.joined(separator: "; ")
        }
        let other = named(message.address, message.address.text)
        let sender = message.sender.map { named($0, $0.text) }
        from = people([.from]) ?? (isOwn ? user : sender ?? other)
        to = people([.to, .cc, .bcc]) ?? (isOwn ? other : sender != nil ? "\(user); \(other)" : user)
    }
}

/// A file that belongs to a message.
struct LegalExhibit {
    /// Its place in the folder, from 1.
    let number: Int
    let part: MessagePart
    /// The file within the folder; nil where its bytes never came.
    let file: String?
}

/// Both ways to tell a time.
struct LegalTime {
    /// In UTC, to the millisecond.
    let universal: String
    /// On a clock where the folder was made, with its distance from UTC.
    let local: String

    init(_ time: Timestamp, in zone: Zone) {
        universal = time.iso
        let offset = zone.secondsFromGMT(at: time.seconds) / 60
        let (hours, minutes) = abs(offset).quotientAndRemainder(dividingBy: 60)
        local =
            "\(CivilTime(time, in: zone).full) \(offset < 0 ? "-" : "+")"
            + "\(hours < 10 ? "0" : "")\(hours):\(minutes < 10 ? "0" : "")\(minutes)"
    }
}
