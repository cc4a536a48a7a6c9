// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTerminal
@testable import NotesApp
import Testing

import AtriumKit
import AtriumScreen
import AtriumTesting
import Foundation
import NotesLogic
@testable import NotesPanels

/// A note in full, in panels of several widths.
@MainActor
struct NoteDocumentTests {
    private static let words = (1...200).map { "word\($0)" }

    /// All that can be read in the panel by paging down to its end.
    private func read(_ fixture: NotesFixture, columns: Int, rows: Int = 10) async throws -> String {
        try await fixture.app.refresh()
        let panel = try #require(fixture.app.panels.detail)
        let context = ViewContext(language: .english, timeZone: .gmt, now: fixture.clock.now)
        var text: [String] = []
        for _ in 0..<200 {
            var canvas = Canvas(size: Size(columns: columns, rows: rows))
            panel.arrange(for: canvas.size, in: context)
            panel.draw(on: &canvas, accent: .palette(3), isFocused: true)
            text += canvas.lines
            let top = panel.position.top
            panel.position.scroll(by: rows)
            if panel.position.top == top { break }
        }
        return text.joined(separator: " ").split(separator: " ").joined(separator: " ")
    }

    @Test(arguments: [60, 40, 24, 11])
    func `a first paragraph that is longer than the panel can be read to its end`(columns: Int) async throws {
        let fixture = try NotesFixture()
        for heading in ["", "# "] {
            _ = try await fixture.reply("add \(heading)\(Self.words.joined(separator: " "))")
            _ = try await fixture.reply("show \(heading.isEmpty ? 3 : 4)")
            let text = try await read(fixture, columns: columns)
            for word in Self.words { #expect(text.contains(word), "\(word)") }
        }
    }

    @Test func `a title that the border shows whole is not there twice`() async throws {
        let fixture = try NotesFixture()
        _ = try await fixture.reply("add Buy milk")
        let service = try NotesService(for: ProbeAuthenticator().make("ana"), among: NotePlaces(), in: fixture.world)
        _ = try await service.modify(3, to: "Buy milk\n\nSoon", basedOn: service.note(3).version)
        _ = try await fixture.reply("show 3")
        #expect(try await !read(fixture, columns: 12).contains("Buy milk"))
        #expect(try await read(fixture, columns: 11).contains("Buy milk"))
    }

    @Test(arguments: [120, 80, 50])
    func `the head of a note tells what its fields tell, in few lines`(columns: Int) async throws {
        let fixture = try NotesFixture()
        for line in [
            "add Plan #work #home", "move 3 work/plans", "todo 3 --due 2026-03-01", "pin 3",
            "modify 3 Another plan #work",
            "done 3", "rm 3 --yes",
        ] {
            fixture.clock.advance(by: .seconds(86_400))
            _ = try await fixture.reply(line)
        }
        guard case .detail(let detail) = try await fixture.reply("show 3").body else { return #expect(Bool(false)) }
        let context = ViewContext(language: .english, timeZone: .gmt, now: fixture.clock.now)
        let text = try await read(fixture, columns: columns)
        for field in detail.fields where field.key != "created" && !field.isHidden {
            let values = if case .list(let values) = field.value { values } else { [field.value] }
            for value in values { #expect(text.contains(value.text(in: context, isShort: true)), "\(field.key)") }
        }
        #expect(
            Set(detail.fields.map(\.key)).isSuperset(of: ["modified", "version", "trashed", "state", "due", "done"]))
        let note = try #require((fixture.app.model as? NotesModel)?.opened)
        let facts = NoteFacts(of: note, now: DueTime(fixture.clock.now, in: .gmt))
        #expect(facts.lines(in: context).count == 2)
        #expect(facts.fields == detail.fields.filter { $0.key != "backlinks" })
    }

    @Test(arguments: [60, 40, 24])
    func `where links lead can be read to its end, and who links here`(columns: Int) async throws {
        let fixture = try NotesFixture()
        let address = "https://example.com/" + Self.words.prefix(40).joined(separator: "/")
        _ = try await fixture.reply("add See [here](\(address)) and [[Target]]")
        _ = try await fixture.reply("add Target")
        _ = try await fixture.reply("add \(Self.words.prefix(40).joined(separator: "-")) [[Target]]")
        _ = try await fixture.reply("show 3")
        let text = try await read(fixture, columns: columns, rows: 60).filter { $0 != " " }
        #expect(text.contains(address))
        _ = try await fixture.reply("show 4")
        let links = try await read(fixture, columns: columns, rows: 60).filter { $0 != " " }
        #expect(links.contains(Self.words.prefix(40).joined(separator: "-")))
    }

    @Test func `all notes that link here are links, as many as the fields name`() async throws {
        let fixture = try NotesFixture()
        let model = try #require(fixture.app.model as? NotesModel)
        // Behind the welcome notes.
        try await model.welcome()
        _ = try await model.service.add("Target\n\nwith [[Else]] and https://example.com")
        for number in 1...70 { _ = try await fixture.reply("add Note \(number) of [[Target]]") }
        guard case .detail(let detail) = try await fixture.reply("show 3").body,
            case .list(let named)? = detail.fields.first(where: { $0.key == "backlinks" })?.value
        else { return #expect(Bool(false)) }
        #expect(named == (4...73).reversed().map(Value.number))
        try await fixture.app.refresh()
        let panel = try #require(fixture.app.panels.detail)
        panel.sight.layOutAll()
        panel.arrange(
            for: Size(columns: 40, rows: 120),
            in: ViewContext(language: .english, timeZone: .gmt, now: fixture.clock.now))
        // The newest is the first one behind the two links of the note.
        let numbers = (0..<panel.position.count).compactMap { panel.sight.link(atLine: $0, column: 10) }
        #expect(Array(numbers.suffix(70)) == Array(3...72))
    }

    @Test func `a heading that is gone to is the first thing seen, and another one the next time`() async throws {
        let fixture = try NotesFixture()
        let parts = (1...40).map { "## Part \($0)\n\nwords of it\n" }.joined(separator: "\n")
        let model = try #require(fixture.app.model as? NotesModel)
        let id = try await model.service.add("# Long\n\n\(parts)\nSee [[#Part 30]], last ^here").id
        func first() async throws -> String {
            try await fixture.app.refresh()
            let panel = try #require(fixture.app.panels.detail)
            var canvas = Canvas(size: Size(columns: 40, rows: 5))
            panel.arrange(for: canvas.size, in: ViewContext(language: .english, timeZone: .gmt, now: fixture.clock.now))
            panel.draw(on: &canvas, accent: .palette(3), isFocused: true)
            return canvas.lines[0].split(separator: " ").joined(separator: " ")
        }
        _ = try await fixture.reply("show 'Long#Part 20'")
        #expect(try await first() == "Part 20")
        _ = try await fixture.reply("show '\(id)#Part 3'")
        #expect(try await first() == "Part 3")
        _ = try await fixture.reply("show \(id)")
        #expect(try await first() == "Part 3")
        _ = try await fixture.open(String(id), "1")
        #expect(try await first() == "Part 30")
        let lines = try await fixture.lines("show 'Long#Part 20'")
        #expect(lines.contains("## Part 20") && !lines.contains("## Part 21"))
        #expect(lines.last == "! Only “Part 20” is shown; show \(id) shows all of the note.")
        #expect(try await fixture.open("Long#Part 20").contains("## Part 21"))
        #expect(try await fixture.lines("show 'Long#No such'").last == "! The note has no heading or block “No such”.")
    }
}
