// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTesting
import Dice
import FaultVFS
import Foundation
@testable import NotesLogic
import NotesStore
import Testing

import AtriumSecrets
@testable import NoteFormats

/// Work on several notes, or on several parts of one, each of whose calls to the disk fails in turn: what is said of it
/// is true, and a second try completes it.
struct NoteDiskFaultTests {
    private static let writes = Int(FAULT_WRITE.rawValue | FAULT_SYNC.rawValue)
    private static let secret = "pin-4711-zebra"
    private let ana = UserID(rawValue: 1)
    private let password = Secret("quiet herons ferry")

    init() { fault_vfs_install() }

    private func service(_ folder: String) throws -> (notes: NotesService, system: SQLiteSystem) {
        let system = try SQLiteSystem(path: folder + "/atrium.sqlite")
        let notes = NotesService(
            dao: try SystemNotes.all(on: .sqlite(system)), owner: ana, clock: ManualClock.nineOClock, timeZone: .gmt,
            sealingCost: .cheap)
        return (notes, system)
    }

    /// Prepares a store, then does something while each call to the disk fails in turn, once or for good.
    ///
    /// Unless the run is thorough, every other call fails once and the others fail for good.
    ///
    /// - Parameters:
    ///   - check: Gets the folder, the service and what came of it, with the disk working again.
    private func sweep<Outcome>(
        _ kinds: Int, _ number: Int32, _ isLasting: Bool,
        prepare: (NotesService, String) async throws -> Void,
        _ work: (NotesService, String) async throws -> Outcome,
        check: (NotesService, String, Result<Outcome, any Error>) async throws -> Void
    ) async throws {
        var passing = isThorough || !isLasting ? 0 : 1
        while true {
            let folder = try ScratchFolder()
            chmod(folder.path, 0o700)
            do {
                let (notes, system) = try service(folder.path)
                try await prepare(notes, folder.path)
                system.close()
            }
            let (notes, system) = try service(folder.path)
            if try await notes.protection.hasPassword() { try await notes.protection.unlock(password) }
            let disk = fault_vfs_arm(folder.path, Int32(kinds), Int32(passing), isLasting ? 1 : 0, number)
            let result: Result<Outcome, any Error>
            do { result = .success(try await work(notes, folder.path)) } catch { result = .failure(error) }
            let calls = fault_vfs_disarm(disk)
            try await check(notes, folder.path, result)
            system.close()
            guard calls > passing else { break }
            passing += isThorough ? 1 : 2
        }
        #expect(passing > 1)
    }

    @Test(arguments: [(ENOSPC, true), (EIO, false)])
    func `a note is sealed, or that it may be half sealed is said`(number: Int32, isLasting: Bool) async throws {
        var failures = 0
        try await sweep(Self.writes, number, isLasting) { notes, folder in
            let id = try await notes.add("Bank\n\(Self.secret)").id
            _ = try await notes.modify(id, to: "Bank\nnew \(Self.secret)")
            let file = folder + "/pins.txt"
            try Self.secret.write(toFile: file, atomically: true, encoding: .utf8)
            _ = try await notes.attachments.attach(file, to: id)
            try FileManager.default.removeItem(atPath: file)
            try await notes.protection.setPassword(password)
        } _: { notes, _ in
            try await notes.protection.protect(1)
        } check: { notes, folder, result in
            switch result {
            case .success(let note): #expect(note.isProtected)
            case .failure(NotesFault.brokenOff(1, _)): failures += 1
            case .failure(let error): Issue.record("\(error)")
            }
            // Whichever half it was, nothing is lost, and a second try seals the rest.
            #expect(try await notes.protection.opened(notes.note(1)).content == "Bank\nnew \(Self.secret)")
            #expect(try await notes.protection.protect(1).isProtected)
            #expect(try await notes.dao.attachments(of: 1, owner: ana).allSatisfy { $0.sealed != nil })
            #expect(try await notes.protection.opened(notes.note(1)).content == "Bank\nnew \(Self.secret)")
            #expect(try await notes.version(1, of: 1).content == "Bank\n\(Self.secret)")
            let copy = folder + "/copy.txt"
            try await notes.attachments.extract("pins.txt", of: 1, to: copy)
            #expect(try String(contentsOfFile: copy, encoding: .utf8) == Self.secret)
            // And open again, with nothing lost.
            #expect(try await !notes.protection.unprotect(1).isProtected)
            #expect(try await notes.attachments.all(of: 1).map(\.name) == ["pins.txt"])
        }
        #expect(failures > 0)
    }

