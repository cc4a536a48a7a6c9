// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Foundation
import Testing

@testable import NotesLogic

/// Templates with gaps, and the forms of dates in them.
struct NoteTemplateTests {
    private func filled(
        _ text: String, _ title: String = "", at time: String = "2026-01-01 09:05", in language: Language = .english
    )
        throws -> FilledTemplate
    {
        let now = try #require(CivilTime(time)?.timestamp(in: .gmt))
        return NoteTemplate(text: text).filled(
            for: NoteTemplate.Values(title: title, now: now, zone: .gmt, language: language))
    }

    @Test(arguments: [
        ("YYYY-MM-DD", "2026-01-01"), ("YY/M/D", "26/1/1"), ("dddd D MMMM YYYY", "Thursday 1 January 2026"),
        ("ddd Do MMM", "Thu 1st Jan"), ("[Week] W, GGGG", "Week 1, 2026"), ("HH:mm:ss", "09:05:00"),
        ("h:mm A", "9:05 AM"),
        ("DDDD", "001"), ("Q E d", "1 4 4"), ("X", "1767258300"), ("年月日", "年月日"), ("[open", "[open"),
    ])
    func `a date takes any form`(pattern: String, expected: String) throws {
        #expect(try filled("{{date:\(pattern)}}").text == expected)
    }

    @Test func `a date is in the user’s language`() throws {
        #expect(try filled("{{date:dddd D MMMM}}", in: .french).text == "jeudi 1 janvier")
        #expect(try filled("{{date:YYYY年MMMMD日 dddd}}", in: .simplifiedChinese).text == "2026年1月1日 星期四")
        #expect(try filled("{{date:Do MMM}}", in: .french).text == "1er janv.")
    }

    @Test(arguments: [
        ("2026-12-31", "2026-53"), ("2027-01-03", "2026-53"), ("2027-01-04", "2027-01"), ("2024-12-30", "2025-01"),
    ])
    func `weeks belong to the year of their Thursday`(day: String, week: String) throws {
        #expect(try filled("{{date:GGGG-WW}}", at: "\(day) 12:00").text == week)
    }

    @Test func `each gap is filled once, and what is typed is no template`() throws {
        #expect(try filled("{{ title }} of {{date}}", "{{date}}").text == "{{date}} of 2026-01-01")
        #expect(try filled("{{title}}{{date", "x").text == "x{{date")
        #expect(try filled("{{yesterday:DD.MM.}} {{tomorrow}} {{time:HH[h]}}").text == "31.12. 2026-01-02 09h")
        #expect(try filled("Line", "Title").text == "Title\nLine")
    }

    @Test func `what is no gap is kept and told`() throws {
        let filled = try filled("{{mood}} {{date}} {{mood}} {{ a:b }} {{date:}} {{\n}}")
        #expect(filled.text == "{{mood}} 2026-01-01 {{mood}} {{ a:b }} {{date:}} {{\n}}")
        #expect(filled.unknown == ["{{mood}}", "{{ a:b }}", "{{date:}}"])
    }
}
