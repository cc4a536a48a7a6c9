// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumSystems
import SMSLogLogic

/// The statistics of messages, computed by SQLite.
extension MessageRows {
    func statistics(_ scope: MessageScope, measuresAnswers: Bool) throws -> MessageStatistics {
        let (source, arguments) = try source(of: scope)
        return MessageStatistics(
            slots: try slots(source, arguments), responses: measuresAnswers ? try responses(source, arguments) : nil)
    }

    private func slots(_ source: String, _ arguments: SQLArguments) throws -> [MessageSlot] {
        // Division rounds towards 0: dates before 1970 are one slot further down.
        try database.cursor(
            """
            SELECT m.date / ?1 - (CASE WHEN m.date < 0 AND m.date % ?1 <> 0 THEN 1 ELSE 0 END) AS slot, m.direction, count(*),
                CAST(total(length(m.content)) AS INTEGER)
            FROM \(source) GROUP BY slot, m.direction ORDER BY slot, m.direction
            """, [MessageSlot.length] + arguments
        ).map { row in
            MessageSlot(
                number: row.number(0), direction: MessageDirection(rawValue: row.count(1)) ?? .incoming,
                count: row.count(2), characters: row.count(3))
        }
    }

    private func responses(_ source: String, _ arguments: SQLArguments) throws -> ResponseTimes {
        let isJoined = try Int.fetchOne(
            database, "SELECT 1 FROM sms_thread WHERE owner = ? AND leader <> id LIMIT 1", [owner.rawValue])
        // Mostly none is, and nothing is to be looked up.
        let thread = isJoined == nil ? "m.thread" : "(SELECT leader FROM sms_thread WHERE id = m.thread)"
        let rows = try database.cursor(
            """
            SELECT direction, date - earlier FROM (
                SELECT m.direction, m.date, lag(m.date) OVER w AS earlier,
                    lag(m.direction) OVER w AS other
                FROM \(source) WINDOW w AS (PARTITION BY \(thread) ORDER BY m.date, m.id)) AS pairs
            WHERE direction <> other
            """, arguments)
        var times: [MessageDirection: [Int64]] = [:]
        while let row = try rows.next() {
            times[MessageDirection(rawValue: row.count(0)) ?? .incoming, default: []].append(row.number(1))
        }
        return ResponseTimes(times)
    }

    /// The messages of a scope that count, behind `FROM`.
    private func source(of scope: MessageScope) throws -> (String, SQLArguments) {
        try flush()
        let conditions = MessageConditions(scope.filter)
        let unsent = SendStatus.unsent.map { String($0.rawValue) }.joined(separator: ", ")
        let counted = "m.call IS NULL AND m.status NOT IN (\(unsent))\(conditions.sql)"
        guard !conditions.isOfFewThreads else {
            return (
                "\(conditions.threads) CROSS JOIN sms_message m ON m.thread = o.id WHERE \(counted)",
                [owner.rawValue] + conditions.arguments
            )
        }
        // One after the other as they lie in the file, which is faster than conversation by conversation.
        let keys = RowKey.range(owner: owner.rawValue)
        return (
            "sms_message m WHERE m.id BETWEEN ? AND ? AND \(counted)",
            [keys.lowerBound, keys.upperBound] + conditions.arguments
        )
    }
}

/// The keys of the count of messages: the status, or the outcome of a call.
enum TallyKey: Hashable, RawRepresentable {
    case status(SendStatus)
    case call(Call.Outcome)

    /// Numbers of calls begin here.
    private static let calls = 100

    init(_ status: SendStatus, _ call: Call?) { self = call.map { .call($0.outcome) } ?? .status(status) }

    init?(rawValue: Int) {
        if let status = SendStatus(rawValue: rawValue) {
            self = .status(status)
        } else if let outcome = Call.Outcome(rawValue: rawValue - Self.calls) {
            self = .call(outcome)
        } else {
            return nil
        }
    }

    var rawValue: Int {
        switch self {
        case .status(let status): status.rawValue
        case .call(let outcome): Self.calls + outcome.rawValue
        }
    }
}
