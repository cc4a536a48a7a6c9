// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumTesting
import Foundation
import NotesLogic
import NotesStore
import Testing

@testable import NotesPanels

/// The notes of days, other dates, and texts that grow.
@MainActor
struct NoteDayTests {
    @Test(arguments: [
        ("yesterday", "2025-12-31 09:00"), ("14:30", "2026-01-01 14:30"), ("hier 07:05", "2025-12-31 07:05"),
        ("2024-02-29T23:59:59", "2024-02-29 23:59"), ("friday", "2026-01-02 09:00"), ("thursday", "2026-01-08 09:00"),
        ("明天下午3点", "2026-01-02 15:00"), ("下午2点半", "2026-01-01 14:30"), ("下周一9点15分", "2026-01-05 09:15"),
        ("2027年2月1日 8:00", "2027-02-01 08:00"), ("1er février 15h", "2026-02-01 15:00"),
        ("lundi prochain 14h30", "2026-01-05 14:30"), ("tomorrow 9:00", "2026-01-02 09:00"),
        ("tomorrow at 9am", "2026-01-02 09:00"), ("next friday 3:30pm", "2026-01-02 15:30"),
        ("last monday at 12pm", "2025-12-29 12:00"), ("in 3 days 8:15", "2026-01-04 08:15"),
        ("3 days ago", "2025-12-29 09:00"), ("end of month 18:00", "2026-01-31 18:00"), ("12am", "2026-01-01 00:00"),
        ("demain à 14h30", "2026-01-02 14:30"), ("3天后 9点", "2026-01-04 09:00"),
        ("3 天后 8:00", "2026-01-04 08:00"),
    ])
    func `a point in time is a day, a time, or both`(typed: String, expected: String) throws {
        let moment = try Moment(CommandWord(typed), of: "at")
        let time = try #require(moment.time(now: ManualClock.nineOClock.now, in: .gmt))
        #expect(CivilTime(time, in: .gmt).dateAndTime.hasPrefix(expected))
    }

    @Test(arguments: [
        "", "noon", "25:00", "1:2:3:4", "yesterday 9", "a b c", "12:60", "-1:00", "晚上12点", "明天3", "13pm", "0am",
        "9:75am",
        "at 9:00", "下午",
    ])
    func `anything else is none`(typed: String) {
        #expect(throws: CommandFault.notAMoment(name: "at", value: typed)) {
            try Moment(CommandWord(typed), of: "at")
        }
    }

    @Test func `a day has one note, which is opened again`() async throws {
        let fixture = try NotesFixture()
        #expect(try await fixture.lines("daily").first?.hasSuffix("3") == true)
        #expect(try await fixture.lines("today Rain all day") == ["Changed note 3."])
        #expect(try await fixture.lines("daily Sun") == ["Changed note 3."])
        #expect(try await fixture.lines("show 2026-01-01").suffix(3) == ["2026-01-01", "Rain all day", "Sun"])
        #expect(try await fixture.lines("daily --on yesterday x") == ["Added note 4."])
        #expect(try await fixture.lines("show 4").suffix(2) == ["2025-12-31", "x"])
        _ = try await fixture.lines("add --in Templates daily\nDay {{day}} of {{month}}, after {{yesterday}}\n")
        #expect(try await fixture.lines("daily --on +1").suffix(2) == ["2026-01-02", "Day 02 of 01, after 2026-01-01"])
    }

    @Test func `lines go to either end, below the title`() async throws {
        let fixture = try NotesFixture(answers: ["piped", ".", "more"])
        _ = try await fixture.lines("add Shopping")
        _ = try await fixture.lines("append 3 milk")
        _ = try await fixture.lines("prepend 3 Urgent:")
        _ = try await fixture.lines("append 3 -")
        #expect(try await fixture.lines("show 3").suffix(6) == ["Shopping", "Urgent:", "milk", "piped", ".", "more"])
        #expect(try await fixture.lines("drafts") == ["There are no drafts."])
    }

    @Test(arguments: NoteTestStore.allCases)
    func `another date is kept, and said in the file`(kind: NoteTestStore) async throws {
        let store = try kind.open()
        let ana = UserID(rawValue: 1)
        func service() throws -> NotesService {
            NotesService(dao: try store.dao(), owner: ana, clock: ManualClock.nineOClock, timeZone: .gmt)
        }
        if kind == .folder, let folder = store.files {
            try Data("---\ntags:\n  - a # mine\n---\nText".utf8).write(to: URL(fileURLWithPath: folder + "/A.md"))
        } else {
            _ = try await service().add("Text")
        }
        _ = try await service().find("", limit: 1)
        _ = try await service().redate(1, to: Timestamp(seconds: 86_400))
        let note = try await service().note(1)
        #expect(note.createdAt == Timestamp(seconds: 86_400))
        #expect(try await service().find("date:1970-01-02", limit: 9).map(\.id) == [1])
        guard kind == .folder, let folder = store.files else { return }
        let text = try String(contentsOfFile: folder + "/A.md", encoding: .utf8)
        #expect(text == "---\ntags:\n  - a # mine\ncreated: 1970-01-02T00:00:00Z\n---\nText")
    }
}
