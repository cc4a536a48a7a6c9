// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

/// Without a terminal and without anything to read, the program shows what it is.
struct TourTests {
    private let atrium: ProgramUnderTest

    init() throws { atrium = try ProgramUnderTest() }

    @Test func `where nobody is there it shows the demonstration and what to type next`() async throws {
        let outcome = try await atrium("atrium < /dev/null")
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(outcome.error.isEmpty)
        for text in ["ana@notes ❯ list", "Concert on Friday", "ana@sms ❯ threads", "Alice Smith", "atrium demo"] {
            #expect(outcome.output.contains(text), "\(text)")
        }
        // Your own store is neither made nor read.
        #expect(try await atrium("ls -A data 2> /dev/null | wc -l").output == "0\n")
    }

    @Test(arguments: ["en", "zh-Hans", "fr"])
    func `it is told in every language`(_ language: String) async throws {
        let outcome = try await atrium("atrium --lang \(language) < /dev/null")
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(outcome.output.hasPrefix("Atrium"))
        // What to type next is a line each.
        #expect(!outcome.output.contains("␊"))
        #expect(outcome.output.contains("\n  atrium --help"))
    }

    @Test(arguments: ["--user ana", "--open notes/3", "--store memory", "--home mine"])
    func `whoever names data of their own is shown nobody else’s`(_ options: String) async throws {
        let outcome = try await atrium("atrium \(options) < /dev/null")
        #expect(outcome.output.isEmpty)
        #expect(outcome.status == (options.contains("user") ? 77 : 0), "\(outcome.error)")
    }

    @Test func `an empty pipe and JSON get none`() async throws {
        #expect(try await atrium("printf '' | atrium").output.isEmpty)
        #expect(try await atrium("atrium --json < /dev/null").output.isEmpty)
    }
}
