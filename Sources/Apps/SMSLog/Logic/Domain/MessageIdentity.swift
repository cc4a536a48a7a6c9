// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSearch
package import AtriumSession
import AtriumStores

/// The identity of a message: equal for messages that are one and the same.
package struct MessageIdentity: Hashable, Sendable {
    package let address: Address
    /// `nil` if the file has no date for it.
    package let date: Timestamp?
    package let direction: MessageDirection
    package let kind: MessageKind
    package let sender: Address?
    package let content: String
    /// The parts that are not text, by their bytes; without them by name, type and size.
    package let attachments: [MessagePart]
    /// For a message without a date in its file: whether another file has given one since.
    package private(set) var wasUndated = false

    /// The same at another time.
    package func at(_ date: Timestamp?) -> MessageIdentity {
        MessageIdentity(
            address: address, date: date, direction: direction, kind: kind, sender: sender, content: content,
            attachments: attachments)
    }

    /// The same of a file whose times are whole seconds.
    package var inSeconds: MessageIdentity { at(date?.wholeSecond) }

    /// The same of a file that does not say when it was.
    ///
    /// - Parameter wasUndated: Whether another file has said it since.
    package func undated(wasUndated: Bool = false) -> MessageIdentity {
        MessageIdentity(
            address: address, date: nil, direction: direction, kind: kind, sender: sender, content: content,
            attachments: attachments, wasUndated: wasUndated)
    }
}

/// The stored messages that the rows of one file read so far stand for, so that no message stands for two rows.
///
/// A file may well have the same row twice, such as four pictures without their data in one second. Each row takes a
/// message of its own, one that is there or a new one: of a file with five such rows and a store with two such messages
/// three are added, and with a second import none.
package struct MatchedMessages: Equatable, Sendable {
    /// Bits by number, 64 to a page.
    private var pages: [Int: UInt64] = [:]
    /// The number up to which a row stands for each message that is there; `nil` if others may be there too.
    package private(set) var end: Int?

    /// Nothing has been read yet.
    package init() {}

    /// No row has been read yet, and no message is there; the last one had this number.
    package init(after last: Int) { end = last }

    /// Whether no row has been read that stands for a message.
    package var isEmpty: Bool { pages.isEmpty }

    /// Whether a row stands for the message of this number.
    package func contains(_ number: Int) -> Bool { (pages[number >> 6] ?? 0) >> (number & 63) & 1 == 1 }

    /// Remembers that a row stands for the message of this number.
    package mutating func insert(_ number: Int) {
        pages[number >> 6, default: 0] |= 1 << (number & 63)
        if let end, number == end + 1 { self.end = number }
    }
}

/// A question by which messages are looked for.
package enum MessageQuestion: Sendable {
    /// The same message, at the moment of its date before others: of several the one of the lowest number, or one that is
    /// found sooner.
    case same(MessageIdentity)
    /// The same message at any moment of its second.
    case sameSecond(MessageIdentity)
    /// The message that the network calls so, of several the one of the lowest number.
    case named(String)
}

/// The thoroughness of the search for messages.
package enum MatchExtent: Hashable, Sendable {
    /// As rows of a file: also in the forms that poorer files have, and among removed messages.
    ///
    /// `isAlone` says that no message is there but those that are matched, and those that were removed.
    case rows(isAlone: Bool)
    /// The same messages alone.
    case same
    /// Among removed messages alone.
    case removed
}

/// The message that a draft stands for.
package struct MessageMatch: Hashable, Sendable {
    /// The kind of match.
    package enum Kind: Hashable, Sendable {
        case same
        /// By its network’s name, whatever its content; whether it may be one without a date in any file.
        case named(mayBeUndated: Bool)
        /// In a poorer form, which the draft completes.
        indirect case poorer(MessageIdentity)
        /// At its whole second; the draft says more of its time, and completes the form if there is one here.
        indirect case second(MessageIdentity?)
        /// It was removed.
        case removed

        /// Whether it was found by its network’s name.
        package var isNamed: Bool { if case .named = self { true } else { false } }
    }

    /// The message’s number.
    package let number: Int
    package let kind: Kind
    /// Whether the draft may say more than the store does; may be true conservatively.
    package var mayAdd = true
}

