// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumHypertext
import AtriumSession
import AtriumStores
package import SMSLogLogic

/// The page of a signed folder, for reading and printing: its messages one below the other with all that is listed of each.
struct LegalPage {
    let texts: LegalTexts
    let zone: Zone

    func article(_ entry: LegalEntry) -> [UInt8] {
        var html = HTMLText()
        html += "<article id=\"m\(entry.number)\" class=\"record\"><h2>\(entry.number)</h2>\n<dl>"
        fact(texts.sent, entry.sent.map(time), to: &html)
        fact(texts.received, entry.received.map(time), to: &html)
        if let kept = entry.kept { fact(texts.kept, time(kept), to: &html) }
        fact(texts.from, texts.page.visible(entry.from), to: &html)
        fact(texts.to, texts.page.visible(entry.to), to: &html)
        html.markup("</dl>\n")
        let message = entry.message
        let text = [message.subject, message.call.map(texts.page.call) ?? message.content].compactMap { $0 }
        for line in text where !line.isEmpty { html += "<p dir=\"auto\">\(texts.page.visible(line))</p>" }
        html.markup("\n<dl>")
        for exhibit in entry.exhibits { fact(exhibit, to: &html) }
        fact(texts.source, "SHA-256 \(entry.source)", to: &html)
        if let status = texts.page.status(message) { fact(texts.status, status, to: &html) }
        html.markup("</dl></article>\n")
        return html.bytes
    }

    private func time(_ time: Timestamp) -> String {
        let time = LegalTime(time, in: zone)
        return "\(time.universal) · \(time.local)"
    }

    private func fact(_ name: String, _ value: String?, to html: inout HTMLText) {
        html += "<dt>\(name)</dt><dd dir=\"auto\">\(value ?? "–")</dd>"
    }

    private func fact(_ exhibit: LegalExhibit, to html: inout HTMLText) {
        let name = texts.page.visible(exhibit.part.name ?? exhibit.part.mediaType)
        html += "<dt>\(texts.exhibit) \(exhibit.number)</dt><dd dir=\"auto\">"
        if let file = exhibit.file, let digest = exhibit.part.digest {
            html += "<a href=\"\(file)\">\(name)</a> · \(exhibit.part.mediaType) · \(exhibit.part.size) B"
            html += " · SHA-256 \(digest.description)"
        } else {
            html += "\(name): \(texts.page.missing)"
        }
        html.markup("</dd>")
    }
}

/// A message as a signed folder lists it.
struct LegalEntry {
    /// Its place in the folder, from 1.
    let number: Int
    let message: Message
    /// The dates at which it left, and arrived, as far as they are known.
    let sent: Timestamp?
    let received: Timestamp?
    /// The date at which it was written down, if it neither left nor arrived.
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
    /// The file within the folder; `nil` if its bytes never came.
    let file: String?
}

/// Both ways to tell a time.
struct LegalTime {
    /// In UTC, to the millisecond.
    let universal: String
    /// On a clock at the place of the folder’s making, with its distance from UTC.
    let local: String

    init(_ time: Timestamp, in zone: Zone) {
        universal = time.iso
        let offset = zone.secondsFromGMT(at: time.seconds) / 60
        let (hours, minutes) = abs(offset).quotientAndRemainder(dividingBy: 60)
        local =
            "\(CivilTime(time, in: zone).full) \(offset < 0 ? "-" : "+")"
            + "\(hours.digits(2)):\(minutes.digits(2))"
    }
}

/// The facts of a signed folder, in its text and its signature, in English for everyone who gets it.
package struct LegalFacts: Hashable, Sendable {
    /// The date of making, in UTC.
    package let madeAt: String
    /// The time zone of its local times.
    package let zone: String
    /// The query for the messages; `nil`: all.
    package let query: String?

    private static let starts = ["made: ", "time zone: ", "query: "]
    private static let all = "–"
}

extension LegalFacts {
    /// A line each.
    var lines: [String] { zip(Self.starts, [madeAt, zone, query ?? Self.all]).map { $0 + $1 } }

    /// The facts of a comment, which has all lines on one; `nil` for any other comment.
    package init?(_ comment: String) {
        let parts = comment.split(separator: "; ", maxSplits: 2)
        guard parts.count == 3, zip(parts, Self.starts).allSatisfy({ $0.hasPrefix($1) }) else { return nil }
        let values = zip(parts, Self.starts).map { String($0.dropFirst($1.count)) }
        self.init(madeAt: values[0], zone: values[1], query: values[2] == Self.all ? nil : values[2])
    }
}

/// The texts of a signed folder about messages, in the language of the readers.
package struct LegalTexts: Sendable {
    /// The other texts of its page.
    package let page: PageTexts
    package let sent: String
    package let received: String
    package let from: String
    package let to: String
    package let exhibit: String
    package let source: String
    package let status: String
    /// The text for the date of a message that was never sent.
    package let kept: String
    /// The text for the user, if a message does not show the own number.
    package let user: String

    package init(
        page: PageTexts, sent: String, received: String, from: String, to: String, exhibit: String, source: String,
        status: String, kept: String, user: String
    ) {
        self.page = page
        self.sent = sent
        self.received = received
        self.from = from
        self.to = to
        self.exhibit = exhibit
        self.source = source
        self.status = status
        self.kept = kept
        self.user = user
    }
}
