// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumExchange
import AtriumFiles
import AtriumSession
import AtriumStores
import AtriumSystems
import Foundation
import GRDB
import Testing

@testable import AtriumBackups
@testable import AtriumSecrets

/// A home with a store, an archive beside it, and other files.
final class TestHome {
    let folder: String
    var home: String { folder + "/home" }
    var file: String { folder + "/all.backup" }
    private(set) var system: SQLiteSystem

    init() throws {
        folder = try Folder.makeTemporary("atrium-backups-")
        system = try SQLiteSystem(path: folder + "/home/atrium.sqlite", isDurable: false)
        let archive = try SQLiteSystem(path: home + "/archive.sqlite", isDurable: false)
        archive.close()
        try Folder.make(home + "/history")
        try Folder.make(home + "/backups")
        for (name, text) in [
            ("history/1.txt", "add Milk\n"), ("gateway.key", "secret"), ("empty", ""), ("login", "token"),
            ("gateway.lock", ""), ("backups/atrium-2025-01-01.backup", "old"),
            ("history/" + String(repeating: "é", count: 90), "long"),
        ] {
            try DraftFile.write(Array(text.utf8), to: home + "/" + name)
        }
    }

    deinit {
        system.close()
        Folder.discard(folder)
    }

    func add(_ values: [String]) async throws {
        try await system.write { database in
            try database.execute(sql: "CREATE TABLE IF NOT EXISTS t (value)")
            for value in values { try database.execute(sql: "INSERT INTO t VALUES (?)", arguments: [value]) }
        }
    }

    func count() throws -> Int {
        try system.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") ?? 0 }
    }

    func reopen() throws { system = try SQLiteSystem(path: home + "/atrium.sqlite", isDurable: false) }

    func backup(at milliseconds: Int64 = 1_767_258_000_000) -> HomeBackup {
        HomeBackup(of: home, program: "atrium", version: "1", at: Timestamp(milliseconds: milliseconds))
    }

    func restore(with key: PasswordKey? = nil) throws -> String? {
        let now = Timestamp(milliseconds: 1_767_258_000_000)
        let stage = try Stage(beside: home, at: now)
        do {
            _ = try BackupFile(file).read(of: "atrium", openedWith: key, into: stage.path)
            return try stage.take(at: now)
        } catch {
            stage.discard()
            throw error
        }
    }
}

struct BackupTests {
    private let home: TestHome

    init() throws { home = try TestHome() }

