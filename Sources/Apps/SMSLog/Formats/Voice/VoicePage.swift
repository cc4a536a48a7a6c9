// SPDX-License-Identifier: GPL-3.0-or-later

import SMSLogLogic
import Session

/// A page of Google Voice, as Takeout has it: messages with a person or in a group, or a call.
///
/// Google documents no such page; what is told by classes here is what pages of the years 2011 to 2025 have.
struct VoicePage {
    /// A person whom a page names.
    struct Person: Hashable {
        /// The number; empty for one that is withheld.
        var number = ""
        var name = ""
        /// Whether it is the user.
        var isUser = false
    }

    /// A message.
    struct Entry {
        var date: Timestamp?
        var person = Person()
        var text = ""
        /// The names of files, most of them without their ends.
        var files: [String] = []
    }

    /// The messages, or the one call.
    private(set) var entries: [Entry] = []
    /// Those who are in a group, but the user.
    private(set) var members: [Person] = []
    /// Whether it is a call.
    private(set) var isCall = false
    /// How long the call took, in seconds.
    private(set) var seconds = 0
    /// What the page is filed under, such as `inbox`, `unread`, `missed`.
    private(set) var labels: Set<String> = []

    /// Whether a file begins as such a page does.
    static func begins(_ head: [UInt8]) -> Bool {
        let text = String(decoding: head, as: UTF8.self)
        return text.contains("class=\"hChatLog") || text.contains("class=\"haudio\"")
    }

    init(_ bytes: [UInt8], in zone: Zone) {
        var inMembers = false
        var capture: Capture?
        for token in PageTokens(bytes) {
            switch token {
            case .text(let text):
                switch capture {
                case .name?: person { $0.name += text }
                case .text?: entry { $0.text += text }
                case nil: break
                }
            case .close(let tag):
                switch (tag, capture) {
                case ("span", .name?), ("abbr", .name?), ("q", .text?): capture = nil
                case ("span", .text?) where isCall: capture = nil
                case ("div", _): inMembers = false
                case ("cite", _) where inMembers:
                    if let member = entries.popLast()?.person, !member.isUser { members.append(member) }
                default: break
                }
            case .open(let tag, let attributes):
                let kinds = Set((attributes["class"] ?? "").split(separator: " ").map(String.init))
                switch tag {
                case "div" where kinds.contains("message"), "div" where kinds.contains("haudio"):
                    isCall = kinds.contains("haudio")
                    entries.append(Entry())
                case "div" where kinds.contains("participants"): inMembers = true
                case "cite" where inMembers: entries.append(Entry())
                case "abbr" where kinds.contains("dt") || kinds.contains("published"):
                    entry { $0.date = attributes["title"].flatMap { ISOTime.timestamp($0, in: zone) } }
                case "abbr" where kinds.contains("duration"): seconds = Self.seconds(attributes["title"] ?? "")
                case "a" where kinds.contains("tel"):
                    let number = attributes["href"] ?? ""
                    person { $0.number = number.hasPrefix("tel:") ? String(number.dropFirst(4)) : number }
                case "span" where kinds.contains("fn"), "abbr" where kinds.contains("fn"):
                    person { $0 = Person(number: $0.number, isUser: tag == "abbr") }
                    capture = .name
                case "span" where kinds.contains("full-text"), "q": capture = .text
                case "br" where capture == .text: entry { $0.text += "\n" }
                case "a" where attributes["rel"] == "tag":
                    labels.insert(String((attributes["href"] ?? "").split(separator: "#").last ?? ""))
                case "img", "audio", "video", "a":
                    guard let name = attributes["src"] ?? attributes["href"], !name.isEmpty,
                        !["http:", "https:", "tel:", "mailto:", "#"].contains(where: name.lowercased().hasPrefix)
                    else { break }
                    entry { if !$0.files.contains(name) { $0.files.append(name) } }
                default: break
                }
            }
        }
    }

    private enum Capture { case name, text }

