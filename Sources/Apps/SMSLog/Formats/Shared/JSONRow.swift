// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
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

extension JSONEscapes {
    /// The row of a text; `nil` for a text that is none.
    mutating func row(_ text: some Sequence<UInt8>) -> JSONRow? {
        JSONRow(try? JSONSerialization.jsonObject(with: mended(text)))
    }
}
