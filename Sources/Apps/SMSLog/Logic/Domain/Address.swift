// SPDX-License-Identifier: GPL-3.0-or-later

package import AtriumSession
import Glibc

/// The other end of a conversation: a number, a short code, a name that sends, or a group of these.
///
/// Two spellings of one number are one address: blanks, dashes, dots and brackets go, `00` becomes `+`. Nothing is
/// guessed about country codes. Short codes and alphanumeric senders stay as they are, and the members of a group,
/// which files join with `~` in any order, are sorted. The placeholder for the phone itself is not an address; those
/// for a number that is not known are `unknown`.
package struct Address: Codable, Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The spelling that is compared and stored.
    package let text: String

    /// The address that is spelt `raw`; empty when `raw` has nothing but blanks.
    package init(_ raw: String) {
        text = Self.isPlain(raw) ? raw : Self.normalized(raw)
    }

    /// An address in the spelling that a store holds.
    package init(stored text: String) { self.text = text }

    /// The address of all people without a known one.
    package static let unknown = Address(stored: "(unknown)")

    /// Whether there is no address at all.
    package var isEmpty: Bool { text.isEmpty }

    /// The members of a group, or the one address.
    package var members: [String] { text.split(separator: "~").map(String.init) }

    /// Whether several people are at the other end.
    package var isGroup: Bool { text.utf8.contains(UInt8(ascii: "~")) }

    /// Whether it is a name that a service gives a group, and no person’s own (RCS).
    package var isGroupName: Bool { !isGroup && text.hasSuffix("@rcs.google.com") }

    package var form: AddressForm {
        if self == .unknown { return .unknown }
        if isGroup { return .group }
        guard text.utf8.allSatisfy({ Self.isDigit($0) || $0 == UInt8(ascii: "+") }) else {
            return text.utf8.contains(UInt8(ascii: "@")) ? .mail : .name
        }
        return text.utf8.count >= 7 ? .number : .code
    }

    /// Whether a person may be at the other end, and not a service.
    package var isPersonal: Bool { form.isPersonal }

    /// Whether a message can be sent there: one number or short code.
    package var isDialable: Bool {
        let digits = text.hasPrefix("+") ? text.dropFirst() : text[...]
        return (3...15).contains(digits.utf8.count) && digits.utf8.allSatisfy(Self.isDigit)
    }

    package var description: String { text }

    package static func < (left: Address, right: Address) -> Bool { left.text < right.text }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    /// Whether the text is a number as it should be: nearly all are, and need no copy.
    private static func isPlain(_ raw: String) -> Bool {
        var bytes = raw.utf8[...]
        if bytes.first == UInt8(ascii: "+") { bytes = bytes.dropFirst() }
        return bytes.count > 2 && !bytes.starts(with: "00".utf8) && bytes.allSatisfy(isDigit)
    }

    /// Several numbers or addresses of mail that a file has joined by another sign than `~`; `nil` for one address.
    ///
    /// In a number that is dialled `,` and `;` are pauses, and blanks part its digits: only whole numbers are taken apart.
    private static func joined(_ raw: String) -> String? {
        for separators in ["|", ";", ",", " "] where raw.contains(separators) {
            let members = raw.split { separators.contains($0) }.map { $0.trimmed(where: \.isWhitespace) }.filter {
                !$0.isEmpty
            }
            guard members.count > 1, members.allSatisfy({ isWhole($0, between: separators) }) else { continue }
            return members.joined(separator: "~")
        }
        return nil
    }

    /// Whether a text has room for two whole numbers, or has an address of mail: most names have neither.
    private static func mayBeJoined(_ raw: String) -> Bool {
        raw.utf8.contains(UInt8(ascii: "@")) || raw.utf8.count(where: isDigit) >= 14
    }

    private static func isWhole(_ member: Substring, between separator: String) -> Bool {
        let number = spelling(member)
        guard Address(stored: number).isDialable else {
            return separator != " " && Address(stored: number).form == .mail
        }
        return number.hasPrefix("+") ? number.utf8.count > 8 : number.utf8.count >= (separator == " " ? 10 : 7)
    }

    private static func normalized(_ raw: String) -> String {
        if mayBeJoined(raw), raw.utf8.contains(where: { "|;, ".utf8.contains($0) }), let joined = joined(raw) {
            return normalized(joined)
        }
        let plain = raw.utf8.withContiguousStorageIfAvailable { bytes in
            bytes.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "~") } ? normalizedASCII(bytes, raw) : nil
        }
        if case let plain?? = plain { return plain }
        guard raw.utf8.contains(UInt8(ascii: "~")) else { return normalizedMember(raw[...]) }
        // The dialling code for abroad, followed by a pause for a tone.
        if raw.hasPrefix("8~10") { return normalized("8" + raw.dropFirst(2)) }
        let members = raw.split(separator: "~").map(normalizedMember).filter { !$0.isEmpty }
        return Set(members).sorted().joined(separator: "~")
    }

    /// The normal form of one address in ASCII, by its bytes: the tables of Unicode cost thirty times as much, and a
    /// row of a table names several addresses.
    private static func normalizedASCII(_ bytes: UnsafeBufferPointer<UInt8>, _ raw: String) -> String {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }
        func isFiller(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "/"): true
            default: isBlank(byte)
            }
        }
        guard let first = bytes.firstIndex(where: { !isBlank($0) }),
            let last = bytes.lastIndex(where: { !isBlank($0) })
        else { return "" }
        let text = bytes[first...last]
        func isText(_ other: String) -> Bool {
            text.count == other.utf8.count
                && zip(text, other.utf8).allSatisfy { $0 == $1 || $0 > 0x40 && $0 | 0x20 == $1 }
        }
        if isText(ownToken) { return "" }
        if isText(unknown.text) || withheld.contains(where: isText) { return unknown.text }
        let number = text.lazy.filter { !isFiller($0) }
        let hasPlus = number.first == UInt8(ascii: "+")
        let digits = number.dropFirst(hasPlus ? 1 : 0)
        guard !digits.isEmpty, digits.allSatisfy(isDigit) else {
            return text.count == bytes.count ? raw : String(decoding: text, as: UTF8.self)
        }
        let isAbroad = !hasPlus && digits.starts(with: "00".utf8) && digits.dropFirst(4).first != nil
        return (isAbroad ? "+" : "") + String(decoding: Array(number.dropFirst(isAbroad ? 2 : 0)), as: UTF8.self)
    }

    /// Stands for the phone itself, which is no party.
    private static let ownToken = "insert-address-token"
    /// Android’s values for a number that is withheld, not known, or of a payphone.
    private static let withheld = ["-1", "-2", "-3"]

    private static func normalizedMember(_ raw: Substring) -> String {
        switch raw.trimmed(where: \.isWhitespace).lowercased() {
        case ownToken: ""
        case unknown.text: unknown.text
        case let text: withheld.contains(text) ? unknown.text : spelling(raw)
        }
    }

    private static func spelling(_ raw: Substring) -> String {
        var number = ""
        for scalar in raw.unicodeScalars where !isFiller(scalar) { number.unicodeScalars.append(scalar) }
        let digits = number.hasPrefix("+") ? number.dropFirst() : number[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy(isDigit) else {
            return String(raw.trimmed(where: \.isWhitespace))
        }
        return number.hasPrefix("00") && number.utf8.count > 4 ? "+" + number.dropFirst(2) : number
    }

    /// The signs between digits, with the direction marks that come along when numbers are copied.
    private static func isFiller(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "-", ".", "(", ")", "/", "\u{2010}"..."\u{2015}", "\u{200B}"..."\u{200F}", "\u{202A}"..."\u{202E}",
            "\u{2060}"..."\u{2069}", "\u{FEFF}":
            true
        default: scalar.properties.isWhitespace
        }
    }
}

