// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSearch
package import AtriumSession
import AtriumWorlds
package import SMSLogLogic

/// The commands for totals.
@MainActor
enum StatsCommands {
    static let all: [Command<SMSLogModel>] = [stats]

    private static let stats = Command<SMSLogModel>(
        "stats", category: .reading, summary: Strings.commandStats,
        parameters: .option(.choice("by", MessageStatistics.Period.self, summary: Strings.optionBy)),
        .option(.day("from", placeholder: "DAY", summary: Strings.optionFrom)),
        .option(.day("to", placeholder: "DAY", summary: Strings.optionUntil)), .limit,
        .optional(
            .query(
                "query", values: .item("term"), summary: Strings.parameterStatsQuery, terms: MessageQueryKey.allTerms)),
        examples: ["stats", "stats Alice", "stats --by month", "stats --by hour --from 2021-01-01 in:bob"]
    ) { model, context, period, from, to, limit, query in
        guard period != nil || from != nil || to != nil || query != nil else {
            return tally(try await model.service.tally())
        }
        let today = Day(context.world.clock.now, in: context.world.timeZone)
        let (from, to) = (from?.day(today: today), to?.day(today: today))
        if let from, let to, from > to { throw SMSLogFault.emptySpan(from: from, to: to) }
        let statistics = try await model.service.statistics(
            of: query, from: from, until: to, measuresAnswers: period == nil)
        guard let period else { return detail(statistics, in: context.world.timeZone) }
        return table(statistics, by: period, limit: limit, in: context.world.timeZone)
    }

    /// All there is.
    private static func tally(_ tally: Tally) -> Reply {
        Reply(
            .detail(
                Detail(
                    fields: [
                        .init("messages", Strings.statsMessages, .count(tally.messages)),
                        .init("unread", Strings.columnUnread, .count(tally.unread)),
                        .init("threads", Strings.tabThreads, .count(tally.conversations)),
                        .init("contacts", Strings.tabContacts, .count(tally.contacts)),
                        .init("first", Strings.statsFirst, tally.first.map { .timestamp($0) } ?? .none),
                        .init("last", Strings.statsLast, tally.last.map { .timestamp($0) } ?? .none),
                    ] + counts(tally.byStatus, of: SendStatus.allCases) + calls(tally))))
    }

    /// Calls and missed ones, if there are any.
    private static func calls(_ tally: Tally) -> [Detail.Field] {
        guard !tally.calls.isEmpty else { return [] }
        return [
            .init("calls", Strings.statsCalls, .count(tally.all - tally.messages)),
            .init("missed", Strings.statsMissed, .count(tally.calls[.missed] ?? 0)),
        ]
    }

    static func counts(_ numbers: [SendStatus: Int], of statuses: [SendStatus]) -> [Detail.Field] {
        statuses.map { .init($0.key, $0.label, .count(numbers[$0] ?? 0)) }
    }
}

// Written messages
extension StatsCommands {
    private static func detail(_ statistics: MessageStatistics, in zone: Zone) -> Reply {
        let total = statistics.total
        var fields: [Detail.Field] = []
        switch statistics.subject {
        case .messages:
            fields = [.init("messages", Strings.statsMessages, .count(total.count))] + written(total)
        case .unsent: fields = [.init("messages", Strings.statsMessages, .count(total.count))]
        case .calls:
            fields = [
                .init("calls", Strings.statsCalls, .count(total.count)),
                .init("made", Strings.statsMade, .count(total.sent)),
                .init("received", Strings.statsCallsReceived, .count(total.received)),
            ]
        }
        if let responses = statistics.responses {
            fields += [
                .init("answer", Strings.statsAnswer, time(responses.own.median)),
                .init("answers", Strings.statsAnswers, .count(responses.own.count), isHidden: true),
                .init("otherAnswer", Strings.statsOtherAnswer, time(responses.others.median)),
                .init("otherAnswers", Strings.statsAnswers, .count(responses.others.count), isHidden: true),
            ]
        }
        if let hour = statistics.busiest(.hour, in: zone), let weekday = statistics.busiest(.weekday, in: zone) {
            fields += [
                .init("hour", Strings.statsHour, .amount(hour, Self.hour(hour))),
                .init("weekday", Strings.statsWeekday, .amount(weekday, Self.weekday(weekday))),
            ]
        }
        return Reply(.detail(Detail(fields: fields)))
    }

