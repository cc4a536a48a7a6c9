// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Foundation
@testable import SMSLogLogic
import SMSLogStore
import Testing

@testable import MessageFormats

/// Rows of a backup whose date is missing, unreadable, or none that can be: none is left out.
@Suite struct UndatedRowTests {
    /// 1 January 2021, 0:00.
    private static let start: Int64 = 1_609_459_200_000

    /// Imports rows twice, and returns the dates that the messages have, by their texts, and the remarks.
    private func imported(_ rows: [String]) async throws -> (dates: [String: Int64], remarks: [RowRemark]) {
        let (dao, system) = try TestStore.memory.make()
        let report = try await BackupText.importing(BackupText.file(rows), into: dao)
        #expect(report.saved.added == rows.count && report.refusedCount == 0 && !report.isPartial)
        let second = try await BackupText.importing(BackupText.file(rows), into: dao)
        #expect(second.saved.added == 0 && second.saved.duplicates == rows.count && second.saved.refreshed == 0)
        #expect(second.remarks == report.remarks)
        var dates: [String: Int64] = [:]
        for number in 1...rows.count {
            let message = try #require(try await dao.message(number, of: ana))
            dates[message.content + (message.call == nil ? "" : "call")] = message.date.milliseconds
        }
        withExtendedLifetime(system) {}
        return (dates, report.remarks)
    }

    @Test(
        "A date is kept that is there in another way",
        arguments: [
            ("date_sent=\"1609459200000\" readable_date=\"Jan 5, 2021 3:00:00 AM\"", 0, .sendingDate),
            ("date_sent=\"1609459200\"", 0, .sendingDate),
            ("date_sent=\"0\" readable_date=\"Jan 1, 2021 3:00:00 AM\"", 3 * 3600, .writtenDate),
            ("readable_date=\"Jan 1, 2021, 11:00:01\u{202F}PM\"", 23 * 3600 + 1, .writtenDate),
            ("readable_date=\"1 janv. 2021 03:00:00\"", 3 * 3600, .writtenDate),
            ("readable_date=\"2021年1月1日 03:00:00\"", 3 * 3600, .writtenDate),
            ("readable_date=\"02.01.2021 03:00:00\"", 27 * 3600, .writtenDate),
            ("readable_date=\"13/01/2021 00:00:00\"", 12 * 86_400, .writtenDate),
            ("readable_date=\"1/13/2021 12:00:00 AM\"", 12 * 86_400, .writtenDate),
            ("readable_date=\"05/06/2021 00:00:00\"", 86_400, .dateBefore),
            ("readable_date=\"13/01/21 00:00:00\"", 86_400, .dateBefore),
            // The name of a day, which is that of a month elsewhere.
            ("readable_date=\"maanantaina 4. tammikuuta 2021 3:00:00\"", 86_400, .dateBefore),
            ("date_sent=\"-1\" readable_date=\"null\"", 86_400, .dateBefore), ("", 86_400, .dateBefore),
        ] as [(String, Int64, RowRemark.Reason)])
    func standIns(_ attributes: String, _ seconds: Int64, _ reason: RowRemark.Reason) async throws {
        let day = "\(Self.start + 86_400_000)"
        let (dates, remarks) = try await imported([
            BackupText.sms("before", date: day), BackupText.sms("sms", date: "null", rest: attributes),
            "<mms date=\"soon\" address=\"+1\" msg_box=\"1\" \(attributes)>"
                + "<parts><part ct=\"text/plain\" text=\"mms\"/></parts></mms>",
            "<call number=\"+1\" date=\"99999999999999999999\" type=\"1\" duration=\"1\" \(attributes)/>",
            "<sms address=\"+1\" type=\"1\" body=\"none\" \(attributes)/>", BackupText.sms("after", date: "1"),
        ])
        let date = Self.start + seconds * 1000
        #expect(
            dates == [
                "before": Self.start + 86_400_000, "sms": date, "mms": date, "call": date, "none": date, "after": 1,
            ])
        #expect(remarks == (4...7).map { RowRemark(line: $0, reason: reason) })
    }

    @Test func `the first row without a date is the first message`() async throws {
        let (dates, remarks) = try await imported([
            BackupText.sms("a", date: "null"), BackupText.sms("b", date: "null"), BackupText.sms("c", date: "5"),
        ])
        #expect(dates == ["a": 0, "b": 0, "c": 5])
        #expect(
            remarks == [RowRemark(line: 3, reason: .missingDate), RowRemark(line: 4, reason: .dateBefore)])
    }

    @Test(
        "What a row says in both ways tells how the others are meant",
        arguments: [
            // Two hours ahead of UTC, the day or the month first.
            ("01/01/2021 02:00:00", "05/06/2021 02:00:00", nil),
            ("02/01/2021 02:00:00", "05/06/2021 02:00:00", "2021-06-05"),
            ("1/2/2021 2:00:00 AM", "5/6/2021 2:00:00 AM", "2021-05-06"),
            ("1/2/21 2:00 AM", "5/6/21 2:00 AM", "2021-05-06"),
            ("Jan 2, 2021 2:00:00 AM", "Jun 5, 2021 2:00:00 AM", "2021-06-05"),
            // It is another date.
            ("Jan 9, 2021 2:00:00 AM", "5/6/2021 2:00:00 AM", nil),
        ])
    func learning(_ known: String, _ text: String, _ day: String?) throws {
        var dates = ReadableDates(in: .gmt)
        let isFirst = known.hasPrefix("01/01")
        dates.learn(known, is: Timestamp(milliseconds: Self.start + (isFirst ? 0 : 86_400_000)))
        #expect(dates.date(of: text) == day.flatMap { ISOTime.timestamp($0, in: .gmt) })
    }
}
