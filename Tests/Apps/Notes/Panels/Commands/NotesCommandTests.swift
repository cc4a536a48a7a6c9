// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSearch
import AtriumSession
import AtriumTesting
@testable import NotesApp
import NotesLogic
import Testing

@testable import NotesPanels

/// Lines as a user types them, and what comes out.
@MainActor
struct NotesCommandTests {
    @Test func `a note is added in one line, in several, from a pipe and from a template`() async throws {
        let fixture = try NotesFixture(answers: ["Title", "", "body", ".", "piped", ".", "more"])
        #expect(try await fixture.lines("add Buy milk") == ["Added note 3."])
        #expect(try await fixture.lines("add --in work/plans Ideas") == ["Added note 4."])
        #expect(try await fixture.lines("add") == ["Added note 5."])
        #expect(try await fixture.lines("show 5").suffix(3) == ["Title", "", "body"])
        #expect(try await fixture.lines("add -") == ["Added note 6."])
        #expect(try await fixture.lines("show 6").suffix(3) == ["piped", ".", "more"])
        #expect(try await fixture.lines("add --template daily Rain all day") == ["Added note 7."])
        #expect(try await fixture.lines("show 7").last == "2026-01-01 Rain all day")
        #expect(try await fixture.lines("drafts") == ["There are no drafts."])
        await #expect(throws: NotesFault.unknownTemplate("weekly")) { try await fixture.lines("add --template weekly") }
        _ = try await fixture.lines("add --in Templates weekly\nWeek of {{date}}\n{{title}}\n")
        #expect(try await fixture.lines("add --template weekly x") == ["Added note 9."])
        #expect(try await fixture.lines("show 9").suffix(2) == ["Week of 2026-01-01", "x"])
    }

    @Test func `a text may take the place of another from a pipe`() async throws {
        let fixture = try NotesFixture(answers: ["piped", ".", "more"])
        _ = try await fixture.lines("add Buy milk")
        #expect(try await fixture.lines("modify 3 -") == ["Changed note 3."])
        #expect(try await fixture.lines("show 3").suffix(3) == ["piped", ".", "more"])
        #expect(try await fixture.lines("drafts") == ["There are no drafts."])
    }

    @Test func `what was typed outlives a note that was not finished`() async throws {
        let fixture = try NotesFixture(answers: ["."])
        let service = try NotesService(for: ProbeAuthenticator().make("ana"), among: NotePlaces(), in: fixture.world)
        _ = try await service.keepUnfinished("First\nsecond", as: nil)
        #expect(try await fixture.lines("drafts") == ["1  09:00  First  add --resume"])
        #expect(try await fixture.lines("add --resume") == ["Added note 3."])
        #expect(try await fixture.lines("show 3").suffix(2) == ["First", "second"])
        #expect(try await fixture.lines("drafts") == ["There are no drafts."])
        await #expect(throws: NotesFault.nothingUnfinished) { try await fixture.lines("add --resume") }
    }

    @Test func `a text whose end does not come is no note, but kept`() async throws {
        let fixture = try NotesFixture(answers: ["First", "second"])
        await #expect(throws: KeptText.self) { try await fixture.lines("add") }
        #expect(try await fixture.lines("drafts") == ["1  09:00  First  add --resume"])
        #expect(try await fixture.lines("list").count == 2)
        // Going on with it, and being cut again, makes no second one.
        await #expect(throws: KeptText.self) { try await fixture.lines("add --resume") }
        #expect(try await fixture.lines("drafts") == ["1  09:00  First  add --resume"])
        #expect(try await fixture.app.model.unfinished().map(\.command) == ["add --resume"])
    }

