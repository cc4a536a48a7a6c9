// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import AtriumSession
import AtriumStores
import AtriumSystems
import AtriumTesting
import Foundation
import GRDB
import Synchronization
import Testing

import NotesLogic
@testable import NotesFolder
@testable import NotesStore

/// Changes of several files that end in the middle: all of it is there afterwards, or nothing.
struct FolderFaultTests {
    private let ana = UserID(rawValue: 1)
    private let folder: ScratchFolder
    private let clock = ManualClock.nineOClock

    init() throws { folder = try ScratchFolder() }

    /// Fails a commit, once all files are in their places.
    private final class Refusal: TransactionObserver {
        struct Failed: Error {}
        private let body: () throws -> Void
        init(_ body: @escaping () throws -> Void) { self.body = body }
        func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
        func databaseDidChange(with event: DatabaseEvent) {}
        func databaseWillCommit() throws {
            try body()
            throw Failed()
        }
        func databaseDidCommit(_ database: Database) {}
        func databaseDidRollback(_ database: Database) {}
    }

    private func open(_ path: String) async throws -> OpenFolder {
        try await OpenFolder(
            path, owner: ana, clock: clock, timeZone: .gmt, isDurable: false, describe: OpenNoteStore.describe)
    }

    /// All files but the index, with their texts.
    private func files(_ path: String) throws -> [String: String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: path).filter {
            !$0.hasPrefix(".atrium/notes") && !$0.hasPrefix(".atrium/.gitignore")
        }
        return names.reduce(into: [:]) { found, name in
            guard let data = FileManager.default.contents(atPath: path + "/" + name) else { return }
            found[name] = String(decoding: data, as: UTF8.self)
        }
    }

    private func write() throws {
        _ = try folder.write("# Beta\n", "Beta.md")
        _ = try folder.write("See [[Beta]]\n", "sub/Alpha.md")
        _ = try folder.write("And [[Beta]]\n", "Gamma.md")
        _ = try folder.write("one", "attachments/Gamma/list.png")
    }

    /// Renames a note that two others link to, moves one and throws one away, as one change.
    private static func changing(
        _ open: OpenFolder, before: @escaping @Sendable (Database) throws -> Void = { _ in }
    ) async throws {
        try await open.write { notes in
            try before(try #require((notes as? NoteRows)?.database.sqlite))
            let beta = try #require(try notes.note(titled: "Beta"))
            _ = try notes.rename(beta.id, to: "Delta", at: Timestamp(seconds: 9))
            let gamma = try #require(try notes.note(titled: "Gamma"))
            _ = try notes.trash(gamma.id, at: Timestamp(seconds: 9))
        }
    }

    private static let changed = ["Delta.md": "# Beta\n", "sub/Alpha.md": "See [[Delta]]\n"]

    @Test func `a change that cannot be committed leaves all files as they were`() async throws {
        try write()
        let open = try await open(folder.path)
        let before = try files(folder.path)
        await #expect(throws: (any Error).self) {
            try await Self.changing(open) { database in
                database.add(transactionObserver: Refusal {}, extent: .nextTransaction)
            }
        }
        #expect(try files(folder.path) == before)
        let other = try await self.open(folder.path)
        let notes = try await other.stored.page(after: 0, limit: 9, owner: ana)
        #expect(other.isInPlace)
        #expect(notes.map(\.content).sorted() == ["# Beta", "And [[Beta]]", "See [[Beta]]"])
        #expect(notes.allSatisfy { $0.version == 1 && $0.trashedAt == nil })
        // And once more, without the fault.
        try await Self.changing(open)
        #expect(try files(folder.path).filter { !$0.key.hasPrefix(".atrium") } == Self.changed)
        #expect(try files(folder.path).keys.allSatisfy { !$0.hasPrefix(".atrium/") })
    }

    /// The folder in the last moment before the commit of a change, as a process leaves it that is killed there.
    private func killed() async throws -> ScratchFolder {
        try write()
        let open = try await open(folder.path)
        let copy = try ScratchFolder()
        let path = folder.path
        await #expect(throws: (any Error).self) {
            try await Self.changing(open) { database in
                let refusal = Refusal {
                    let process = try Process.run(
                        URL(filePath: "/bin/cp"), arguments: ["-a", path + "/.", copy.path])
                    process.waitUntilExit()
                }
                database.add(transactionObserver: refusal, extent: .nextTransaction)
            }
        }
        return copy
    }

    /// The same with one of the steps undone is what a process leaves that is killed a moment earlier.
    @Test(arguments: [nil, "Delta.md", "sub/Alpha.md"])
    func `a change that was killed is taken back at the next start`(missing: String?) async throws {
        let copy = try await killed()
        #expect(try files(copy.path)["Delta.md"] == "# Beta\n")
        if let missing { try FileManager.default.removeItem(atPath: copy.path + "/" + missing) }
        let again = try await self.open(copy.path)
        var expected = try files(folder.path)
        // A file that another program has removed since stays so.
        if missing == "sub/Alpha.md" { expected[missing ?? ""] = nil }
        #expect(try files(copy.path) == expected)
        let notes = try await again.stored.page(after: 0, limit: 9, owner: ana)
        #expect(notes.map(\.content).sorted() == ["# Beta", "And [[Beta]]", "See [[Beta]]"])
        #expect(notes.allSatisfy { $0.version == 1 } && again.isInPlace)
    }

    @Test func `what other programs have changed of a killed change stays, and is named`() async throws {
        let copy = try await killed()
        // Both are as long and as old as what the change had written.
        for (name, text) in [("Delta.md", "# Mine\n"), ("sub/Alpha.md", "See [[Mines]]\n")] {
            let written = try #require(FileStatus(copy.path + "/" + name)?.written)
            try FilePlace.age(try copy.write(text, name), written: written)
        }
        let again = try await self.open(copy.path)
        let notes = try await again.stored.page(after: 0, limit: 9, owner: ana)
        #expect(notes.map(\.content).sorted() == ["# Beta", "# Mine", "And [[Beta]]", "See [[Mines]]"])
        #expect(notes.allSatisfy { $0.trashedAt == nil })
        let alpha = try #require(notes.first { $0.content == "See [[Mines]]" })
        #expect(
            try await again.stored.versions(of: alpha.id, owner: ana).map(\.content) == [
                "See [[Mines]]", "See [[Beta]]",
            ])
        let named = try await again.read { try $0.files?.skipped() ?? [] }
        #expect(named == ["Delta.md", "sub/Alpha.md"].map { SkippedFile(path: $0, reason: .brokenOff) })
        #expect(try files(copy.path).keys.allSatisfy { !$0.hasPrefix(".atrium/") })
    }

    /// A process number that none has.
    private static let dead = Int32.max

    @Test func `a change that was taken back since its process was killed is said once`() async throws {
        let copy = try await killed()
        let names = try FileManager.default.contentsOfDirectory(atPath: copy.path + "/.atrium")
        let journal = copy.path + "/.atrium/" + (try #require(names.first { $0.hasPrefix("journal-") }))
        let text = try String(contentsOfFile: journal, encoding: .utf8)
        let own = "\"process\":\(getpid())"
        try #require(text.contains(own))
        try text.replacing(own, with: "\"process\":\(Self.dead)").write(
            toFile: journal, atomically: false, encoding: .utf8)
        let again = try await self.open(copy.path)
        let news = again.takeNews()
        #expect(news.map(\.reason) == [.takenBack] && (news.first?.count ?? 0) > 1)
        #expect(again.takeNews() == [])
    }

    @Test func `a change that was finished since its process was killed is said, and one that still works is not`()
        async throws
    {
        try write()
        for (token, process, news) in [
            ("x", Self.dead, [SkippedFile(path: "Beta.md", reason: .finished)]), ("y", getpid(), []),
        ] {
            let open = try await open(folder.path)
            let owner = ana
            try await open.index.write { try FolderRows(database: SQLDatabase($0), owner: owner).keep(token: token) }
            let step = #"{"path":"Beta.md","slot":".atrium/1-1.old"}"#
            _ = try folder.write(
                #"{"token":"\#(token)","isWritten":true,"emptied":[],"steps":[\#(step)],"process":\#(process)}"#,
                ".atrium/journal-\(token)")
            #expect(try await self.open(folder.path).takeNews() == news)
        }
    }

    /// Journals that no change of ours writes, in a folder that came from somebody else.
    @Test(arguments: [
        ("x", "Beta.md", ".atrium/../../victim.md"), ("x", "Gone.md", ".atrium/../../victim.md"),
        ("x", "../moved.md", ".atrium/1-1.old"), ("x", "sub/../../moved.md", ".atrium/1-1.old"),
        ("x", ".atrium/../../moved.md", ".atrium/1-1.old"), ("x", "Gone.md", ".atrium/..//../victim.md"),
        ("x", "Gone.md", "Beta.md"), ("x/../../../victim.md", "Gone.md", ".atrium/1-1.old"),
        ("x", "attachments/../../moved.md", ".atrium/1-1.old"),
    ]) func `a journal of somebody else’s moves and removes nothing`(
        token: String, path: String, backup: String
    ) async throws {
        _ = try folder.write("Victim\n", "victim.md")
        _ = try folder.write("Beta\n", "vault/Beta.md")
        _ = try folder.write("Kept\n", "vault/.atrium/1-1.old")
        let journal =
            #"{"token":"\#(token)","isWritten":true,"emptied":[],"steps":[{"path":"\#(path)","slot":"\#(backup)"}],"process":2147483647}"#
        _ = try folder.write(journal, "vault/.atrium/journal-x")
        let open = try await open(folder.path + "/vault")
        #expect(try await open.stored.page(after: 0, limit: 9, owner: ana).map(\.content) == ["Beta"])
        let left = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".md") }
        #expect(left.sorted() == ["vault/Beta.md", "victim.md"])
    }

    @Test func `no name leads up`() throws {
        _ = try folder.write("Victim\n", "victim.md")
        _ = try folder.write("Beta\n", "vault/sub/Beta.md")
        let files = try FolderFiles(folder.path + "/vault")
        for name in ["../victim.md", "sub/../../victim.md", "sub/./Beta.md", "..", "sub/..", "."] {
            #expect(try files.stamp(name) == nil, "\(name)")
            #expect(throws: FileFault.self, "\(name)") { try files.tree.reader(name) }
        }
        #expect(try files.stamp("sub/Beta.md") != nil)
    }

    @Test func `a file that is overtaken takes the others of its change back`() async throws {
        try write()
        let open = try await open(folder.path)
        let path = folder.path
        let tries = Counter()
        try await Self.changing(open) { _ in
            // Another program writes between the look and the change, once.
            guard tries.next() == 1 else { return }
            try "Say [[Beta]]\n".write(toFile: path + "/sub/Alpha.md", atomically: true, encoding: .utf8)
        }
        #expect(
            try files(path).filter { !$0.key.hasPrefix(".atrium") }
                == ["Delta.md": "# Beta\n", "sub/Alpha.md": "Say [[Delta]]\n"])
        let notes = try await open.stored.page(after: 0, limit: 9, owner: ana)
        // Alpha changed there and here.
        #expect(notes.first { $0.content == "Say [[Delta]]" }?.version == 3)
    }
}

