// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import Foundation
import Testing
import Waiting

struct FileReaderTests {
    private let folder: Scratch

    init() throws { folder = try Scratch() }

    @Test func `a file is read whole, at a place, and up to a limit`() throws {
        let path = try folder.write(String(repeating: "0123456789", count: 20_000), "a")
        let file = try FileReader(path)
        #expect(file.status.size == 200_000)
        #expect(try file.bytes(limit: 200_000).count == 200_000)
        #expect(try file.bytes(5, at: 11) == Array("12345".utf8))
        #expect(try file.bytes(5, at: 199_998) == Array("89".utf8))
        #expect(throws: FileFault(path: path, reason: .tooLarge(limit: 199_999))) {
            try FileReader(path).bytes(limit: 199_999)
        }
        #expect(try FileReader(folder.write("", "empty")).bytes(limit: 0) == [])
        // The system tells no size of these.
        #expect(try FileReader("/proc/self/status").bytes(limit: 1 << 20).starts(with: Array("Name:".utf8)))
    }

    @Test func `what is no file is refused at once, by its kind`() throws {
        mkfifo(folder["pipe"], 0o600)
        try folder.write("a", "a")
        symlink("a", folder["link"])
        #expect(throws: FileFault(path: folder["pipe"], reason: .kind(.pipe))) {
            try FileReader(folder["pipe"], takingStreams: true)
        }
        // Programs hand over pipes of their own: one that has a name below `/dev` may never have a writer either.
        let named = "/dev/shm/atrium-test-\(UInt64.random(in: 0 ... .max))"
        if mkfifo(named, 0o600) == 0 {
            defer { unlink(named) }
            #expect(throws: FileFault(path: named, reason: .kind(.pipe))) { try FileReader(named, takingStreams: true) }
        }
        #expect(throws: FileFault(path: folder.path, reason: .kind(.folder))) { try FileReader(folder.path) }
        #expect(throws: FileFault(path: "/dev/zero", reason: .kind(.device))) { try FileReader("/dev/zero") }
        #expect(throws: FileFault(path: folder["none"], reason: .system(ENOENT))) { try FileReader(folder["none"]) }
        #expect(throws: FileFault(path: folder["link"], reason: .system(ELOOP))) {
            try FileReader(folder["link"], followingLinks: false)
        }
        #expect(try FileReader(folder["link"]).bytes(limit: 1) == Array("a".utf8))
    }

    @Test func `an endless stream ends at the limit`() throws {
        #expect(throws: FileFault(path: "/dev/zero", reason: .tooLarge(limit: 100_000))) {
            try FileReader("/dev/zero", takingStreams: true).bytes(limit: 100_000)
        }
        #expect(try FileReader("/dev/null", takingStreams: true).bytes(limit: 0) == [])
        #expect(try FileReader("/dev/null", takingStreams: true).bytes(limit: .max) == [])
        #expect(try FileReader(folder.write("", "empty")).bytes(limit: .max) == [])
    }

    @Test func `a pipe that is handed over is read to its end`() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        #expect(write(ends[1], "hello", 5) == 5)
        close(ends[1])
        defer { close(ends[0]) }
        #expect(try FileReader("/dev/fd/\(ends[0])", takingStreams: true).bytes(limit: 100) == Array("hello".utf8))
    }

    @Test func `waiting for a pipe holds nobody up, and ends when it is cancelled`() async throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { close(ends[0]) }
        let file = try FileReader("/dev/fd/\(ends[0])", takingStreams: true)
        let begun = Flag()
        let given = Task {
            begun.set()
            try await file.ready()
        }
        try await wait(until: "somebody waits for the pipe") { begun.isSet }
        given.cancel()
        await #expect(throws: CancellationError.self) { try await given.value }
        let reading = Task { try await file.bytes(awaitingUpTo: 100) }
        #expect(write(ends[1], "hel", 3) == 3)
        try await wait(until: "the first bytes are read") {
            var unread: Int32 = 0
            return ioctl(ends[0], UInt(FIONREAD), &unread) == 0 && unread == 0
        }
        #expect(write(ends[1], "lo", 2) == 2)
        close(ends[1])
        #expect(try await reading.value == Array("hello".utf8))
        #expect(try await FileReader(folder.write("abc", "a")).bytes(awaitingUpTo: 3) == Array("abc".utf8))
        await #expect(throws: FileFault(path: "/dev/zero", reason: .tooLarge(limit: 100_000))) {
            try await FileReader("/dev/zero", takingStreams: true).bytes(awaitingUpTo: 100_000)
        }
    }
}