extension Address {
    /// The group without own addresses; the address itself if it is no group, or would have no members left.
    package func without(_ own: Set<Address>) -> Address {
        guard isGroup, !own.isEmpty else { return self }
        let others = members.filter { !own.contains(Address(stored: $0)) }
        return others.isEmpty ? self : Address(stored: others.joined(separator: "~"))
    }
}

/// The form of an address, which shows what may be at the other end.
///
/// Stores keep these numbers.
package enum AddressForm: Int, Hashable, Sendable, CaseIterable {
    /// A number that is too short for a person’s, or nothing at all.
    case code = 0
    /// A number of at least seven characters.
    case number = 1
    /// An address of mail, or the name that a service gives a group.
    case mail = 2
    /// A name that sends.
    case name = 3
    /// Several addresses.
    case group = 4
    /// The address of all people without a known one.
    case unknown = 5

    /// Whether it is neither a number nor several of them.
    package var isNamed: Bool { self == .name || self == .mail }

    /// Whether a person may be at the other end, and not a service.
    package var isPersonal: Bool { self == .number || self == .mail || self == .unknown }
}

/// Two addresses, in any order.
package struct AddressPair: Codable, Hashable, Sendable {
    /// The one that sorts first.
    package let first: Address
    package let second: Address

    package init(_ one: Address, _ other: Address) {
        (first, second) = one < other ? (one, other) : (other, one)
    }

    /// Each two of these.
    package static func all(of addresses: [Address]) -> [AddressPair] {
        addresses.indices.flatMap { index in
            addresses[..<index].map { AddressPair($0, addresses[index]) }
        }
    }
}

