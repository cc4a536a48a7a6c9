// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB
import SMSLogDomain
import Session

/// What SQLite can say of a filter, of a message `m` in its own thread `o` and the one `t` that leads the conversation: all
/// that the filter admits holds it, and little else.
struct MessageConditions {
    /// Each behind `AND`.
    private(set) var sql = ""
    private(set) var arguments: StatementArguments = []
    /// Whether the threads say best where to look.
    let isOfFewThreads: Bool
    /// Those threads of an owner, `?`, behind `FROM`: begun with what the conditions know.
    let threads: String

    init(_ filter: MessageFilter) {
        isOfFewThreads =
            filter.conversations != nil
            || !filter.states.isDisjoint(with: [.unread] + MessageFilter.State.ofConversations)
        threads =
            filter.conversations == nil
            ? "sms_thread t CROSS JOIN sms_thread o ON o.leader = t.id AND t.owner = ?"
            : "sms_thread o CROSS JOIN sms_thread t ON t.id = o.leader AND o.owner = ?"
        if let conversations = filter.conversations {
            let names = try? JSONEncoder().encode(conversations.map(\.text).sorted())
            add(
                "o.address IN (SELECT value FROM json_each(?))",
                [String(decoding: names ?? Data("[]".utf8), as: UTF8.self)])
        }
        if let direction = filter.direction { add("m.direction = ?", [direction.rawValue]) }
        if let dates = filter.dates {
            add("m.date >= ? AND m.date < ?", [dates.lowerBound.milliseconds, dates.upperBound.milliseconds])
        }
        for feature in filter.features {
            switch feature {
            case .attachment, .picture: add("m.parts IS NOT NULL")
            case .link: add("(instr(m.content, '://') OR instr(m.content, 'www.'))")
            }
        }
        for state in filter.states {
            switch state {
            case .unread:
                add("t.unread > 0 AND m.is_read = 0 AND t.marks & \(ConversationMarks.blocked.rawValue) = 0")
            case .failed: add("m.status = ?", [SendStatus.failed.rawValue])
            case .waiting: add("m.status = ?", [SendStatus.pending.rawValue])
            case .doubt:
                add(
                    "m.status = ? AND m.handover = ?",
                    [SendStatus.pending.rawValue, Handover.doubtful.rawValue])
            case .draft: add("m.status = ?", [SendStatus.draft.rawValue])
            case .call: add("m.call IS NOT NULL")
            case .archived: add(.archived)
            case .pinned: add(.pinned)
            case .muted: add(.muted)
            case .blocked: add(.blocked)
            }
        }
    }

    private mutating func add(_ mark: ConversationMarks) { add("t.marks & \(mark.rawValue)") }

    private mutating func add(_ condition: String, _ values: StatementArguments = []) {
        sql += " AND \(condition)"
        arguments += values
    }
}
