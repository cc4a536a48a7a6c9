// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
@testable import AtriumShell
import AtriumTerminal
import Foundation
import Synchronization
import Testing

struct ReplyTests {
    private static let columns: [Records.Cells<[Value]>] = [
        .init("id", LocalizedText(verbatim: "No."), isRightAligned: true) { $0[0] },
        .init("title", LocalizedText(verbatim: "Title")) { $0[1] },
        .init("created", LocalizedText(verbatim: "Created")) { $0[2] },
        .init("secret", LocalizedText(verbatim: ""), isHidden: true) { $0[3] },
    ]
    private static let records = Records(
        [
            [.number(9), .text("Welcome"), .timestamp(Timestamp(seconds: 1_280_937_663)), .flag(true)],
            [
                .number(10), .text("欢迎 \u{1B}[31m\u{202E}"), .timestamp(Timestamp(milliseconds: 1_767_258_000_123)),
                .none,
            ],
        ], columns, whenEmpty: LocalizedText(verbatim: "Nothing."))

    private func plain(_ reply: Reply) -> [String] {
        let context = ViewContext(language: .english, timeZone: .gmt, now: Timestamp(seconds: 1_767_261_600))
        return PlainReply(context: context).lines(reply).map(\.string)
    }

    private func aside(_ reply: Reply) -> String? {
        let aside = JSONReply(language: .english).aside(reply)
        return aside.isEmpty ? nil : JSONValue.object(aside).text
    }

    @Test func `what is to be known beside a document is written once`() {
        let notices = [LocalizedText(verbatim: "A word.")]
        let bodies: [Reply.Body] = [.detail(Detail(fields: [])), .lines(["a"]), .nothing]
        for body in bodies {
            #expect(aside(Reply(body, notices: notices)) == #"{"notices":["A word."]}"#)
            #expect(aside(Reply(body)) == nil)
        }
        let message = Reply.message(LocalizedText(verbatim: "Done."), notices: notices)
        #expect(aside(message) == nil)
        #expect(
            JSONReply(language: .english).document(message)?.text == #"{"message":"Done.","notices":["A word."]}"#)
    }

    @Test func `rows that are not all say so beside their document`() {
        func aside(_ cut: Records.Cut?, _ notices: [LocalizedText] = []) -> String? {
            let reply = Reply.records(
                Records(
                    [1, 2], [.init("id", LocalizedText(verbatim: "No.")) { .number($0) }],
                    whenEmpty: LocalizedText(verbatim: "Nothing."), cut: cut), notices: notices)
            return self.aside(reply)
        }
        #expect(aside(nil) == nil)
        #expect(aside(Records.Cut(total: 2_020)) == #"{"more":true,"shown":2,"total":2020}"#)
        #expect(aside(Records.Cut(total: nil)) == #"{"more":true,"shown":2,"total":null}"#)
        #expect(aside(nil, [LocalizedText(verbatim: "A word.")]) == #"{"notices":["A word."]}"#)
    }

    @Test(arguments: Language.ofKit)
    func `what came out says the same after a way through JSON`(language: Language) throws {
        let time = Timestamp(milliseconds: 1_767_258_000_123)
        let detail = Detail(
            fields: [
                .init("state", Strings.columnState, .list([.word(key: "running", Strings.jobStateRunning), .none])),
                .init("until", Strings.columnDate, .timestamp(time), isHidden: true),
                .init("locked", Strings.columnCurrent, .flag(true)), .init("one", Strings.columnName, .mark(false)),
            ], text: Fact("text", .text("a\nb")), notes: Fact("links", .list([.number(7)])))
        let bodies: [Reply.Body] = [
            .nothing, .message(Strings.jobsNone, facts: [Fact("count", .number(3))]), .records(Self.records),
            .detail(detail), .lines(["a", "\u{1B}b"]),
        ]
        let read = try JSONDecoder().decode([Reply.Body].self, from: JSONEncoder().encode(bodies))
        #expect(read == bodies)
        let context = ViewContext(language: language, timeZone: .gmt, now: time)
        for (body, copy) in zip(bodies.map { Reply($0) }, read.map { Reply($0) }) {
            #expect(PlainReply(context: context).text(copy).text == PlainReply(context: context).text(body).text)
            let writer = JSONReply(language: language)
            #expect(writer.document(copy) == writer.document(body))
        }
    }

    private func json(_ reply: Reply) -> String? { JSONReply(language: .english).document(reply)?.text }

    @Test func `columns stand by display width, and outside text is made safe`() {
        #expect(
            plain(Reply(.records(Self.records))) == [
                " 9  Welcome           2010-08-04", "10  欢迎 ␛[31m⟨202E⟩  09:00",
            ])
        #expect(
            plain(.records(Records([], Self.columns, whenEmpty: Self.records.whenEmpty))) == ["Nothing."])
    }

    @Test func `a column for programs costs nothing in a person’s list, and is made for a document`() {
        let made = Mutex(0)
        let records = Records(
            [1, 2, 3],
            [
                .init("id", LocalizedText(verbatim: "No.")) { .number($0) },
                .init("secret", LocalizedText(verbatim: ""), isHidden: true) { number in
                    made.withLock { $0 += 1 }
                    return .text("secret \(number)")
                },
            ], whenEmpty: LocalizedText(verbatim: "Nothing."), days: nil, hasHeadings: true
        ).limited(to: 2, keeping: .last)
        #expect(plain(.records(records)) == ["No.", "2", "3"])
        #expect(made.withLock { $0 } == 0)
        #expect(json(.records(records)) == #"[{"id":2,"secret":"secret 2"},{"id":3,"secret":"secret 3"}]"#)
        #expect(made.withLock { $0 } == 2)
    }

    @Test func `JSON has every column, dates in UTC, and escapes what a terminal would obey`() {
        let text = json(Reply(.records(Self.records)))
        #expect(
            text == """
                [{"id":9,"title":"Welcome","created":"2010-08-04T16:01:03Z","secret":true},\
                {"id":10,"title":"欢迎 \\u001b[31m\\u202e","created":"2026-01-01T09:00:00.123Z","secret":null}]
                """)
    }

    @Test func `a detail is fields, then the text line by line`() {
        let detail = Detail(
            fields: [
                .init("id", LocalizedText(verbatim: "No."), .number(3)),
                .init("x", LocalizedText(verbatim: "Why"), .none),
            ],
            text: Fact("text", .text("one\r\ntwo\n\nthree")))
        #expect(plain(Reply(.detail(detail))) == ["No.  3", "Why", "", "one", "two", "", "three"])
        #expect(json(Reply(.detail(detail))) == #"{"id":3,"x":null,"text":"one\r\ntwo\n\nthree"}"#)
    }

    @Test func `a message carries its facts`() {
        let reply = Reply.message(LocalizedText(verbatim: "Added."), Fact("id", .number(3)))
        #expect(plain(reply) == ["Added."])
        #expect(json(reply) == #"{"message":"Added.","id":3}"#)
    }

    @Test func `an error nobody foresaw shows its type and none of its values`() {
        struct Odd: Error { let secret = "s3cret" }
        let described = ErrorDescription(Odd())
        #expect(described.sentence.string(in: .english).contains("Odd"))
        #expect(!described.sentence.string(in: .english).contains("s3cret"))
        #expect(described.status == .failure)
    }
}
