// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import Testing

@testable import AtriumTerminal

struct HistoryFileTests {
    @Test func keepsEntriesAcrossProcesses() throws {
        let folder = try TemporaryFolder()
        let entries = ["add Buy milk", "two\nlines", "back\\slash \\n", "你好"]
        for entry in entries { HistoryFile(folder: folder.path, name: "ana/notes").append(entry) }
        #expect(HistoryFile(folder: folder.path, name: "ana/notes").load() == entries)
        #expect(HistoryFile(folder: folder.path, name: "ana/sms").load() == [])
    }

    @Test func namesStayInTheFolderAndFilesArePrivate() throws {
        let folder = try TemporaryFolder()
        HistoryFile(folder: folder.path, name: "../é").append("x")
        #expect(folder.files == ["%2E%2E%2F%C3%A9.history"])
        var status = stat()
        #expect(stat("\(folder.path)/\(folder.files[0])", &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test func keepsTheNewestTenThousand() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/a.history"
        let file = try #require(fopen(path, "w"))
        for number in 0..<20_001 { fputs("entry \(number)\n", file) }
        fclose(file)
        let entries = HistoryFile(folder: folder.path, name: "a").load()
        #expect(entries.count == 10_000)
        #expect(entries.last == "entry 20000")
        #expect(folder.files == ["a.history"])
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_size == entries.reduce(0) { $0 + off_t($1.utf8.count) + 1 })
    }

    @Test func `an empty file is an empty history`() throws {
        let folder = try TemporaryFolder()
        let file = try #require(fopen("\(folder.path)/a.history", "w"))
        fclose(file)
        #expect(HistoryFile(folder: folder.path, name: "a").load() == [])
        HistoryFile(folder: folder.path, name: "a").append("x")
        #expect(HistoryFile(folder: folder.path, name: "a").load() == ["x"])
    }

    @Test func `of a file that has grown beyond all use the end is kept`() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/a.history"
        let file = try #require(fopen(path, "w"))
        // A hole, which takes no place on the disk.
        ftruncate(fileno(file), 1 << 40)
        fseek(file, 0, SEEK_END)
        fputs("\nlast\n", file)
        fclose(file)
        #expect(HistoryFile(folder: folder.path, name: "a").load() == ["last"])
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_size == 5)
    }

    @Test func aMissingFolderOrABrokenFileIsNoHistory() throws {
        let folder = try TemporaryFolder()
        HistoryFile(folder: folder.path + "/missing", name: "a").append("x")
        #expect(HistoryFile(folder: folder.path + "/missing", name: "a").load() == [])
        let file = try #require(fopen("\(folder.path)/b.history", "w"))
        fwrite([0xFF, 0x0A, 0x78, 0x0A] as [UInt8], 1, 4, file)
        fclose(file)
        #expect(HistoryFile(folder: folder.path, name: "b").load() == ["x"])
    }
}
