// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Foundation
import SMSLogLogic

/// A row of Android’s message provider as SMS Import/Export writes it: an object whose values are texts.
struct JSONRow {
    private var values: [String: Any]

    init?(_ value: Any?) {
        guard let values = value as? [String: Any] else { return nil }
        self.values = values
    }

    /// A value as text; `nil` if there is none, or it is empty or the word for that.
    subscript(name: String) -> String? { words(name).flatMap { $0 == "null" ? nil : $0 } }

    /// A text by a person, which may be any word; `nil` if there is none, or it is empty.
    func words(_ name: String) -> String? {
        let text: String? =
            switch values[name] {
            case let text as String: text
            case let number as NSNumber: number.stringValue
            default: nil
            }
        return text.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A text as it is, whatever its content; `nil` if there is none.
    func text(_ name: String) -> String? { values[name] as? String }

    /// Lists of texts within.
    func lists(_ name: String) -> [[String]] {
        ((values[name] as? [Any]) ?? []).map { ($0 as? [Any] ?? []).compactMap { $0 as? String } }
    }

    /// The same with other names for values, unless these names are taken.
    func renamed(_ names: [String: String]) -> JSONRow {
        var row = self
        for (old, new) in names where values[new] == nil { row.values[new] = values[old] }
        return row
    }

    /// Sets rows within.
    mutating func set(_ name: String, to rows: [JSONRow]) {
        if !rows.isEmpty { values[name] = rows.map(\.values) }
    }

    var names: [String] { values.keys.sorted() }

    /// Whether a value says yes.
    func isSet(_ name: String) -> Bool { values[name] as? Bool ?? false }

    /// A value as a whole number.
    func integer(_ name: String) -> Int? { self[name].flatMap { Int($0) } }

    /// A row within.
    func row(_ name: String) -> JSONRow? { JSONRow(values[name]) }

    /// Rows within.
    func rows(_ name: String) -> [JSONRow] { ((values[name] as? [Any]) ?? []).compactMap(JSONRow.init) }

    /// Whether there is such a value at all.
    func has(_ name: String) -> Bool { values[name] != nil }

    /// The date, in milliseconds or, of multimedia messages, in seconds; `nil` for none that can be.
    func date(inSeconds: Bool = false) -> Timestamp? {
        guard let number = self["date"].flatMap(Double.init), number >= 0,
            number <= MessageTime.latest / (inSeconds ? 1000 : 1)
        else { return nil }
        return Timestamp(milliseconds: Int64(number) * (inSeconds ? 1000 : 1))
    }

    func details(inSeconds: Bool) -> MessageDetails {
        var details = MessageDetails()
        if let sent = integer("date_sent"), sent > 0, Double(sent) <= MessageTime.latest / (inSeconds ? 1000 : 1) {
            details.sent = Timestamp(milliseconds: Int64(sent) * (inSeconds ? 1000 : 1))
        }
        if let card = self["sub_id"] ?? self["subscription_id"], card != "-1" { details.sim = card }
        details.centre = self["service_center"]
        details.networkID = self["m_id"]
        details.isLocked = integer("locked") == 1
        return details
    }
}

/// Reads objects of JSON that have escapes for invalid characters, and counts those.
///
/// Programs write half a pair of surrogates if they have cut a text; U+0000 is useless in any store or list.
/// Each becomes U+FFFD.
struct JSONEscapes {
    private static let length = 6
    private static let replacement = Array("\\uFFFD".utf8)

    /// The number of replaced escapes.
    private(set) var replaced = 0

    /// The row of a text; `nil` for a text that is none.
    mutating func row(_ text: some Sequence<UInt8>) -> JSONRow? {
        JSONRow(try? JSONSerialization.jsonObject(with: mended(text)))
    }

    /// The same without such escapes, byte for byte as long.
    mutating func mended(_ text: some Sequence<UInt8>) -> Data {
        var text = Array(text)
        var index = text.firstIndex(of: UInt8(ascii: "\\")) ?? text.count
        while index < text.count {
            guard text[index] == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            guard let unit = Self.unit(in: text, at: index) else {
                // The byte after the backslash begins no escape, whatever the two stand for.
                index += 2
                continue
            }
            if UTF16.isLeadSurrogate(unit), let next = Self.unit(in: text, at: index + Self.length),
                UTF16.isTrailSurrogate(next)
            {
                index += Self.length
            } else if unit == 0 || UTF16.isSurrogate(unit) {
                text.replaceSubrange(index..<index + Self.length, with: Self.replacement)
                replaced += 1
            }
            index += Self.length
        }
        return Data(text)
    }

    /// The unit of UTF-16 whose escape begins at an index.
    private static func unit(in text: [UInt8], at index: Int) -> UInt16? {
        guard index + length <= text.count, text[index] == UInt8(ascii: "\\"), text[index + 1] == UInt8(ascii: "u")
        else { return nil }
        var unit: UInt16 = 0
        for byte in text[index + 2..<index + length] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}
