// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Foundation
@testable import NotesLogic
import NotesStore
import Testing
import ZipBytes

@testable import NoteFormats

/// Notes from Joplin, as a folder and as an archive.
struct JoplinTests {
    private let scratch: ScratchFolder
    private let owner = UserID(rawValue: 1)

    init() throws { scratch = try ScratchFolder() }

    private func service(_ store: TemporarySystem) throws -> NotesService {
        NotesService(
            dao: try SystemNotes.all(on: store.system), owner: owner, clock: ManualClock.nineOClock, timeZone: .gmt)
    }

    private func id(_ digit: Int) -> String { String(repeating: String(digit, radix: 16), count: 32) }

    private func item(_ number: Int, _ text: [String], _ fields: [String], type: Int) -> (name: String, text: String) {
        let all = ["id: \(id(number))"] + fields + ["type_: \(type)"]
        return (id(number) + ".md", (text + [all.joined(separator: "\n")]).joined(separator: "\n\n"))
    }

    private var files: [(name: String, text: String)] {
        let body = """
            ![photo](:/\(id(6))) again ![](:/\(id(6).uppercased()) "t") and [list](:/\(id(7)))

            see [the plan](:/\(id(2))), [Plan](:/\(id(2))) or [nobody](:/\(id(9)))
            `[code](:/\(id(6)))` <img src=":/\(id(6))" width="3"/> [web](https://x.y)

            type_: not a field
            """
        return [
            item(
                1, ["Trip", body],
                [
                    "parent_id: \(id(4))", "created_time: 2020-08-29T11:11:00.500Z",
                    "updated_time: 2020-08-30T00:00:00.000Z",
                    "user_created_time: 2019-08-29T11:11:00.000Z", "latitude: 48.85000000", "longitude: 0.00000000",
                    "source_url: https://x.y/z: a", "is_todo: 1", "todo_due: 1602069240000",
                    "todo_completed: 1601983840000", "author: ", "deleted_time: 0",
                ], type: 1),
            item(
                2, ["Plan"], ["parent_id: ", "created_time: 2020-01-01T00:00:00.000Z", "deleted_time: 5000"], type: 1),
            item(3, ["Work/Home"], ["parent_id: "], type: 2), item(4, ["Été"], ["parent_id: \(id(3))"], type: 2),
            item(5, ["two words"], [], type: 5),
            item(6, ["a photo"], ["mime: image/png", "file_extension: png", "size: 3"], type: 4),
            item(7, ["list.txt"], ["mime: text/plain", "file_extension: txt"], type: 4),
            item(8, [], ["note_id: \(id(1))", "tag_id: \(id(5))"], type: 6),
            item(10, ["secret"], ["encryption_applied: 1"], type: 1), item(11, [], ["x: y"], type: 13),
            (id(12) + ".md", "no item at all"), ("readme.md", "not looked at"),
            ("resources/\(id(6)).png", "png"),
        ]
    }

    private func makeFolder() throws -> String {
        for file in files { _ = try scratch.write(file.text, "raw/" + file.name) }
        return scratch.path + "/raw"
    }

    private func makeArchive() throws -> String {
        var tar = Tarball()
        // Not in the order of the names.
        for file in files.reversed() { tar.add(file.name, file.text) }
        tar.end()
        let path = scratch.path + "/notes.jex"
        try Data(tar.bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test(arguments: [true, false])
    func `notes come with notebooks, tags, tasks, files and links, and once only`(isArchive: Bool) async throws {
        let store = try TestStore.sqlite.open()
        defer { withExtendedLifetime(store) {} }
        let notes = try service(store)
        let path = isArchive ? try makeArchive() : try makeFolder()
        let report = try await notes.importNotes(from: path, as: nil) { _, _ in }
        #expect(report.added == 2)
        #expect(
            report.problems.map(\.reason) == [
                .missingFile(id(7)), .missingFile(":/" + id(9)), .encrypted, .malformed,
            ])
        #expect(report.problems.last?.file.hasSuffix("/\(id(12)).md") == true)
        let trip = try await notes.note(1)
        #expect(
            trip.content == """
                Trip
                ![photo](<a photo.png>) again ![](<a photo.png>) and [list](:/\(id(7)))

                see [[Plan|the plan]], [[Plan]] or [nobody](:/\(id(9)))
                `[code](:/\(id(6)))` ![](<a photo.png>) [web](https://x.y)

                type_: not a field
                """)
        #expect(trip.createdAt == CivilTime("2019-08-29 11:11:00")?.timestamp(in: .gmt))
        #expect(trip.modifiedAt == CivilTime("2020-08-30 00:00:00")?.timestamp(in: .gmt))
        #expect(trip.marks.notebook == "Work-Home/Été" && trip.marks.tags == ["two words"])
        #expect(
            trip.marks.todo
                == Todo(due: DueTime("2020-10-07T11:14"), doneAt: Timestamp(milliseconds: 1_601_983_840_000)))
        #expect(trip.marks.others == "source: \"https://x.y/z: a\"\nlatitude: 48.85000000\n")
        let file = try #require(try await notes.attachments.all(of: 1).first)
        #expect(file.name == "a photo.png" && file.type == "image/png" && file.size == 3)
        #expect(try await notes.note(2).content == "Plan")
        #expect(try await notes.note(2).trashedAt == Timestamp(seconds: 5))
        #expect(try await notes.importNotes(from: path, as: .joplin) { _, _ in }.known == 2)
        #expect(try await notes.counts() == NoteCounts(active: 1, trashed: 1))
    }

    @Test func `a folder within itself, and an archive that breaks off, end`() async throws {
        let notes = try service(try TestStore.memory.open())
        let loop = [
            item(1, ["Note", "text"], ["parent_id: \(id(2))"], type: 1),
            item(2, ["A"], ["parent_id: \(id(2))"], type: 2),
        ]
        var tar = Tarball()
        for file in loop { tar.add(file.name, file.text) }
        tar.add("resources/x.png", [UInt8](repeating: 1, count: 5_000))
        let path = scratch.path + "/cut.jex"
        try Data(tar.bytes.prefix(tar.bytes.count - 1_000)).write(to: URL(fileURLWithPath: path))
        let report = try await notes.importNotes(from: path, as: nil) { _, _ in }
        #expect(report.added == 1 && report.problems.map(\.reason) == [.truncated])
        #expect(try await notes.note(1).marks.notebook.hasPrefix("A/A/A"))
        let text = try scratch.write("no archive", "b.jex")
        #expect(try await notes.importNotes(from: text, as: nil) { _, _ in }.problems.map(\.reason) == [.malformed])
        let missing = try await notes.importNotes(from: scratch.path + "/c.jex", as: .joplin) { _, _ in }
        #expect(missing.problems.map(\.reason) == [.unreadable(ENOENT)])
    }

    /// A resource that is a symbolic link would bring any file along.
    @Test func `links of the file system are not followed`() async throws {
        let notes = try service(try TestStore.memory.open())
        let path = try makeFolder()
        try FileManager.default.createSymbolicLink(
            atPath: path + "/resources/\(id(7)).txt", withDestinationPath: "/etc/hostname")
        let report = try await notes.importNotes(from: path, as: nil) { _, _ in }
        #expect(report.problems.first?.reason == .unreadableFile(id(7), ELOOP))
        #expect(try await notes.attachments.all(of: 1).map(\.name) == ["a photo.png"])
    }
}