    @Test func `notes have notebooks, tags, pins and tasks`() async throws {
        let fixture = try NotesFixture()
        _ = try await fixture.lines("add Buy #milk")
        _ = try await fixture.lines("add Plan")
        #expect(try await fixture.lines("tag 4 two words") == ["Note 4 has the tags: two words."])
        #expect(try await fixture.lines("tag 3 MILK") == ["Note 3 has the tags: milk."])
        #expect(try await fixture.lines("tags") == ["milk       1", "two words  1"])
        #expect(try await fixture.lines("move 4 work/plans") == ["Moved note 4 to work/plans."])
        #expect(try await fixture.lines("notebooks") == ["work/plans  1"])
        #expect(try await fixture.lines("notebook work") == ["4  Plan  09:00  work/plans"])
        #expect(try await fixture.lines("todo 3 --due +2") == ["Note 3 is to do by 2026-01-03."])
        #expect(try await fixture.lines("pin 3") == ["Pinned note 3."])
        #expect(try await fixture.lines("list is:todo") == ["3  Buy #milk  09:00  pinned, to do  2026-01-03"])
        #expect(try await fixture.lines("done 3") == ["Note 3 is done."])
        #expect(try await fixture.lines("list is:todo") == ["Nothing to do. todo 3 makes note 3 a task."])
        #expect(try await fixture.lines("unpin 3") == ["Note 3 is not pinned now."])
        #expect(try await fixture.lines("list is:done") == ["3  Buy #milk  09:00  done  2026-01-03"])
        #expect(try await fixture.lines("todo 3 --off") == ["Note 3 is not a task now."])
        #expect(try await fixture.lines("untag 3 milk") == ["Note 3 has no tags now."])
        #expect(try await fixture.lines("show 3").last == "Buy milk")
        #expect(try await fixture.lines("move 4 /") == ["Note 4 is in no notebook now."])
        await #expect(throws: CommandFault.notAMoment(name: "due", value: "2026-02-30")) {
            try await fixture.lines("todo 3 --due 2026-02-30")
        }
        for (typed, day) in [("demain", "2026-01-02"), ("明天", "2026-01-02"), ("+0", "2026-01-01")] {
            #expect(try await fixture.lines("todo 3 --due \(typed)") == ["Note 3 is to do by \(day)."])
        }
        await #expect(throws: NotesFault.noSuchTag("x", note: 3)) { try await fixture.lines("untag 3 x") }
    }

    @Test func `links are followed, shown from the other end, and follow a new title`() async throws {
        let fixture = try NotesFixture()
        _ = try await fixture.lines("add Plan")
        _ = try await fixture.lines("add See [[plan]] and note:1")
        #expect(try await fixture.lines("show 3").contains("Linked from  4"))
        #expect(try await fixture.open("4", "1").last == "Plan")
        #expect(try await fixture.open("4", "2").contains("Welcome to MyNote."))
        await #expect(throws: NotesFault.unknownLink(3, note: 4)) { try await fixture.open("4", "3") }
        #expect(
            try await fixture.lines("rename 3 Grand plan") == [
                "Changed note 3.", "! Notes whose links follow the new title: 1.",
            ])
        #expect(
            try await fixture.lines("show 4").suffix(4) == [
                "See [[Grand plan]] and note:1", "", "[1] [[Grand plan]]", "[2] note:1",
            ])
    }

    @Test func `results show the line with the match marked`() async throws {
        let fixture = try NotesFixture()
        _ = try await fixture.lines("add List\nBuy oat MILK, then rest")
        _ = try await fixture.lines("add 今天使用笔记")
        #expect(try await fixture.lines("find milk") == ["3  List  09:00  Buy oat «MILK», then rest"])
        #expect(try await fixture.lines("find \"oat milk\"") == ["3  List  09:00  Buy «oat MILK», then rest"])
        _ = try await fixture.lines("add Late\nit may be late\nan artist, maybe art")
        #expect(try await fixture.lines("find maybe") == ["5  Late  09:00  an artist, «maybe» art"])
        #expect(try await fixture.lines("find \"art\"") == ["5  Late  09:00  an artist, maybe «art»"])
        #expect(try await fixture.lines("find 使用 -welcome").last == "2  欢迎使用MyNote。  2011-12-04  欢迎«使用»MyNote。")
        #expect(try await fixture.lines("find --rank milk OR welcome").count == 2)
    }

    @Test func `a query is kept under a name`() async throws {
        let fixture = try NotesFixture()
        _ = try await fixture.lines("add B #x")
        _ = try await fixture.lines("add A #x")
        #expect(try await fixture.lines("save mine tag:x sort:title") == ["Saved. list @mine uses it."])
        #expect(try await fixture.lines("saved") == ["mine  tag:x sort:title"])
        #expect(try await fixture.lines("list @mine") == ["4  A #x  09:00", "3  B #x  09:00"])
        #expect(try await fixture.lines("list @mine -a") == ["3  B #x  09:00"])
        await #expect(throws: QueryFault.badTerm("is:blue", forms: QueryKey.is.examples)) {
            try await fixture.lines("save other is:blue")
        }
        #expect(try await fixture.lines("forget mine") == ["Forgot mine."])
        await #expect(throws: NotesFault.unknownSavedQuery("mine")) { try await fixture.lines("list @mine") }
    }

    @Test func `every version can be seen, compared and brought back`() async throws {
        let fixture = try NotesFixture()
        _ = try await fixture.lines("add Buy milk today")
        _ = try await fixture.lines("modify 3 Buy oat milk")
        #expect(try await fixture.lines("history 3") == ["1  09:00  Buy milk today", "2  09:00  Buy oat milk"])
        #expect(try await fixture.lines("show 3@1").last == "Buy milk today")
        #expect(try await fixture.lines("diff 3") == ["Buy{+ oat+} milk[- today-]"])
        #expect(try await fixture.lines("diff 3@2 3@1") == ["Buy[- oat-] milk{+ today+}"])
        #expect(try await fixture.lines("diff 3@2") == ["No difference."])
        #expect(try await fixture.lines("restore 3@1") == ["Note 3 is as it was in version 1."])
        #expect(try await fixture.lines("history 3").count == 3)
        await #expect(throws: NotesFault.unknownVersion(9, note: 3)) { try await fixture.lines("show 3@9") }
        await #expect(throws: UnknownNoteName(title: "3@")) { try await fixture.lines("show 3@") }
    }

    @Test func `edits in two shells end as two versions`() async throws {
        let fixture = try NotesFixture(answers: ["mine"])
        _ = try await fixture.lines("add start")
        let service = try NotesService(for: ProbeAuthenticator().make("ana"), among: NotePlaces(), in: fixture.world)
        let base = try await service.note(3)
        _ = try await service.modify(3, to: "theirs", basedOn: base.version)
        let saved = try await service.modify(3, to: "mine", basedOn: base.version)
        #expect(saved.conflict == 2)
        #expect(
            fixture.plain(NoteReplies.saved(saved, LocalizedText(verbatim: "x"))).last
                == """
                ! Note 3 was changed elsewhere meanwhile: that text is kept as version 2. diff 3@2 shows the difference.
                """)
        #expect(try await service.versions(of: 3).map(\.content) == ["mine", "theirs", "start"])
        #expect(try await service.modify(3, to: "next", basedOn: 3).conflict == nil)
    }
}