/// The rows of a file to store, unless they are there.
package struct MessageMerge: Sendable {
    package let drafts: [MessageDraft]
    /// The names.
    package private(set) var contacts: [Contact] = []
    /// The numbers of each person with several of them.
    package private(set) var people: [[Address]] = []
    /// Numbers that are the user’s own.
    package private(set) var own: Set<Address> = []
    /// The messages that earlier rows of the same file stand for.
    package private(set) var matched = MatchedMessages()
}

/// The result of storing rows of a file.
package struct MergedMessages: Equatable, Sendable {
    /// The number of each message that is new; `nil` for a row whose message was there, or was removed.
    package let numbers: [Int?]
    /// The number of stored messages that got something new.
    package let refreshed: Int
    /// The number of rows that stand for messages that the user has removed.
    package let removed: Int
    /// The number of contacts that are new, or have got another name.
    package let named: Int
    /// The messages that the rows up to here stand for, to be handed in with the next ones.
    package let matched: MatchedMessages
}

/// The identity of a message by the bytes of its texts, for equal texts may have different bytes.
package struct MessageKeyOfBytes: Hashable {
    private let address: Address
    private let date: Timestamp?
    private let direction: MessageDirection
    private let kind: MessageKind
    private let sender: Address?
    private let content: [UInt8]
    private let parts: Int64?
    private let wasUndated: Bool

    /// The key of an identity.
    package init(_ identity: MessageIdentity) {
        address = identity.address
        date = identity.date
        direction = identity.direction
        kind = identity.kind
        sender = identity.sender
        content = Array(identity.content.utf8)
        parts = ContentHash.of(identity.attachments)
        wasUndated = identity.wasUndated
    }
}

/// The record of a removed message.
package struct RemovedMessage: Codable, Hashable {
    package let address: Address
    private let date: Timestamp?
    private let direction: MessageDirection
    private let kind: MessageKind
    private let hash: Int64
    private let wasUndated: Bool

    /// The record of an identity.
    package init(_ identity: MessageIdentity) {
        self.init(
            address: identity.address, date: identity.date, direction: identity.direction, kind: identity.kind,
            hash: ContentHash.of(
                identity.content, parts: ContentHash.of(identity.attachments), sender: identity.sender?.text),
            wasUndated: identity.wasUndated)
    }

    private init(
        address: Address, date: Timestamp?, direction: MessageDirection, kind: MessageKind, hash: Int64,
        wasUndated: Bool
    ) {
        self.address = address
        self.date = date
        self.direction = direction
        self.kind = kind
        self.hash = hash
        self.wasUndated = wasUndated
    }

    /// The same of another conversation.
    package func moved(to address: Address) -> RemovedMessage {
        RemovedMessage(
            address: address, date: date, direction: direction, kind: kind, hash: hash, wasUndated: wasUndated)
    }
}

/// Numbers for the content of a message, equal for equal contents; those of one number are still compared if possible.
///
/// The files keep them, so that they must be the same in every process.
package enum ContentHash {
    /// The number of a text, of the parts by their own number, and of a sender.
    package static func of(_ content: String, parts: Int64?, sender: String?) -> Int64 {
        var hash = TextHash(content)
        // No byte of UTF-8: keeps the end of the text from counting as parts.
        hash.add(0xFF)
        if let parts { hash.add(String(parts)) }
        if let sender {
            hash.add(0xFE)
            hash.add(sender)
        }
        return Int64(bitPattern: hash.value)
    }

    /// The number of the parts of a message that are not text, by their bytes, or without them by name, type and
    /// size; `nil` if there are none.
    package static func of(_ attachments: [MessagePart]) -> Int64? {
        guard !attachments.isEmpty else { return nil }
        var hash = TextHash()
        for part in attachments {
            hash.add(0xFF)
            if let digest = part.digest {
                for byte in digest.bytes { hash.add(byte) }
            } else {
                hash.add("\(part.size) \(part.contentType) \(part.name ?? "")")
            }
        }
        return Int64(bitPattern: hash.value)
    }
}