    @Test func `everything comes back but what belongs to processes, and the former home is kept`() async throws {
        try await home.add(["one", "two"])
        let report = try home.backup().write(to: home.file)
        #expect(report.files == 6 && !report.isSealed && report.leftOut == [])
        try await home.add(["three"])
        home.system.close()
        let former = try #require(try home.restore())
        #expect(former == home.home + ".before-2026-01-01T090000")
        try home.reopen()
        #expect(try home.count() == 2)
        let names = Set(try Folder.paths(below: home.home).filter { !$0.hasPrefix("atrium.sqlite-") })
        #expect(
            names == [
                "atrium.sqlite", "archive.sqlite", "history", "history/1.txt", "gateway.key", "empty", "backups",
                "backups/atrium-2025-01-01.backup", "history/" + String(repeating: "é", count: 90),
            ])
        #expect(FileStatus(home.home + "/history/1.txt")?.mode == 0o600 && FileStatus(home.home)?.mode == 0o700)
        #expect(try FileReader(former + "/login").bytes(limit: 99) == Array("token".utf8))
    }

    @Test func `it takes the place of a backup, and of no other file`() async throws {
        try await home.add(["one"])
        _ = try home.backup().write(to: home.file)
        _ = try home.backup().write(to: home.file)
        let other = home.file + ".txt"
        try "precious".write(toFile: other, atomically: true, encoding: .utf8)
        #expect(throws: BackupFault.noBackup(path: other)) { try home.backup().write(to: other) }
        #expect(try FileReader(other).bytes(limit: 99) == Array("precious".utf8))
        // Nor of an archive of others.
        var archive: [UInt8] = []
        var tar = TarWriter { archive += $0 }
        try tar.begin("precious.txt", size: 8, changed: Timestamp(seconds: 0))
        try tar.write(Array("precious".utf8))
        try tar.finish()
        try Data(archive).write(to: URL(fileURLWithPath: other))
        #expect(throws: BackupFault.noBackup(path: other)) { try home.backup().write(to: other) }
        #expect(try FileReader(other).bytes(limit: 1 << 20) == archive)
    }

    @Test func `another program reads it`() async throws {
        try await home.add(["one"])
        _ = try home.backup().write(to: home.file)
        let archive = try TarReader(path: home.file)
        var names: [String] = []
        while let entry = try archive.next() {
            names.append(entry.name)
            guard entry.name == "SHA256SUMS" else { continue }
            let sums = String(decoding: try archive.bytes(of: entry), as: UTF8.self)
            #expect(sums.contains("\(SHA256.hash(Array("secret".utf8)).hexadecimal)  gateway.key\n"))
        }
        #expect(names.first == "BACKUP.json" && names.last == "SHA256SUMS" && names.count == 8)
    }

    @Test func `it is of one moment while others write`() async throws {
        try await home.add(["one"])
        let file = home.file
        let backup = home.backup()
        let system = home.system
        // Two rows at a time: an odd number is half a transaction.
        let writer = Task {
            for _ in 0..<20 {
                try await system.write { database in
                    for _ in 0..<2 {
                        try database.execute(
                            sql: "INSERT INTO t VALUES (?)", arguments: [String(repeating: "x", count: 5000)])
                    }
                }
            }
        }
        var counts: Set<Int> = []
        while try home.count() < 41 {
            counts.insert(try backup.write(to: file).bytes)
            await Task.yield()
        }
        try await writer.value
        #expect(counts.count > 1)
        home.system.close()
        _ = try home.restore()
        try home.reopen()
        #expect(try home.count() % 2 == 1)
    }

    @Test func `a sealed one opens with its password only`() async throws {
        try await home.add((0..<300).map { String(repeating: "\($0)", count: 1000) })
        let key = try await PasswordKey.new(Array("right".utf8), cost: .cheap)
        #expect(try home.backup().write(to: home.file, sealedWith: key).isSealed)
        let file = try BackupFile(home.file)
        #expect(file.isSealed)
        #expect(throws: BackupFault.sealed(path: home.file)) { try file.read(of: "atrium", openedWith: nil) }
        let wrong = try await file.key(from: Array("wrong".utf8))
        #expect(throws: BackupFault.notOpened(path: home.file)) { try file.read(of: "atrium", openedWith: wrong) }
        let right = try await file.key(from: Array("right".utf8))
        home.system.close()
        _ = try home.restore(with: right)
        try home.reopen()
        #expect(try home.count() == 300)
        let bytes = try FileReader(home.file).bytes(limit: 1 << 24)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("SQLite format"))
    }

    @Test(arguments: [false, true])
    func `a single changed, missing or added byte is found`(isSealed: Bool) async throws {
        try await home.add(["one"])
        let key = isSealed ? try await PasswordKey.new(Array("right".utf8), cost: .cheap) : nil
        _ = try home.backup().write(to: home.file, sealedWith: key)
        let whole = try FileReader(home.file).bytes(limit: 1 << 24)
        func fails(_ bytes: [UInt8], _ place: Int) async throws {
            try DraftFile.write(bytes, to: home.file, replacing: true)
            do {
                let file = try BackupFile(home.file)
                let key = try await file.key(from: Array("right".utf8))
                _ = try file.read(of: "atrium", openedWith: key)
                Issue.record("\(place)")
            } catch is BackupFault {} catch is SecretsFault {}
        }
        for place in stride(from: 0, to: whole.count, by: max(1, whole.count / 211)) {
            var bytes = whole
            bytes[place] ^= 0x01
            // The owner, the group and the time of a file are not of the backup.
            try await fails(bytes, place)
            try await fails(Array(whole[..<place]), place)
        }
        try await fails(whole + [0], whole.count)
    }

    @Test func `an archive that leads out of the home is refused`() throws {
        for name in ["../x", "a/../../x", "/x", "a//x", "."] {
            var bytes: [UInt8] = []
            var archive = TarWriter { bytes += $0 }
            let now = Timestamp(milliseconds: 0)
            let about = try BackupNote(program: "atrium", programVersion: "1", made: now).bytes
            try archive.begin("BACKUP.json", size: about.count, changed: now)
            try archive.write(about)
            try archive.begin(name, size: 1, changed: now)
            try archive.write([1])
            try archive.finish()
            try DraftFile.write(bytes, to: home.file, replacing: true)
            #expect(throws: BackupFault.changed(path: home.file, name: name)) { try home.restore() }
        }
        #expect(try Folder.names(in: home.folder).sorted() == ["all.backup", "home"])
    }

    @Test func `a damaged store is not taken for a backup`() async throws {
        try await home.add((0..<2000).map { "\($0) " + String(repeating: "x", count: 100) })
        home.system.close()
        let path = home.home + "/atrium.sqlite"
        var bytes = try FileReader(path).bytes(limit: 1 << 24)
        bytes.replaceSubrange(20_000..<30_000, with: [UInt8](repeating: 7, count: 10_000))
        try DraftFile.write(bytes, to: path, replacing: true)
        _ = try? FilePlace.remove(home.file)
        #expect(throws: StoreFault.damaged(path: path)) { try home.backup().write(to: home.file) }
        #expect(try Folder.names(in: home.folder) == ["home"])
        try home.reopen()
    }

    @Test func `seven days and four weeks are kept`() throws {
        let start = try #require(Day("2026-01-01"))
        var days: [Day] = []
        for number in 0..<100 {
            let today = start.adding(days: number)
            days = DailyBackups.kept(of: days + [today], on: today)
            #expect(days.contains(today) && days.count <= 11)
        }
        // 2026-04-10 is a Friday.
        #expect(
            days.map(\.text) == [
                "2026-03-16", "2026-03-23", "2026-03-30", "2026-04-04", "2026-04-05", "2026-04-06", "2026-04-07",
                "2026-04-08", "2026-04-09", "2026-04-10",
            ])
    }

    @Test func `what a killed process has left is put in order`() async throws {
        try await home.add(["one"])
        _ = try home.backup().write(to: home.file)
        try Folder.make(home.folder + "/.backup-aaaaaa")
        try Folder.make(home.folder + "/.home.restoring-aaaaaa")
        try DraftFile.write([], to: home.folder + "/.home.restoring-aaaaaa/RESTORING")
        try Folder.make(home.folder + "/.home.restoring-bbbbbb")
        home.system.close()
        _ = try home.backup().write(to: home.file)
        _ = try home.restore()
        #expect(
            try Folder.names(in: home.folder).sorted() == [
                "all.backup", "home", "home.before-2026-01-01T090000", "home.before-2026-01-01T090000-2",
            ])
        try home.reopen()
    }

    @Test func `a stopped one leaves nothing`() async throws {
        try await home.add(["one"])
        #expect(throws: CancellationError.self) { try home.backup().write(to: home.file, isWanted: { false }) }
        #expect(try Folder.names(in: home.folder) == ["home"])
    }
}