// MARK: - What other programs save meanwhile

extension FolderFaultTests {
    private func versions(_ open: OpenFolder) async throws -> [String] {
        let all = try await open.stored.page(after: 0, limit: 9, owner: ana)
        let beta = try #require(all.first { $0.content.hasPrefix("# Beta") })
        return try await open.stored.versions(of: beta.id, owner: ana).map(\.content)
    }

    /// Changes the text of Beta while another program saves the file before each attempt.
    private func overtaking(
        _ theirs: @escaping @Sendable (Int) -> String, ours: @escaping @Sendable (String) -> String
    ) async throws -> (open: OpenFolder, turns: Counter) {
        let open = try await open(folder.path)
        let path = folder.path
        let turns = Counter()
        try await open.write { notes in
            try theirs(turns.next()).write(toFile: path + "/Beta.md", atomically: true, encoding: .utf8)
            let beta = try #require(try notes.note(titled: "Beta"))
            _ = try notes.modify(
                beta.id, content: ours(beta.content), sealed: nil, renames: false, at: Timestamp(seconds: 9))
        }
        return (open, turns)
    }

    @Test func `a program that is faster each time keeps no change waiting, and loses nothing`() async throws {
        _ = try folder.write("# Beta\n", "Beta.md")
        let path = folder.path
        let (open, turns) = try await overtaking({ "# Beta\nTheirs \($0)\n" }, ours: { _ in "# Beta\nOurs" })
        #expect(turns.next() == 10)
        #expect(try files(path) == ["Beta.md": "# Beta\nOurs\n"])
        let again = try await self.open(path)
        let versions = try await versions(again)
        #expect(versions.first == "# Beta\nOurs")
        for turn in 1...9 { #expect(versions.contains("# Beta\nTheirs \(turn)")) }
        // Both have changed the same line: the other text is reported to the user.
        let news = open.takeNews()
        #expect(news.map(\.reason) == [.kept] && news.allSatisfy { $0.version.map { $0.note == 1 } ?? false })
        let version = try #require(news.first?.version?.number)
        let texts = try await again.stored.versions(of: 1, owner: ana)
        #expect(texts.first { $0.number == version }?.content == "# Beta\nTheirs 9")
    }

    @Test func `what a program that is faster each time changes in other lines is in the file`() async throws {
        _ = try folder.write("# Beta\nOne\nTwo\n", "Beta.md")
        let path = folder.path
        let (open, turns) = try await overtaking({ "# Beta\nTheirs \($0)\nTwo\n" }, ours: { $0 + "\nOurs" })
        #expect(turns.next() == 10)
        #expect(try files(path) == ["Beta.md": "# Beta\nTheirs 9\nTwo\nOurs\n"])
        #expect(open.takeNews() == [])
    }

    @Test func `a note that goes to the trash takes along what another program has saved`() async throws {
        _ = try folder.write("# Beta\n", "Beta.md")
        let open = try await open(folder.path)
        let path = folder.path
        let turns = Counter()
        try await open.write { notes in
            let text = "# Beta\nTheirs \(turns.next())\n"
            try text.write(toFile: path + "/Beta.md", atomically: true, encoding: .utf8)
            _ = try notes.trash(try #require(try notes.note(titled: "Beta")).id, at: Timestamp(seconds: 9))
        }
        #expect(try files(path) == [:])
        #expect(try await versions(open).first == "# Beta\nTheirs 9")
    }

    @Test func `front matter that another program has changed is in the version`() async throws {
        _ = try folder.write("# Beta\n", "Beta.md")
        let path = folder.path
        let (open, _) = try await overtaking(
            { "---\ntags: [their\($0)]\n---\n# Beta\n" }, ours: { _ in "# Beta\nOurs" })
        let all = try await versions(open).joined() + files(path).values.joined()
        #expect(all.contains("their8") && all.contains("their9"))
    }

    @Test(arguments: [true, false])
    func `what is overtaken by the program that saved it is a version, and no file beside`(
        canExchange: Bool
    ) async throws {
        _ = try folder.write("# Beta\n", "Beta.md")
        let path = folder.path
        let saves = Mutex(0)
        let open = try await OpenFolder(
            path, owner: ana, clock: clock, timeZone: .gmt, isDurable: false,
            observer: { call, name throws(FileFault) in
                let save = saves.withLock { saves in
                    guard saves == 0 && call == .exchange || saves == 1 && call == .read && name.hasSuffix(".part")
                    else {
                        return 0
                    }
                    saves += 1
                    return saves
                }
                if save > 0 {
                    let text = "# Beta\nTheirs \(save)\n"
                    try? text.write(toFile: path + "/Beta.md", atomically: true, encoding: .utf8)
                }
                if call == .exchange, !canExchange { throw FileFault(path: name, reason: .system(EINVAL)) }
            }, describe: OpenNoteStore.describe)
        try await open.write { notes in
            let beta = try #require(try notes.note(titled: "Beta"))
            _ = try notes.modify(
                beta.id, content: "# Beta\nOurs", sealed: nil, renames: false, at: Timestamp(seconds: 9))
        }
        #expect(saves.withLock { $0 } == 2)
        #expect(try files(path) == ["Beta.md": "# Beta\nOurs\n"])
        #expect(try await versions(open) == ["# Beta\nOurs", "# Beta\nTheirs 2", "# Beta\nTheirs 1", "# Beta"])
    }

    /// Another program saves just before the files are exchanged, reads the text of the change, and replaces with more
    /// of that what it had saved, as soon as this has its place again.
    @Test(arguments: [true, false])
    func `a change is made once, though a program has built on a text that was taken back`(
        adds: Bool
    ) async throws {
        _ = try folder.write("# Beta\n", "Beta.md")
        let path = folder.path
        let other = Mutex((exchanges: 0, read: String?.none))
        let open = try await OpenFolder(
            path, owner: ana, clock: clock, timeZone: .gmt, isDurable: false,
            observer: { call, _ in
                let file = path + "/Beta.md"
                let text = other.withLock { other -> String? in
                    if call == .exchange { other.exchanges += 1 }
                    switch (call, other.exchanges) {
                    case (.exchange, 1): return "# Beta\nTheirs 1\n"
                    case (.exchange, 2): other.read = try? String(contentsOfFile: file, encoding: .utf8)
                    case (_, 2):
                        defer { other.read = nil }
                        return other.read.map { $0 + "Theirs 2\n" }
                    default: break
                    }
                    return nil
                }
                try? text?.write(toFile: file, atomically: true, encoding: .utf8)
            }, describe: OpenNoteStore.describe)
        try await open.write { notes in
            let beta = try #require(try notes.note(titled: "Beta"))
            let text = adds ? beta.content + "\nOurs" : "# Beta\nOurs"
            _ = try notes.modify(beta.id, content: text, sealed: nil, renames: false, at: Timestamp(seconds: 9))
        }
        let middle = adds ? "Theirs 1\nOurs" : "Ours"
        #expect(try files(path) == ["Beta.md": "# Beta\n\(middle)\nTheirs 2\n"])
        let versions = try await versions(open)
        #expect(versions.contains("# Beta\nTheirs 1") && versions.contains("# Beta\nOurs\nTheirs 2"))
        #expect(open.takeNews() == [])
    }

    @Test func `what a program writes later into a file that it had open is a version`() async throws {
        let file = try folder.write("# Beta\n", "Beta.md")
        let open = try await open(folder.path)
        let handle = try #require(FileHandle(forWritingAtPath: file))
        // Not every file system can tell.
        guard open.files.tree.hasWriter("Beta.md") else { return }
        try await open.write { notes in
            let beta = try #require(try notes.note(titled: "Beta"))
            _ = try notes.modify(
                beta.id, content: "# Beta\nOurs", sealed: nil, renames: false, at: Timestamp(seconds: 9))
        }
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("Theirs\n".utf8))
        try handle.close()
        try await open.absorb()
        #expect(try await versions(open).contains("# Beta\nTheirs"))
        #expect(try files(folder.path) == ["Beta.md": "# Beta\nOurs\n"])
        #expect(open.takeNews().map(\.reason) == [.kept])
    }

    @Test func `what no note can take gets a name beside it, which is said`() async throws {
        _ = try folder.write("# Beta\n", "Beta.md")
        _ = try await open(folder.path)
        _ = try folder.write("Gone and saved\n", ".atrium/1-1.old")
        _ = try folder.write(
            #"{"token":"x","isWritten":true,"emptied":[],"steps":[{"path":"Gone.md","slot":".atrium/1-1.old"}],"process":2147483647}"#,
            ".atrium/overtaken-x")
        let open = try await open(folder.path)
        #expect(try files(folder.path) == ["Beta.md": "# Beta\n", "Gone 2.md": "Gone and saved\n"])
        #expect(open.takeNews() == [SkippedFile(path: "Gone 2.md", reason: .overtaken)])
        #expect(open.takeNews() == [])
    }
}

/// Counts from 1, from any thread.
private final class Counter: Sendable {
    private let count = Mutex(0)
    func next() -> Int {
        count.withLock {
            $0 += 1
            return $0
        }
    }
}
