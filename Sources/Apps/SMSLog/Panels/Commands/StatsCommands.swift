// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import SMSLogDomain
import SMSLogLogic
import Session

/// How much there is.
@MainActor
enum StatsCommands {
    static let all: [Command<SMSLogModel>] = [stats]

    private static let stats = Command<SMSLogModel>(
        "stats", category: .reading, summary: Strings.commandStats, examples: ["stats"]
    ) { model, _ in
        let tally = try await model.service.tally()
        return Reply(
            .detail(
                Detail(
                    fields: [
                        .init("messages", Strings.statsMessages, .number(tally.messages)),
                        .init("unread", Strings.columnUnread, .number(tally.unread)),
                        .init("threads", Strings.tabThreads, .number(tally.conversations)),
                        .init("contacts", Strings.tabContacts, .number(tally.contacts)),
                        .init("first", Strings.statsFirst, tally.first.map { .timestamp($0) } ?? .none),
                        .init("last", Strings.statsLast, tally.last.map { .timestamp($0) } ?? .none),
                    ] + counts(tally, of: SendStatus.allCases) + calls(tally))))
    }

    /// Calls and those that were missed, where there are any.
    private static func calls(_ tally: Tally) -> [Detail.Field] {
        guard !tally.calls.isEmpty else { return [] }
        return [
            .init("calls", Strings.statsCalls, .number(tally.all - tally.messages)),
            .init("missed", Strings.statsMissed, .number(tally.calls[.missed] ?? 0)),
        ]
    }

    static func counts(_ tally: Tally, of statuses: [SendStatus]) -> [Detail.Field] {
        statuses.map { .init($0.key, $0.title, .number(tally.byStatus[$0] ?? 0)) }
    }
}
