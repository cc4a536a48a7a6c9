// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AtriumTerminal
import Glibc
import Testing

/// Reading what is typed unseen, on a terminal of its own.
@MainActor
struct SecretReaderTests {
    private let user: Int32
    private let terminal: Int32

    init() throws {
        var (user, terminal): (Int32, Int32) = (-1, -1)
        try #require(openpty(&user, &terminal, nil, nil, nil) == 0)
        (self.user, self.terminal) = (user, terminal)
    }

    /// What is read of keys that are pressed one after the other, each of them at once.
    private func typed(_ keys: String...) throws -> LineInput {
        defer {
            close(user)
            close(terminal)
        }
        let reader = SecretReader(descriptor: terminal)
        reader.start()
        defer { reader.stop() }
        for key in keys {
            try #require(Glibc.write(user, key, key.utf8.count) == key.utf8.count)
            var wait = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
            while poll(&wait, 1, 0) > 0 { if let answer = reader.read(line: 1) { return try answer.get() } }
        }
        Issue.record("The line did not end.")
        return .interrupted
    }

    @Test func `a line is read as it was typed`() throws {
        #expect(try typed("open sesame é水\r") == .line("open sesame é水"))
    }

    @Test func `Escape is no part of it, and neither are keys that begin with it`() throws {
        let keys = ["\u{1B}p", "\u{1B}[A", "\u{1B}[1;5C", "\u{1B}OP", "\u{1B}é", "\u{1B}\u{1B}[A"].joined()
        #expect(try typed("\u{1B}", "open", keys, "\r") == .line("open"))
    }

    @Test func `an answer of the terminal is no part of it`() throws {
        #expect(try typed("open", "\u{1B}[0n", " sesame\n") == .line("open sesame"))
    }

    @Test func `an answer in parts is no part of it, and what is typed behind Escape is`() throws {
        let answers = try typed(
            "\u{1B}", "[0n", "\u{1B}[12;", "40R", "\u{1B}]11;rgb:0", "/0/0\u{7}", "\u{1B}", "P>|x\u{1B}\\", "\u{1B}",
            "[",
            "open", "\u{1B}[", "\r")
        #expect(answers == .line("[open"))
    }

    @Test func `the terminal’s own keys erase`() throws {
        #expect(try typed("opem\u{7F}n x水\u{7F}\u{7F}sesame\r") == .line("open sesame"))
    }

    @Test func `a word and a line are erased`() throws {
        #expect(try typed("wrong\u{15}open wrong \u{17}sesame\r") == .line("open sesame"))
    }

    @Test func `the end of the input ends an empty line only`() throws {
        #expect(try typed("ab\u{4}c\n") == .line("abc"))
    }

    @Test func `nothing ends at once`() throws {
        #expect(try typed("\u{4}") == .end)
    }
}