/// One spelling of a number, and the conversation in which its messages are.
///
/// Messages keep the spelling that they came with: it tells them from others. The name is the number’s, for a person may have
/// several; all else is the conversation’s.
package struct JoinedAddress: Codable, Hashable, Sendable {
    /// The spelling.
    package let address: Address
    /// The one spelling for all of the same meaning; `nil` for an address that is not a number.
    package let person: Address?
    /// The spelling that stands for the number, which may be this one; it has the name.
    package let number: Address
    /// The number that stands for the conversation, which may be this one.
    package let leader: Address
    /// The state of its own conversation before a person had it among others, if it stands for a number.
    package let former: ConversationState?

    package init(
        _ address: Address, person: Address?, number: Address, leader: Address, former: ConversationState? = nil
    ) {
        self.address = address
        self.person = person
        self.number = number
        self.leader = leader
        self.former = former
    }

    /// The same in another conversation.
    package func led(by leader: Address, former: ConversationState?) -> JoinedAddress {
        JoinedAddress(address, person: person, number: number, leader: leader, former: former)
    }
}

/// A store’s facts about an address with messages, past messages, or anything else.
package struct KnownAddress: Hashable, Sendable {
    /// The address, its number and its conversation.
    package let joined: JoinedAddress
    /// The name of its number; `nil` if there is none.
    package let name: GivenName?
    /// The contact of the conversation; `nil` if there is none.
    package let contact: Contact?
    /// The marks of the conversation, and its draft.
    package let state: ConversationState
    /// The number of messages in the conversation.
    package let count: Int
    /// The date of the newest message of the conversation; `nil` without messages.
    package let newest: Timestamp?
    /// Whether the conversation is with a person with several numbers.
    package let hasSeveralNumbers: Bool

    package init(
        joined: JoinedAddress, name: GivenName?, contact: Contact?, state: ConversationState, count: Int,
        newest: Timestamp?, hasSeveralNumbers: Bool
    ) {
        self.joined = joined
        self.name = name
        self.contact = contact
        self.state = state
        self.count = count
        self.newest = newest
        self.hasSeveralNumbers = hasSeveralNumbers
    }

    package var address: Address { joined.address }
    /// The spelling that stands for its number, which may be the address itself.
    package var number: Address { joined.number }
    /// The address that stands for its conversation.
    package var leader: Address { joined.leader }

    /// The contact’s name, or else the address.
    package var displayName: String { contact?.name ?? address.text }

    /// Whether there are messages or a contact.
    package var hasMessagesOrContact: Bool { count > 0 || contact != nil }
}

/// The requested addresses.
package enum AddressKey: Hashable, Sendable {
    /// These, in whichever spelling of a known number, in this order; those of which nothing is known are left out.
    case these([Address])
    /// All in the conversation of one, by address.
    case with(Address)
    /// All that are known, by address.
    case all
    /// The numbers that have a name, by name and then by address, as their bytes order them.
    case named
    /// The numbers whose contact has another one at work, by address.
    case atWork
    /// The groups that there are or were messages of, by address.
    case groups
    /// The addresses with messages or a name that begin so, by address as its bytes order it.
    case beginning(String)
    /// The leaders of conversations with a draft, the newest draft first and then by address.
    case drafts
}

/// A change of an address, which the store knows from then on.
package enum AddressFact: Hashable, Sendable {
    /// The marks of its conversation, and its draft.
    case state(ConversationState, of: Address)
    /// The name of its number, in any spelling; `nil` for none.
    case name(GivenName?, of: Address)
    /// The person of an address, and its conversation.
    ///
    /// The sums of the conversations that addresses leave and enter are made anew. A later address joins the
    /// conversation of its person by itself. One that leads no conversation keeps its contact and its marks,
    /// which hold again when it leads one.
    case joined(JoinedAddress)
}

extension String {
    /// The text without U+0000, which neither stores nor lists take.
    package var storable: String { zeros == 0 ? self : replacing("\0", with: "\u{FFFD}") }

    /// The number of U+0000 in it.
    package var zeros: Int {
        // Each field of each row of a file asks.
        let isFree = utf8.withContiguousStorageIfAvailable { bytes in
            bytes.baseAddress.map { memchr($0, 0, bytes.count) == nil } ?? true
        }
        return isFree == true ? 0 : utf8.count { $0 == 0 }
    }
}