    private static func written(_ total: MessageStatistics.Sum) -> [Detail.Field] {
        [
            .init("sent", Strings.statsSent, .count(total.sent)),
            .init("received", Strings.statsReceived, .count(total.received)),
            .init("sentCharacters", Strings.statsSentCharacters, .count(total.sentCharacters)),
            .init("receivedCharacters", Strings.statsReceivedCharacters, .count(total.receivedCharacters)),
        ]
    }

    /// A length of time: seconds for programs.
    private static func time(_ milliseconds: Int64?) -> Value {
        guard let milliseconds else { return .none }
        let seconds = Int(milliseconds / 1000)
        return .amount(
            seconds, LocalizedText("stats.time") { DurationText.text(of: .seconds(seconds), in: $0) })
    }

    private static func table(
        _ statistics: MessageStatistics, by period: MessageStatistics.Period, limit: Int?, in zone: Zone
    ) -> Reply {
        let sums = statistics.sums(by: period, in: zone)
        let most = sums.map(\.sum.count).max() ?? 0
        let isOfCalls = statistics.subject == .calls
        return .records(
            Records(
                most == 0 ? [] : sums,
                [
                    .init("period", period.title) { period.value($0.name) },
                    .init(
                        isOfCalls ? "made" : "sent", isOfCalls ? Strings.statsMade : Strings.statsSent,
                        isRightAligned: true
                    ) { .count($0.sum.sent) },
                    .init(
                        "received", isOfCalls ? Strings.statsCallsReceived : Strings.statsReceived,
                        isRightAligned: true
                    ) { .count($0.sum.received) },
                    .init("sentCharacters", Strings.statsSentCharacters, isHidden: true) {
                        .count($0.sum.sentCharacters)
                    },
                    .init("receivedCharacters", Strings.statsReceivedCharacters, isHidden: true) {
                        .count($0.sum.receivedCharacters)
                    },
                    .init("bar", LocalizedText(verbatim: "")) { .text(bar($0.sum.count, of: most)) },
                ], whenEmpty: isOfCalls ? Strings.statsNoCalls : Strings.statsNothing, hasHeadings: true
            ).limited(to: limit, keeping: .last))
    }

    /// The width of the longest bar, in cells: with the headings of any language it fits into fifty columns.
    private nonisolated static let width = 12

    /// A bar, to an eighth of a cell; any count above zero is visible.
    private nonisolated static func bar(_ count: Int, of most: Int) -> String {
        let eighths = count == 0 ? 0 : max(1, count * width * 8 / most)
        let rest = eighths % 8 == 0 ? "" : ["▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8 - 1]
        return String(repeating: "█", count: eighths / 8) + rest
    }

    fileprivate nonisolated static func hour(_ hour: Int) -> LocalizedText {
        LocalizedText(verbatim: "\(hour.digits(2)):00–\(hour.digits(2)):59")
    }

    fileprivate nonisolated static func weekday(_ number: Int) -> LocalizedText {
        LocalizedText("weekday") { $0.weekdays[min(max(0, number), 6)] }
    }
}

extension MessageStatistics.Period: CommandChoice {
    package var meaning: LocalizedText? { title }

    /// The word for people.
    fileprivate var title: LocalizedText {
        switch self {
        case .day: Strings.periodDay
        case .week: Strings.periodWeek
        case .month: Strings.periodMonth
        case .year: Strings.periodYear
        case .hour: Strings.periodHour
        case .weekday: Strings.periodWeekday
        }
    }

    /// The name of one of the periods.
    fileprivate func value(_ name: String) -> Value {
        switch self {
        case .hour: .amount(Int(name) ?? 0, StatsCommands.hour(Int(name) ?? 0))
        case .weekday: .amount(Int(name) ?? 0, StatsCommands.weekday(Int(name) ?? 0))
        case .day, .week, .month, .year: .text(name)
        }
    }
}
