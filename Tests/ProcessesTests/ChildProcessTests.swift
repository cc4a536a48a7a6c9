// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import Testing

@testable import AtriumProcesses

@MainActor
@Suite(.timeLimit(.minutes(10))) struct ChildProcessTests {
    @Test func `what a program writes comes in pieces, and its status`() async throws {
        var output: [UInt8] = []
        let status = try await ChildProcess.run(
            "tr a-z A-Z; echo oops >&2; exit 3", in: "/", input: Array("abc\n".utf8), takesErrors: true
        ) {
            output += $0
            return true
        }
        #expect(status == 3)
        #expect(String(decoding: output, as: UTF8.self) == "ABC\noops\n")
    }

    @Test func `a program apart has no terminal, and none that it could open`() async throws {
        let script = """
            read -r pid name state parent group session terminal rest < /proc/self/stat
            test $session = $$ && test $terminal = 0 && test "$(readlink /proc/self/fd/0)" = "$1" && exit 7
            """
        #expect(try await ChildProcess.runApart(script, ["/dev/null"], in: "/") == 7)
        let running = Task { try await ChildProcess.runApart("sleep 1000", in: "/") }
        running.cancel()
        #expect(try await running.value == 128 + SIGTERM)
    }

    @Test(arguments: [false, true])
    func `a program that never stops is ended when enough was read`(isAside: Bool) async throws {
        var count = 0
        // One that does not want to hear of it, and one that it has started.
        let status = try await ChildProcess.run(
            "trap '' PIPE TERM; yes & while kill -0 $PPID; do echo x; done 2> /dev/null", in: "/", input: [],
            takesErrors: false,
            isAside: isAside
        ) {
            count += $0.count
            return count < 1_000_000
        }
        #expect(status > 128)
        #expect(count < 1_000_000 + 65_537)
    }

    @Test func `cancelling ends a program that says nothing, and what it has started`() async throws {
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let running = Task {
            try await ChildProcess.run("echo; sleep 1000 | sleep 1000", in: "/", input: [], takesErrors: false) { _ in
                start.finish()
                return true
            }
        }
        for await _ in started {}
        running.cancel()
        #expect(try await running.value == 128 + SIGTERM)
    }

    @Test func `a program has nothing open that this one has`() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { ends.forEach { close($0) } }
        let status = try await ChildProcess.run(
            "[ ! -e /proc/self/fd/$1 ] && [ ! -e /proc/self/fd/$2 ]", ends.map(String.init), in: "/")
        #expect(status == 0)
    }

    @Test func `a program keeps the descriptor that it is given, and no other`() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        let status = try await ChildProcess.run(
            "echo kept >&3; [ $1 = 3 ] || [ ! -e /proc/self/fd/$1 ]", ["\(ends[0])"], in: "/", keeping: ends[1])
        close(ends[1])
        #expect(status == 0)
        var bytes = [UInt8](repeating: 0, count: 9)
        #expect(read(ends[0], &bytes, 9) == 5)
        #expect(bytes.starts(with: Array("kept\n".utf8)))
    }

    @Test func `nobody waits for what a program has left behind`() async throws {
        var number: [UInt8] = []
        let running = Task {
            try await ChildProcess.run(
                "setsid sh -c 'echo $$; exec sleep 1000' & exec sleep 1000", in: "/", input: [], takesErrors: false
            ) {
                number += $0
                return false
            }
        }
        #expect(try await running.value == 128 + SIGTERM)
        let child = try #require(pid_t(String(decoding: number.dropLast(), as: UTF8.self)))
        kill(child, SIGKILL)
    }

    @Test func `what a program has left behind may hold its input too`() async throws {
        var number: [UInt8] = []
        let input = [UInt8](repeating: 0x61, count: 1 << 20)
        let running = Task {
            try await ChildProcess.run(
                "setsid sh -c 'echo $$; exec sleep 1000' <&0 & exec sleep 1000", in: "/", input: input,
                takesErrors: false
            ) {
                number += $0
                return false
            }
        }
        #expect(try await running.value == 128 + SIGTERM)
        let child = try #require(pid_t(String(decoding: number.dropLast(), as: UTF8.self)))
        kill(child, SIGKILL)
    }

    @Test func `a pipe is read a few pieces ahead, by one thread, and to its end`() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        _ = fcntl(ends[1], F_SETFL, O_WRONLY | O_NONBLOCK)
        let reader = PipeReader(ends[0]) { true }
        let piece = [UInt8](repeating: 0x61, count: 4096)
        var written = 0
        // As long as there is room, or there will be some soon.
        while written < 64 << 20 {
            var wait = pollfd(fd: ends[1], events: Int16(POLLOUT), revents: 0)
            guard poll(&wait, 1, 1000) > 0 else { break }
            written += max(0, write(ends[1], piece, piece.count))
        }
        // What the pipe itself holds, and the pieces.
        #expect(written <= (PipeReader.ahead + 2) * PipeReader.size)
        close(ends[1])
        var count = 0
        for await piece in reader.pieces {
            reader.take()
            count += piece.count
        }
        reader.stop()
        #expect(count == written)
    }
}
