// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Foundation
import NotesStore
import Testing

@testable import NotesLogic
@testable import NoteFormats

/// Notes from Evernote.
struct ENEXTests {
    private static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd">
        <en-export export-date="20230801T000000Z" application="Evernote">

        """
    private static let note = """
        <note><title>Trip &amp; plans</title><content><![CDATA[<?xml version="1.0" encoding="UTF-8" standalone="no"?>
        <!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd">
        <en-note><h2>Pack</h2><div><en-todo checked="true"/>passport</div><div><en-todo/>tickets&nbsp;😀</div>
        <div><br/></div><ul><li>one</li><li>two <a href="https://a.b/c">link</a></li></ul>
        <p>caf&eacute; &lt;b&gt;
        goes on</p><en-media type="image/png" hash="1"/><en-media type="image/png" hash="598D4C200461B81522A3328565C25F7C"/></en-note>]]></content>
        <created>20230709T080219Z</created><updated>20230710T090000Z</updated><tag>travel</tag><tag>two words</tag>
        <note-attributes><author>Ana</author><reminder-order>1</reminder-order>
        <reminder-time>20230715T100000Z</reminder-time><reminder-done-time>20230714T100000Z</reminder-done-time>
        </note-attributes>
        <resource><data encoding="base64">aGFs
        bG8=</data><mime>image/png</mime><resource-attributes><title>no</title><file-name>my pic</file-name>
        </resource-attributes></resource>
        <resource><data encoding="base64">a$==</data><mime>text/plain</mime></resource></note>

        """

    private func service(_ store: TemporarySystem) throws -> NotesService {
        NotesService(
            dao: try SystemNotes.all(on: store.system), owner: UserID(rawValue: 1), clock: ManualClock.nineOClock,
            timeZone: .gmt)
    }

    private func time(_ text: String) -> Timestamp? { CivilTime(text)?.timestamp(in: .gmt) }

    @Test(arguments: TestStore.allCases)
    func `text, dates, tags and tasks come over, and once only`(kind: TestStore) async throws {
        let store = try kind.open()
        let notes = try service(store)
        let folder = try ScratchFolder()
        let path = try folder.write(Self.head + Self.note + "</en-export>", "My Notes.enex")
        let report = try await notes.importNotes(from: path, as: nil) { _, _ in }
        #expect(report.added == 1 && report.problems.map(\.reason) == [.badAttachment("")])
        let note = try await notes.note(1)
        #expect(
            note.content == """
                Trip & plans
                ## Pack
                - [x] passport
                - [ ] tickets 😀

                - one
                - two [link](https://a.b/c)
                café <b> goes on
                [image/png]![](<my pic.png>)
                """)
        #expect(note.createdAt == time("2023-07-09 08:02:19"))
        #expect(note.modifiedAt == time("2023-07-10 09:00:00"))
        #expect(note.marks.tags == ["travel", "two words"] && note.marks.others == "author: Ana\n")
        let file = try #require(try await notes.attachments.all(of: 1).first)
        #expect(file.name == "my pic.png" && file.type == "image/png")
        #expect(try await notes.dao.bytes(of: file.digest, owner: UserID(rawValue: 1)) == Array("hallo".utf8))
        #expect(note.marks.todo?.due?.text == "2023-07-15T10:00")
        #expect(note.marks.todo?.doneAt == time("2023-07-14 10:00:00"))
        #expect(try await notes.importNotes(from: path, as: .enex) { _, _ in }.known == 1)
    }

    @Test func `what is wrong is told by line, and the rest comes over`() async throws {
        let store = try TestStore.memory.open()
        let notes = try service(store)
        let folder = try ScratchFolder()
        let bad = """
            <note><title>Old</title><content>&lt;en-note&gt;kept&lt;p&gt;</content><created>10101T000000Z</created></note>
            <note><title></title><content></content></note>
            <note><title>Cut</title>
            """
        let path = try folder.write(Self.head + Self.note + bad, "a.enex")
        let report = try await notes.importNotes(from: path, as: nil) { _, _ in }
        #expect(report.added == 2)
        #expect(try await notes.note(2).content == "Old\nkept")
        #expect(
            report.problems.map(\.reason) == [
                .badAttachment(""), .badDate("10101T000000Z"), .brokenText(line: 18), .empty, .cutNote("Cut"),
                .truncated,
            ])
        #expect(report.problems.map(\.line) == [4, 18, 18, 19, 20, nil])
        #expect(try await notes.importNotes(from: path, as: nil) { _, _ in }.known == 2)
    }

    @Test func `what cannot come over is told, and tasks stand below the text`() async throws {
        let store = try TestStore.memory.open()
        let notes = try service(store)
        let folder = try ScratchFolder()
        let text = """
            <note><title>Bank</title><content>
              <![CDATA[<?xml version="1.0"?>
            <en-note><div>pin <en-crypt>Zm9v</en-crypt></div>
            <div>a & b</div></en-note>]]></content>
            <task><title>call
            them</title><taskStatus>completed</taskStatus><reminder><created>x</created></reminder></task>
            <task><title>go</title><taskStatus>open</taskStatus></task></note></en-export>
            """
        let path = try folder.write(Self.head + text, "a.enex")
        let report = try await notes.importNotes(from: path, as: nil) { _, _ in }
        #expect(
            try await notes.note(1).content
                == "Bank\npin `<en-crypt>Zm9v</en-crypt>`\na & b\n- [x] call them\n- [ ] go")
        #expect(report.problems.map(\.reason) == [.brokenText(line: 7), .leftPart("reminder"), .encryptedPart])
        #expect(report.problems.map(\.line) == [4, 4, 4])
    }

    @Test(arguments: [
        "<!DOCTYPE en-export [<!ENTITY b SYSTEM 'file:///etc/hostname'>]><en-export><note><title>&b;</title></note>",
        "<!DOCTYPE en-export [<!ENTITY b 'lol'><!ENTITY c '&b;&b;'>]><en-export><note><title>&c;</title></note>",
    ]) func `entities that a file defines are refused`(text: String) async throws {
        let store = try TestStore.memory.open()
        let folder = try ScratchFolder()
        let path = try folder.write(text + "</en-export>", "a.enex")
        let report = try await service(store).importNotes(from: path, as: nil) { _, _ in }
        #expect(report.added == 0)
        #expect(report.problems.map(\.reason) == [.malformed])
    }
}