    private mutating func entry(_ body: (inout Entry) -> Void) {
        if !entries.isEmpty { body(&entries[entries.count - 1]) }
    }

    private mutating func person(_ body: (inout Person) -> Void) { entry { body(&$0.person) } }

    /// A length such as `PT1H2M46S`.
    private static func seconds(_ text: String) -> Int {
        var (total, number) = (0, 0)
        for sign in text {
            if let digit = sign.wholeNumberValue {
                number = min(number * 10 + digit, 1 << 30)
            } else {
                total += number * (sign == "H" ? 3600 : sign == "M" ? 60 : sign == "S" ? 1 : 0)
                number = 0
            }
        }
        return total
    }
}

/// The tags and texts of a page in HTML, one after the other, whether they are closed or not.
struct PageTokens: Sequence, IteratorProtocol {
    enum Token: Equatable {
        /// Text, its entities resolved.
        case text(String)
        /// A tag in small letters, with its attributes.
        case open(String, [String: String])
        /// The end of a tag.
        case close(String)
    }

    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> Token? {
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "<"), index + 1 < bytes.count, Self.beginsTag(bytes[index + 1]) else {
                let end = bytes[(index + 1)...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
                defer { index = end }
                return .text(Self.resolved(String(decoding: bytes[index..<end], as: UTF8.self)))
            }
            if bytes[index...].starts(with: "<!--".utf8) {
                index = end(of: Array("-->".utf8))
            } else if bytes[index + 1] == UInt8(ascii: "!") || bytes[index + 1] == UInt8(ascii: "?") {
                index = end(of: [UInt8(ascii: ">")])
            } else {
                return tag()
            }
        }
        return nil
    }

    private static func beginsTag(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?") || isLetter(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

    /// The place behind the next such bytes.
    private func end(of sign: [UInt8]) -> Int {
        var place = index
        while place + sign.count <= bytes.count {
            if bytes[place..<place + sign.count].elementsEqual(sign) { return place + sign.count }
            place += 1
        }
        return bytes.count
    }

    private mutating func tag() -> Token {
        index += 1
        let isEnd = bytes[index] == UInt8(ascii: "/")
        if isEnd { index += 1 }
        let name = word().lowercased()
        var attributes: [String: String] = [:]
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
            let key = word().lowercased()
            guard !key.isEmpty else {
                index += 1
                continue
            }
            attributes[key] = value()
        }
        index += 1
        if !isEnd, ["style", "script"].contains(name) { index = end(of: Array("</\(name)".utf8)) }
        return isEnd ? .close(name) : .open(name, attributes)
    }

    /// The letters, digits and signs of a name.
    private mutating func word() -> String {
        let start = index
        while index < bytes.count, bytes[index] > 0x20, !"=>/\"'".utf8.contains(bytes[index]) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// What follows a name behind `=`; empty if nothing does.
    private mutating func value() -> String {
        skipBlanks()
        guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { return "" }
        index += 1
        skipBlanks()
        guard index < bytes.count else { return "" }
        let quote = bytes[index]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return Self.resolved(word()) }
        let end = bytes[(index + 1)...].firstIndex(of: quote) ?? bytes.count
        defer { index = Swift.min(end + 1, bytes.count) }
        return Self.resolved(String(decoding: bytes[(index + 1)..<end], as: UTF8.self))
    }

    private mutating func skipBlanks() { while index < bytes.count, bytes[index] <= 0x20 { index += 1 } }

    private static let names = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}"]

    /// A text with the characters for which entities stand.
    private static func resolved(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            rest = rest[start...]
            guard let end = rest.prefix(12).firstIndex(of: ";"), let sign = character(rest[..<end].dropFirst()) else {
                result += "&"
                rest = rest.dropFirst()
                continue
            }
            result += sign
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static func character(_ entity: Substring) -> String? {
        guard entity.hasPrefix("#") else { return names[String(entity)] }
        let digits = entity.dropFirst()
        let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }.map { String(Character($0)) }
    }
}