    @Test(arguments: [(ENOSPC, true), (EIO, false)])
    func `an import says how many it kept, and the next one brings the rest once`(
        number: Int32, isLasting: Bool
    ) async throws {
        let source = try ScratchFolder()
        let entries = (1...3).map {
            #"{"id":\#($0),"content":"Note \#($0)\n[[Note 1]]","created":"2020-01-0\#($0)T00:00:00Z","attachments":[{"name":"a.txt","data":"YQ=="}]}"#
        }
        let file = try source.write("{\"notes\":[\(entries.joined(separator: ","))]}", "notes.json")
        var failures = 0
        try await sweep(Self.writes, number, isLasting) { notes, _ in
            _ = try await notes.add("There before")
        } _: { notes, _ in
            try await notes.importNotes(from: file, as: nil) { _, _ in }
        } check: { notes, _, result in
            let kept = try await notes.counts().active - 1
            switch result {
            case .success(let report):
                #expect(report.kept == kept)
                if !report.isWhole { failures += 1 }
            case .failure(let fault):
                failures += 1
                let fault = try #require(fault as? StoreFault)
                // Where the commit itself failed nobody knows; all else is taken back.
                if case .unsure = fault {} else { #expect(kept == 0, "\(fault)") }
            }
            let again = try await notes.importNotes(from: file, as: nil) { _, _ in }
            #expect(again.isWhole && again.known == kept && again.added == 3 - kept)
            #expect(try await notes.counts().active == 4)
            #expect(try await notes.attachments.all(of: 2).count == 1)
        }
        #expect(failures > 0)
    }

    @Test(arguments: [ExchangeFormat.json, .html, .jrnlJSON, .markdown])
    func `an export from a store that cannot be read leaves no half file, and says what it left`(
        format: ExchangeFormat
    ) async throws {
        let target = try ScratchFolder()
        let out = target.path + "/out"
        var failures = 0
        try await sweep(Int(FAULT_READ.rawValue), EIO, true) { notes, _ in
            for number in 1...5 {
                _ = try await notes.add("Note \(number)\n" + String(repeating: "words and more words ", count: 400))
            }
        } _: { notes, _ in
            try await notes.exportNotes(to: out, as: format, query: nil) { _, _ in }
        } check: { notes, _, result in
            let names = (try? FileManager.default.subpathsOfDirectory(atPath: target.path)) ?? []
            #expect(!names.contains { ($0 as NSString).lastPathComponent.hasPrefix(".") })
            let files = names.count { $0 != "out" || format != .markdown }
            switch result {
            case .success(let report): #expect(report.written == 5 && files == (format == .markdown ? 5 : 1))
            case .failure(ExportFault.brokenOff(out, .notes(let count), .store)):
                failures += 1
                #expect(format == .markdown && count == files)
            case .failure(ExportFault.brokenOff(out, .nothing, .store)), .failure(is StoreFault):
                failures += 1
                #expect(files == 0)
            case .failure(let error): Issue.record("\(error)")
            }
            let again = try await notes.exportNotes(to: out, as: format, query: nil, replacing: true) { _, _ in }
            #expect(again.written == 5)
            if format == .markdown {
                #expect(try FileManager.default.contentsOfDirectory(atPath: out).count == 5)
            }
            try FileManager.default.removeItem(atPath: out)
        }
        #expect(failures > 0)
    }
}
