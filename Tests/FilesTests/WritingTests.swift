// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Synchronization
import Testing
import Waiting

@testable import AtriumFiles

/// Files that grow, folders, links and streams.
struct WritingTests {
    private let folder: Scratch

    init() throws { folder = try Scratch() }

    @Test func `what is added stands at the end, and a new file is nobody else’s`() throws {
        try AppendedFile(folder["a"]).append(Array("one\n".utf8))
        try AppendedFile(folder["a"]).append(Array("two\n".utf8))
        #expect(try folder.text("a") == "one\ntwo\n")
        #expect(folder.mode("a") == 0o600)
        chmod(folder["a"], 0o644)
        try AppendedFile(folder["a"]).append([10])
        #expect(folder.mode("a") == 0o644)
        try AppendedFile(folder["a"], isPrivate: true).append([10])
        #expect(folder.mode("a") == 0o600)
    }

    @Test func `what is added to a file of one’s own waits for whoever is adding to it`() async throws {
        let path = try folder.write("one\n", "a")
        let other = open(path, O_RDWR | O_CLOEXEC)
        defer { close(other) }
        try #require(flock(other, LOCK_EX) == 0)
        let isDone = Flag()
        let thread = Mutex("")
        Thread.detachNewThread {
            let name = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
            thread.withLock { $0 = name ?? "" }
            try? AppendedFile(path, isPrivate: true).append(Array("two\n".utf8))
            isDone.set()
        }
        // What a thread does stands behind its name in brackets: S is waiting (proc(5)).
        try await wait(until: "the thread waits for the lock") {
            let status = try? String(contentsOfFile: "/proc/\(thread.withLock { $0 })/stat", encoding: .utf8)
            return isDone.isSet || status?.contains(") S ") == true
        }
        #expect(!isDone.isSet)
        #expect(try folder.text("a") == "one\n")
        // A file of the user’s is added to at once, whoever locks it.
        try AppendedFile(path).append(Array("three\n".utf8))
        flock(other, LOCK_UN)
        try await wait(until: "the thread has written") { isDone.isSet }
        #expect(try folder.text("a") == "one\nthree\ntwo\n")
    }

    @Test func `nothing is added to links, pipes, folders, devices and files of others`() throws {
        try folder.write("victim", "victim")
        symlink("victim", folder["link"])
        symlink("new", folder["dangling"])
        mkfifo(folder["pipe"], 0o644)
        mkdir(folder["folder"], 0o755)
        let kinds: [(String, FileKind)] = [
            (folder["link"], .link), (folder["dangling"], .link), (folder["pipe"], .pipe), (folder["folder"], .folder),
            ("/dev/null", .device),
        ]
        for (path, kind) in kinds {
            #expect(throws: FileFault(path: path, reason: .kind(kind))) {
                try AppendedFile(path, isPrivate: true).append([1])
            }
        }
        #expect(try folder.text("victim") == "victim")
        #expect(folder.mode("pipe") == 0o644)
        #expect(!folder.names.contains("new"))
        guard geteuid() == 0 else { return }
        try folder.write("theirs", "theirs", mode: 0o666)
        chown(folder["theirs"], 65_534, 65_534)
        #expect(throws: FileFault(path: folder["theirs"], reason: .foreign)) {
            try AppendedFile(folder["theirs"], isPrivate: true).append([1])
        }
        #expect(folder.mode("theirs") == 0o666)
    }

    @Test func `folders are made for nobody else, and those that are there stay as they are`() throws {
        mkdir(folder["shared"], 0o777)
        chmod(folder["shared"], 0o1777)
        try Folder.make(folder["shared/a/b"])
        #expect(folder.mode("shared") == 0o1777)
        #expect(folder.mode("shared/a") == 0o700)
        #expect(folder.mode("shared/a/b") == 0o700)
        try folder.write("x", "file")
        #expect(throws: FileFault(path: folder["file"], reason: .system(ENOTDIR))) { try Folder.make(folder["file"]) }
        symlink("shared", folder["link"])
        try Folder.make(folder["link"], followingForeignLinks: false)
        guard geteuid() == 0 else { return }
        lchown(folder["link"], 65_534, 65_534)
        try Folder.make(folder["link"])
        #expect(throws: FileFault(path: folder["link"], reason: .foreign)) {
            try Folder.make(folder["link"], followingForeignLinks: false)
        }
    }

    @Test func `links of one’s own lead on, those of others and circles do not`() throws {
        mkdir(folder["deep"], 0o700)
        symlink("deep/b", folder["a"])
        symlink("../c", folder["deep/b"])
        #expect(try OwnLink.target(of: folder["a"]) == folder["deep/../c"])
        #expect(try OwnLink.target(of: folder["c"]) == folder["c"])
        symlink("round", folder["round"])
        #expect(throws: FileFault(path: folder["round"], reason: .system(ELOOP))) {
            try OwnLink.target(of: folder["round"])
        }
        guard geteuid() == 0 else { return }
        lchown(folder["deep/b"], 65_534, 65_534)
        #expect(throws: FileFault(path: folder["a"], reason: .kind(.link))) { try OwnLink.target(of: folder["a"]) }
    }

    @Test func `streams are written where they are handed over, and the program’s own stay its own`() async throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { ends.forEach { close($0) } }
        try await OpenStream("/dev/fd/\(ends[1])")?.write(Array("hello".utf8))
        var buffer = [UInt8](repeating: 0, count: 5)
        #expect(read(ends[0], &buffer, 5) == 5 && buffer == Array("hello".utf8))
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        for path in ["/dev/fd/\(ends[1])", "/proc/self/fd/\(ends[1])", "/dev/fd/9999"] {
            #expect(throws: FileFault(path: path, reason: .system(EBADF))) { try OpenStream(path) }
        }
        try await OpenStream("/dev/null")?.write([1])
        await #expect(throws: FileFault(path: "/dev/full", reason: .system(ENOSPC))) {
            try await OpenStream("/dev/full")?.write([1])
        }
        #expect(try OpenStream(folder["a"]) == nil)
        #expect(try OpenStream("/dev/shm/a") == nil)
    }

    @Test func `a pipe that nobody reads from holds nobody up, and is given up when that is wanted`() async throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { ends.forEach { close($0) } }
        let (end, size) = (ends[1], 1 << 20)
        let writing = Task {
            try await OpenStream("/dev/fd/\(end)")?.write([UInt8](repeating: 0x61, count: size))
        }
        // As much as it holds; everything else goes on meanwhile.
        var count: Int32 = 0
        try await wait(until: "the pipe is full") {
            _ = ioctl(ends[0], UInt(FIONREAD), &count)
            return count >= 65_536
        }
        writing.cancel()
        await #expect(throws: CancellationError.self) { try await writing.value }
        // With a reader all of it comes.
        let again = Task {
            try await OpenStream("/dev/fd/\(end)")?.write([UInt8](repeating: 0x61, count: size))
        }
        var read = 0
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while read < size + 65_536 {
            let got = Glibc.read(ends[0], &buffer, buffer.count)
            try #require(got > 0)
            read += got
            await Task.yield()
        }
        try await again.value
        #expect(read == size + 65_536)
    }
}

/// Something that has happened, on whatever thread.
final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
}
