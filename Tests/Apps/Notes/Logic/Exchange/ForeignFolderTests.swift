// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import Foundation
@testable import NotesLogic
import Testing
import ZipBytes

@testable import NoteFormats

/// Exports of other programs: as folders, and the same in an archive, which adds nothing.
struct ForeignFolderTests {
    private func time(_ text: String) -> Timestamp? { CivilTime(text)?.timestamp(in: .gmt) }

    @Test func `Keep: texts, lists, labels, pictures and links`() async throws {
        let folder = try ForeignFolder()
        try folder.add(
            "Takeout/Keep/List.json",
            #"{"title":"List","listContent":[{"text":"a","isChecked":true},{"text":"b\nc"}],"isPinned":true,"#
                + #""labels":[{"name":"two words"}],"createdTimestampUsec":1577934245000000,"#
                + #""userEditedTimestampUsec":1577934246000000,"isTrashed":false,"isArchived":true}"#)
        try folder.add(
            "Takeout/Keep/Picture.json",
            #"{"textContent":"Text","isTrashed":true,"createdTimestampUsec":1577934245000000,"userEditedTimestampUsec":"#
                + #"1577934246000000,"attachments":[{"filePath":"p.jpeg"},{"filePath":"gone.png"},{"filePath":"../../x"}],"#
                + #""annotations":[{"url":"https://a.b/(c)","title":"A [b]"}]}"#)
        try folder.add("Takeout/Keep/p.jpg", "jpg")
        try folder.add("Takeout/Keep/Picture.html", "<p>Text")
        try folder.add("Takeout/Keep/Labels.txt", "two words")
        try folder.add("Takeout/Keep/Broken.json", #"{"isTrashed":false,"createdTimestampUsec":1"#)
        // One that is cut before it says anything of its program, and one of another.
        try folder.add("Takeout/Keep/Cut.json", #"{"title": "x", "#)
        try folder.add("Takeout/Other/Cut.json", #"{"title": "x", "#)
        let (report, again, all) = try await folder.takeBoth()
        #expect(report.added == 2 && again.added == 0 && again.known == 2)
        #expect(
            report.problems.map(\.reason) == [
                .malformedNote, .malformedNote, .missingFile("gone.png"), .missingFile("../../x"),
            ] && !report.isWhole)
        #expect(all[0].content == "List\n- [x] a\n- [ ] b c" && all[0].marks.isPinned)
        #expect(all[0].marks.tags == ["two words"] && all[0].marks.others.contains("archived"))
        #expect(all[0].createdAt == time("2020-01-02 03:04:05") && all[0].modifiedAt == time("2020-01-02 03:04:06"))
        #expect(all[1].content == "Text\n[A b](<https://a.b/(c)>)\n![](p.jpg)" && all[1].trashedAt != nil)
        #expect(try await folder.files(of: 2) == ["p.jpg"])
    }

    @Test func `Day One: entries with files, also of each other's, places and stars`() async throws {
        let folder = try ForeignFolder()
        try folder.add(
            "Diary.json",
            #"{"metadata":{"version":"1.0"},"entries":[{"uuid":"A","creationDate":"2020-01-02T03:04:05Z","starred":true,"#
                + #""modifiedDate":"2020-01-03T03:04:05Z","text":"Day one\\.\nSee \u200b![](dayone-moment:\/\/P1)\n1\\. no","#
                + #""tags":["trip"],"photos":[{"identifier":"P1","md5":"aa","type":"jpeg"},{"identifier":"P2","md5":"bb","#
                + #""type":"png"}],"location":{"placeName":"Home","latitude":1.5}},"#
                + #"{"uuid":"B","creationDate":"2020-01-04T03:04:05Z","text":"Same ![](dayone-moment://P1) ![](dayone-moment:/video/V) ![](dayone-moment://N)","#
                + #""videos":[{"identifier":"V","md5":"cc","type":"mov"}]},"#
                + #"{"uuid":"C","creationDate":"soon","richText":"{\"contents\":[{\"text\":\"Rich\"},{\"text\":\" one\"}]}"},"#
                + #"{"uuid":"D","creationDate":"2020-01-04T03:04:05Z","text":""}]}"#)
        try folder.add("photos/aa.jpeg", "1")
        try folder.add("photos/bb.png", "2")
        let (report, again, all) = try await folder.takeBoth()
        #expect(report.added == 3 && again.added == 0)
        #expect(all[0].content == "Day one.\nSee ![](aa.jpeg)\n1\\. no")
        #expect(all[0].marks.tags == ["trip"] && all[0].marks.isPinned && all[0].marks.notebook == "Diary")
        #expect(all[0].marks.others.contains("Home") && all[0].modifiedAt == time("2020-01-03 03:04:05"))
        #expect(try await folder.files(of: 1).sorted() == ["aa.jpeg", "bb.png"])
        #expect(
            all[1].content == "Same ![](aa.jpeg) ![](videos/cc.mov) ![](dayone-moment://N)"
                && all[2].content == "Rich one")
        #expect(
            report.problems.map(\.reason) == [
                .missingFile("dayone-moment://N"), .missingFile("videos/cc.mov"), .badDate("soon"), .empty,
            ])
    }

    @Test func `Day One's first version: a list each, and its picture`() async throws {
        let folder = try ForeignFolder()
        func entry(_ text: String, _ id: String) -> String {
            """
            <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>Creation Date</key>
            <date>2020-01-02T03:04:05Z</date><key>Entry Text</key><string>\(text)</string><key>Starred</key><true/>
            <key>Tags</key><array><string>trip</string></array><key>UUID</key><string>\(id)</string></dict></plist>
            """
        }
        try folder.add("Journal.dayone/entries/A1.doentry", entry("First &amp; last", "A1"))
        try folder.add("Journal.dayone/entries/B2.doentry", entry("", "B2"))
        try folder.add("Journal.dayone/entries/C3.doentry", "<plist><dict><key>a")
        try folder.add("Journal.dayone/photos/A1.jpg", "jpg")
        let (report, again, all) = try await folder.takeBoth()
        #expect(report.added == 1 && again.added == 0)
        #expect(all[0].content == "First & last" && all[0].createdAt == time("2020-01-02 03:04:05"))
        #expect(all[0].marks.isPinned && all[0].marks.tags == ["trip"])
        #expect(try await folder.files(of: 1) == ["A1.jpg"])
        #expect(report.problems.map(\.reason) == [.empty, .malformedNote] && !report.isWhole)
    }

    @Test func `Standard Notes: tags within tags, lists of its editor, and what is encrypted`() async throws {
        let folder = try ForeignFolder()
        let tree =
            #"{\"root\":{\"children\":[{\"type\":\"heading\",\"tag\":\"h2\",\"children\":[{\"type\":\"text\",\"text\":\"Head\"}]},"#
            + #"{\"type\":\"list\",\"listType\":\"check\",\"children\":[{\"type\":\"listitem\",\"checked\":true,\"children\":"#
            + #"[{\"type\":\"text\",\"text\":\"done\",\"format\":1}]}]},{\"type\":\"paragraph\",\"children\":[{\"type\":\"link\",\"url\":"#
            + #"\"https://a.b\",\"children\":[{\"type\":\"text\",\"text\":\"site\"}]}]},{\"type\":\"snfile\",\"fileUuid\":\"f1\"}]}}"#
        try folder.add(
            "Standard Notes Backup and Import File.txt",
            #"{"version":"004","items":[{"uuid":"1","content_type":"Note","created_at":"2020-01-02T03:04:05.000Z","content":"#
                + #"{"title":"One","text":"body","appData":{"org.standardnotes.sn":{"pinned":true,"client_updated_at":"#
                + #""2020-01-03T03:04:05.000Z"}}}},{"uuid":"2","content_type":"Note","created_at":"2020-01-02T03:04:05.000Z","#
                + #""content":{"title":"Two","noteType":"super","trashed":true,"text":""# + tree + #""}},"#
                + #"{"uuid":"3","content_type":"Note","content":"004:abc"},"#
                + #"{"uuid":"t","content_type":"Tag","content":{"title":"in","references":[{"uuid":"1","content_type":"Note"},"#
                + #"{"uuid":"o","content_type":"Tag"}]}},{"uuid":"o","content_type":"Tag","content":{"title":"out"}}]}"#
        )
        try folder.add("Items/Note/One-1.txt", "body")
        let (report, again, all) = try await folder.takeBoth()
        #expect(report.added == 2 && again.added == 0)
        #expect(all[0].content == "One\nbody" && all[0].marks.tags == ["out/in"] && all[0].marks.isPinned)
        #expect(all[0].modifiedAt == time("2020-01-03 03:04:05"))
        #expect(all[1].content == "Two\n## Head\n- [x] **done**\n[site](https://a.b)\n[f1]" && all[1].trashedAt != nil)
        #expect(report.problems.map(\.reason) == [.missingFile("f1"), .encrypted] && !report.isWhole)
    }

    @Test func `Simplenote: the JSON counts, and not the texts beside it`() async throws {
        let folder = try ForeignFolder()
        try folder.add(
            "source/notes.json", #"{"activeNotes":[{"content":"One","creationDate":"2020-01-02T00:00:00Z"}]}"#)
        try folder.add("One.txt", "One")
        let (report, again, all) = try await folder.takeBoth()
        #expect(report.added == 1 && again.added == 0 && all.map(\.content) == ["One"])
    }

    @Test func `Bear: bundles with pictures, links by id, pins, and what is locked`() async throws {
        let folder = try ForeignFolder()
        func info(_ id: String, _ rest: String = "") -> String {
            #"{"version":2,"net.shinyfrog.bear":{"uniqueIdentifier":"\#(id)","creationDate":"2020-01-02T03:04:05Z","#
                + #""modificationDate":"2020-01-03T03:04:05Z"\#(rest)}}"#
        }
        try folder.add(
            "First.textbundle/text.md",
            "# First\n![](assets/my%20pic.png) [go](bear://x-callback-url/open-note?id=ID2) #two words#\n")
        try folder.add("First.textbundle/info.json", info("ID1", #","pinned":1"#))
        try folder.add("First.textbundle/assets/my pic.png", "png")
        try folder.add("Second.textbundle/text.md", "# Second")
        try folder.add("Second.textbundle/info.json", info("ID2", #","trashed":1,"archived":1"#))
        try folder.add("Locked.textbundle/text.md", "")
        try folder.add("Locked.textbundle/info.json", info("ID3", #","encrypted":1"#))
        let (report, again, all) = try await folder.takeBoth()
        #expect(report.added == 2 && again.added == 0)
        #expect(all[0].content == "# First\n![](my%20pic.png) [[Second|go]] #two words#" && all[0].marks.isPinned)
        #expect(all[0].createdAt == time("2020-01-02 03:04:05") && all[0].tags == ["two words"])
        #expect(all[1].trashedAt != nil && all[1].marks.others.contains("archived"))
        #expect(try await folder.files(of: 1) == ["my pic.png"])
        #expect(report.problems.map(\.reason) == [.encrypted] && !report.isWhole)
    }

    @Test func `Logseq: properties, tasks, blocks, embeds and journals`() async throws {
        let folder = try ForeignFolder()
        let id = "64f0c0de-0000-4000-8000-00000000000a"
        try folder.add(
            "logseq/config.edn", "{:file/name-format :triple-lowbar\n ;; :journal/page-title-format \"x\"\n}")
        try folder.add("logseq/bak/old.md", "old")
        try folder.add(
            "pages/Work___Plan %3F.md",
            """
            alias:: The Plan
            tags:: [[trip]], work，#home
            status:: open

            - TODO pack #[[two words]]
            \t- DONE buy ^^now^^
            \t  id:: \(id)
            \t  SCHEDULED: <2022-11-26 Sat>
            - DOING ![a](../assets/p.png){:height 10}
            - ```
              TODO ((x)) ^^code^^
              ```
            """)
        try folder.add(
            "journals/2022_11_22.md", "- see ((\(id))) and {{embed [[Work/Plan ?]]}}\n- [it]([[Other]]) ((gone))")
        try folder.add("assets/p.png", "png")
        let (report, again, all) = try await folder.takeBoth()
        #expect(report.added == 2 && again.added == 0 && report.isWhole)
        #expect(
            all[0].content
                == "- see [[Work/Plan ?|DONE buy ==now==]] and [[Work/Plan ?]]\n- [[Other|it]] ((gone))"
        )
        #expect(all[0].createdAt == time("2022-11-22 00:00:00") && all[0].marks.notebook == "journals")
        #expect(
            all[1].content == """
                - [ ] pack #two words#
                  - [x] buy ==now==
                    SCHEDULED: <2022-11-26 Sat>
                - [ ] DOING ![a](../assets/p.png)
                - ```
                  TODO ((x)) ^^code^^
                  ```
                """)
        #expect(all[1].marks.tags == ["trip", "work", "home"])
        #expect(all.map(\.names.path) == ["Nov 22nd, 2022", "Work/Plan ?"] && all[1].names.aliases == ["The Plan"])
        #expect(all[1].marks.others.contains("status") && all[1].marks.notebook.isEmpty)
        #expect(try await folder.files(of: all[1].id) == ["p.png"])
    }

    @Test func `files beside notes in Markdown are no exports of their own`() async throws {
        let folder = try ForeignFolder()
        try folder.add("Note.md", "Note")
        try folder.add("data.json", #"{"notes":[{"content":"no"}]}"#)
        try folder.add("old.enex", "<en-export><note><title>no</title></note></en-export>")
        try folder.add("old.zip", Array("PK\u{3}\u{4}".utf8))
        let report = try await folder.take()
        #expect(report.added == 1 && report.isWhole)
    }

    @Test func `Notion: numbers leave names and links, but for those of equal titles`() async throws {
        let folder = try ForeignFolder()
        func id(_ digit: String) -> String { String(repeating: digit, count: 32) }
        var inner = ZipBytes()
        inner.add("Top \(id("a")).md", "# Top\n[Sub](Top%20\(id("a"))/Sub%20\(id("b")).md) ![](Top%20\(id("a"))/p.png)")
        inner.add("Top \(id("a"))/Sub \(id("b")).md", "# Sub\nx")
        inner.add("Top \(id("a"))/Same \(id("c")).md", "# Same\n1")
        inner.add("Top \(id("a"))/Same \(id("d")).md", "# Same\n2")
        inner.add("Top \(id("a"))/p.png", "png")
        var outer = ZipBytes()
        outer.add("Export-Part-1.zip", inner.finished())
        let path = try folder.write(outer.finished(), "notion.zip")
        let report = try await folder.take(path)
        let all = try await folder.all()
        #expect(report.added == 4 && report.isWhole, "\(report.problems)")
        let top = try #require(all.first { $0.content.hasPrefix("# Top") })
        #expect(!top.content.contains(id("a")) && !top.content.contains(id("b")))
        #expect(try await folder.files(of: top.id) == ["p.png"])
        #expect(Set(all.map(\.marks.notebook)) == ["", "Top"])
        #expect(try await folder.take(path).known == 4)
        var pages = ZipBytes()
        pages.add("Page \(id("e")).html", "<p>text")
        pages.add("Page \(id("e"))/list.txt", "a list")
        let html = try await folder.take(try folder.write(pages.finished(), "html.zip"))
        #expect(html.added == 1 && html.problems.map(\.reason) == [.malformedNote] && !html.isWhole)
    }

    @Test func `Joplin's folder for synchronising, and its front matter`() async throws {
        let folder = try ForeignFolder()
        func id(_ digit: String) -> String { String(repeating: digit, count: 32) }
        try folder.add(
            id("a") + ".md",
            "Trip\n\n![p](:/\(id("b"))) ![q](:/\(id("c")))\n\nid: \(id("a"))\ncreated_time: 2020-01-02T03:04:05Z\ntype_: 1"
        )
        try folder.add(id("b") + ".md", "p.png\n\nid: \(id("b"))\nmime: image/png\ntype_: 4")
        try folder.add(id("c") + ".md", "q.png\n\nid: \(id("c"))\nencryption_blob_encrypted: 1\ntype_: 4")
        try folder.add(id("d") + ".md", "id: \(id("d"))\nencryption_applied: 1\ntype_: 1")
        try folder.add(".resource/" + id("b"), "png")
        try folder.add(".resource/" + id("c"), "JED01")
        try folder.add("info.json", "{}")
        let report = try await folder.take()
        #expect(report.added == 1 && !report.isWhole)
        #expect(report.problems.map(\.reason) == [.encryptedFile("q.png"), .encrypted])
        #expect(report.problems[1].file.hasSuffix(id("d") + ".md"))
        #expect(try await folder.files(of: 1) == ["p.png"])

        let marked = try ForeignFolder()
        try marked.add(
            "a.md", "---\ntitle: A\ncompleted?: yes\nupdated: 2020-01-02 03:04:05Z\ndue: 2020-01-05 00:00:00Z\n---\na")
        try marked.add("b.md", "---\ntitle: B\ncompleted?: no\n---\nb")
        #expect(try await marked.take().added == 2)
        let todos = try await marked.all().map(\.marks.todo)
        #expect(todos[0]?.doneAt == time("2020-01-02 03:04:05") && todos[0]?.due?.text == "2020-01-05T00:00")
        #expect(todos[1] != nil && todos[1]?.doneAt == nil)
    }
}
