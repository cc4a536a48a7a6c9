// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumStores
import Foundation
import GRDB
import Testing

@testable import AtriumSystems

/// What is taken for a store of ours, and what is left alone.
struct SQLiteFileTests {
    private let store: StoreFolder

    init() throws { store = try StoreFolder() }

    /// Makes a database of another program.
    private func foreign(isInLog: Bool, _ sql: String) throws {
        let queue = try DatabaseQueue(path: store.path)
        if isInLog {
            try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL; " + sql) }
            let copies = try ["", "-wal"].map { try #require(store.bytes("atrium.sqlite" + $0)) }
            try queue.close()
            for (end, bytes) in zip(["", "-wal"], copies) { try bytes.write(to: URL(filePath: store.path + end)) }
        } else {
            try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
            try queue.close()
        }
    }

    @Test(arguments: [
        (false, "PRAGMA user_version = 3"), (false, "CREATE TABLE theirs (a)"),
        (false, "PRAGMA application_id = 7; CREATE TABLE theirs (a)"),
        (true, "CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)"), (true, "PRAGMA application_id = 7"),
    ])
    func `another program’s database is refused and stays as it is`(isInLog: Bool, sql: String) throws {
        try foreign(isInLog: isInLog, sql)
        let before = (store.files, store.bytes(), store.bytes("atrium.sqlite-wal"))
        #expect(throws: StoreFault.foreign(path: store.path)) { try store.open() }
        #expect(before == (store.files, store.bytes(), store.bytes("atrium.sqlite-wal")))
    }

    @Test func `a new file has its mark from the first moment, and nobody else can read it`() throws {
        umask(0)
        defer { umask(0o022) }
        let system = try store.open()
        let header = try #require(store.bytes()).prefix(100)
        #expect(header.dropFirst(68).prefix(4) == Data([0x41, 0x74, 0x72, 0x6D]))
        for name in store.files {
            #expect(try #require(FileStatus(store.folder + "/" + name)).mode == 0o600)
        }
        system.close()
        #expect(store.files == ["atrium.sqlite"])
    }

    @Test func `a store without a byte, or without its file, is not begun anew`() async throws {
        let system = try store.open()
        try await store.add("a", to: system)
        let log = try #require(store.bytes("atrium.sqlite-wal"))
        system.close()
        #expect(truncate(store.path, 0) == 0)
        #expect(throws: StoreFault.empty(path: store.path)) { try store.open() }
        unlink(store.path)
        try log.write(to: URL(filePath: store.path + "-wal"))
        #expect(throws: StoreFault.empty(path: store.path)) { try store.open() }
        #expect(store.files == ["atrium.sqlite-wal"])
        #expect(store.bytes("atrium.sqlite-wal") == log)
    }

    @Test(arguments: ["", "-wal", "-shm", "-journal"])
    func `a link or a pipe in the place of the file, or beside it, is refused`(end: String) throws {
        try store.open().close()
        let victim = store.folder + "/victim"
        try Data("victim".utf8).write(to: URL(filePath: victim))
        chmod(victim, 0o640)
        let name = store.path + end
        unlink(name)
        symlink("victim", name)
        let link = FileFault(path: name, reason: .kind(.link))
        #expect(throws: StoreFault.refused(link)) { try store.open() }
        unlink(name)
        mkfifo(name, 0o644)
        #expect(throws: StoreFault.refused(FileFault(path: name, reason: .kind(.pipe)))) { try store.open() }
        #expect(try #require(FileStatus(name)).mode & 0o777 == 0o644)
        #expect(try #require(FileStatus(victim)).mode == 0o640)
    }

    @Test func `a folder in which anybody may write is refused, any other keeps its mode`() throws {
        chmod(store.folder, 0o1777)
        #expect(throws: StoreFault.refused(FileFault(path: store.folder, reason: .shared))) { try store.open() }
        #expect(store.files == [])
        chmod(store.folder, 0o755)
        try store.open().close()
        #expect(try #require(FileStatus(store.folder)).mode == 0o755)
        chmod(store.path, 0o644)
        try store.open().close()
        #expect(try #require(FileStatus(store.path)).mode == 0o600)
    }
}
