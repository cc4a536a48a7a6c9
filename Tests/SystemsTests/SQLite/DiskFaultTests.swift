// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumStores
import FaultVFS
import Foundation
import GRDB
import Testing

@testable import AtriumSystems

/// What a store says when its disk fails, and whether that is true.
struct DiskFaultTests {
    /// The calls that fail: which ones, with which error, and for good or once.
    struct Failure: CustomTestStringConvertible {
        let kinds: Int
        let number: Int32
        let isLasting: Bool
        var testDescription: String { "\(kinds) \(number) \(isLasting)" }
    }

    private static let write = Int(FAULT_WRITE.rawValue)
    private static let sync = Int(FAULT_SYNC.rawValue)

    @Test(arguments: [
        Failure(kinds: write, number: ENOSPC, isLasting: true), Failure(kinds: write, number: EIO, isLasting: false),
        Failure(kinds: write, number: EFBIG, isLasting: true), Failure(kinds: sync, number: EIO, isLasting: true),
        Failure(kinds: sync, number: EIO, isLasting: false),
        Failure(kinds: write | sync, number: EIO, isLasting: true),
    ])
    func `what it says of a change is true, whichever call fails`(failure: Failure) async throws {
        var passing = 0
        var faults = 0
        while true {
            let store = try StoreFolder()
            let system = try store.open()
            try await store.add("before", to: system)
            let disk = fault_vfs_arm(
                store.folder, Int32(failure.kinds), Int32(passing), failure.isLasting ? 1 : 0, failure.number)
            var fault: StoreFault?
            do { try await store.add("new", to: system) } catch { fault = try #require(error as? StoreFault) }
            let calls = fault_vfs_disarm(disk)
            // As another process finds it, while this one has it open still, as after a crash.
            let copy = try StoreFolder()
            for end in ["", "-wal"] {
                let bytes = try #require(store.bytes("atrium.sqlite" + end))
                try bytes.write(to: URL(filePath: copy.path + end))
            }
            let names = try copy.names(copy.open())
            switch fault {
            case nil: #expect(names == ["before", "new"])
            case .unsure?: #expect(names.first == "before")
            default: #expect(names == ["before"])
            }
            switch (fault, failure.number) {
            case (nil, _), (.unsure, EIO), (.device, EIO), (.full, ENOSPC), (.tooLarge, EFBIG),
                // SQLite tells of a file that may grow no further as of a write that failed.
                (.device, EFBIG):
                break
            default: Issue.record("\(String(describing: fault)) after \(failure)")
            }
            faults += fault == nil ? 0 : 1
            // It works again as soon as the disk does.
            try await store.add("after", to: system)
            #expect(try store.names(system).last == "after")
            guard calls > passing else { break }
            passing += 1
        }
        #expect(faults > 0)
    }

    /// A store with one name that a program left, with its log if that was killed.
    private func leftStore(hasLog: Bool) async throws -> StoreFolder {
        let store = try StoreFolder()
        let system = try store.open()
        try await store.add("kept", to: system)
        if !hasLog { system.close() }
        let left = try StoreFolder()
        for end in hasLog ? ["", "-wal"] : [""] {
            try #require(store.bytes("atrium.sqlite" + end)).write(to: URL(filePath: left.path + end))
        }
        return left
    }

    @Test(arguments: [false, true])
    func `a state is copied from a full disk, with the log of a killed program`(hasLog: Bool) async throws {
        let left = try await leftStore(hasLog: hasLog)
        let disk = fault_vfs_arm(left.folder, Int32(FAULT_SHARED.rawValue), 0, 1, ENOSPC)
        defer { _ = fault_vfs_disarm(disk) }
        #expect(throws: StoreFault.full(path: left.path)) { try left.open() }
        let copy = try StoreFolder()
        try SQLiteSnapshot(path: left.path).copy(to: copy.path)
        #expect(try copy.names(copy.open()) == ["kept"])
    }

    @Test(arguments: [false, true])
    func `a store on a full disk is read, and keeps in memory what need not last`(hasLog: Bool) async throws {
        let left = try await leftStore(hasLog: hasLog)
        let kinds = Int32(FAULT_SHARED.rawValue | FAULT_WRITE.rawValue)
        let disk = fault_vfs_arm(left.folder, kinds, 0, 1, ENOSPC)
        let full = StoreFault.full(path: left.path)
        let reading = try SQLiteSystem.opened(left.path)
        #expect(reading.refusal == full)
        try reading.prepare(StoreFolder.schema)
        #expect(try left.names(reading) == ["kept"])
        await #expect(throws: full) { try await left.add("lost", to: reading) }
        reading.close()
        let passing = try SQLiteSystem.opened(left.path)
        try passing.prepare(SQLiteSchema("things", steps: [{ _ in }], passing: ["thing"]))
        try await left.add("passing", to: passing)
        #expect(try left.names(passing) == ["kept", "passing"])
        passing.close()
        _ = fault_vfs_disarm(disk)
        let again = try SQLiteSystem.opened(left.path)
        #expect(again.refusal == nil)
        #expect(try left.names(again) == ["kept"])
    }

    @Test func `a read that fails is no damage, nor is a full disk where processes share`() throws {
        let store = try StoreFolder()
        try store.open().close()
        var disk = fault_vfs_arm(store.folder, Int32(FAULT_READ.rawValue), 0, 1, EIO)
        #expect { try store.open() } throws: { fault in
            if case StoreFault.device(store.path, _) = fault { true } else { false }
        }
        _ = fault_vfs_disarm(disk)
        disk = fault_vfs_arm(store.folder, Int32(FAULT_SHARED.rawValue), 0, 1, ENOSPC)
        #expect(throws: StoreFault.full(path: store.path)) { try store.open() }
        _ = fault_vfs_disarm(disk)
        #expect(try store.names(store.open()) == [])
    }

