// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Foundation
import Session

/// Writes a reply as one JSON document.
struct JSONReply {
    let language: Language

    /// The document; nil when there is nothing to say.
    func document(_ reply: Reply) -> JSONValue? {
        switch reply.body {
        case .nothing: nil
        case .message(let text, let facts):
            .object(
                [("message", .string(text.string(in: language)))] + facts.map { ($0.key, json($0.value)) }
                    + notices(reply.notices))
        case .records(let records):
            .array(
                records.rows.map { row in
                    .object(zip(records.columns, row).map { ($0.key, json($1)) })
                })
        case .detail(let detail):
            .object(
                detail.fields.map { ($0.key, json($0.value)) }
                    + [detail.text, detail.notes].compactMap { $0 }.map { ($0.key, json($0.value)) })
        case .lines(let lines): .object([("lines", .array(lines.map(JSONValue.string)))])
        }
    }

    /// What is to be known beside what has no place for it in its document.
    func aside(_ reply: Reply) -> [(key: String, value: JSONValue)] {
        if case .message = reply.body { return [] }
        return cut(reply) + notices(reply.notices)
    }

    /// What the rows leave out.
    private func cut(_ reply: Reply) -> [(key: String, value: JSONValue)] {
        guard case .records(let records) = reply.body, let cut = records.cut else { return [] }
        return [
            ("more", .bool(true)), ("shown", .number(records.count)),
            ("total", cut.total.map { .number($0) } ?? .null),
        ]
    }

    private func notices(_ notices: [LocalizedText]) -> [(key: String, value: JSONValue)] {
        notices.isEmpty ? [] : [("notices", .array(notices.map { .string($0.string(in: language)) }))]
    }

    private func json(_ value: Value) -> JSONValue {
        switch value {
        case .none: return .null
        case .number(let number), .amount(let number, _): return .number(number)
        case .text(let text): return .string(text)
        case .timestamp(let timestamp):
            let time = CivilTime(timestamp, in: .gmt)
            let milliseconds = timestamp.milliseconds - (time.timestamp(in: .gmt)?.milliseconds ?? 0)
            let digits = String(milliseconds)
            let fraction =
                milliseconds == 0 ? "" : "." + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
            return .string("\(time.full.replacing(" ", with: "T"))\(fraction)Z")
        case .flag(let flag), .mark(let flag): return .bool(flag)
        case .word(let key, _): return .string(key)
        case .list(let values): return .array(values.map(json))
        }
    }
}