    @Test(arguments: [Int32(FAULT_READ.rawValue), Int32(FAULT_OPEN.rawValue)])
    func `a call that fails once while a store is opened and read is no damage, and changes nothing`(
        kind: Int32
    ) async throws {
        let store = try StoreFolder()
        let system = try store.open()
        try await store.add("before", to: system)
        system.close()
        let before = store.bytes()
        var (passing, faults) = (0, 0)
        while true {
            let disk = fault_vfs_arm(store.folder, kind, Int32(passing), 0, EIO)
            do {
                let system = try store.open()
                defer { system.close() }
                #expect(try store.names(system) == ["before"])
            } catch {
                faults += 1
                guard case StoreFault.device(store.path, _) = error else {
                    Issue.record("\(error) after \(passing) calls")
                    break
                }
            }
            let calls = fault_vfs_disarm(disk)
            #expect(store.bytes() == before)
            guard calls > passing else { break }
            passing += 1
        }
        #expect(faults > 0)
        #expect(try store.names(store.open()) == ["before"])
    }

    @Test func `who only reads writes nothing, and the last one leaves no log`() async throws {
        let store = try StoreFolder()
        let writing = try store.open()
        for number in 0..<50 { try await store.add("\(number)", to: writing) }
        #expect(store.files.contains("atrium.sqlite-wal"))
        writing.close()
        #expect(store.files == ["atrium.sqlite"])
        let before = store.bytes()
        let disk = fault_vfs_arm(store.folder, Int32(Self.write | Self.sync), .max, 0, EIO)
        let reading = try store.open()
        #expect(try store.names(reading).count == 50)
        reading.close()
        #expect(fault_vfs_disarm(disk) == 0)
        #expect(store.bytes() == before)
        #expect(store.files == ["atrium.sqlite"])
    }

    @Test func `small changes write over the log`() async throws {
        let store = try StoreFolder()
        let system = try store.open()
        var lengths: [Int] = []
        for _ in 0..<200 {
            try await store.add(String(repeating: "x", count: 50_000), to: system)
            lengths.append(SQLiteFile.size(of: store.path + "-wal"))
        }
        // 200 changes of 13 pages or more would be longer than that, and a log that is cut becomes shorter.
        let first = try #require(lengths.firstIndex { $0 >= 4 << 20 })
        #expect(lengths[first...].allSatisfy { (4 << 20...5 << 20).contains($0) })
        system.close()
        #expect(store.files == ["atrium.sqlite"])
    }

    @Test func `a large change leaves no large log while the program runs`() async throws {
        let store = try StoreFolder()
        let system = try store.open()
        try await system.write { database in
            for _ in 0..<300 {
                try database.execute(
                    sql: "INSERT INTO thing (name) VALUES (?)", arguments: [String(repeating: "x", count: 50_000)])
            }
        }
        #expect(SQLiteFile.size(of: store.path + "-wal") <= 8 << 20)
        // A reader in the way is not waited for.
        try await system.write { try $0.execute(sql: "DELETE FROM thing") }
        system.close()
        #expect(store.files == ["atrium.sqlite"])
    }
}
