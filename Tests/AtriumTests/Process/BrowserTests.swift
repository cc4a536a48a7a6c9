// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// Addresses that leave Atrium for a program of the user’s.
final class BrowserTests: RegisteredProgram {
    /// What a program is given when the only link of a new note is followed; `input` and `output` are left as files.
    private func given(_ browser: String, _ address: String) async throws -> String {
        try "Link [x](<\(address)>)".write(toFile: atrium.home + "/note", atomically: true, encoding: .utf8)
        return try await atrium(
            """
            printf '#!/bin/sh\nprintf "<%%s>" "$@" > given; cat > input; echo noise; echo noise >&2\n' > b; chmod +x b
            n=$(\(ana) -c 'add -' < note | tr -cd 0-9)
            printf '%s\n' "open notes/$n/1" list | BROWSER='\(browser)' \(ana) > output; cat given
            """
        ).output
    }

    @Test func `the program gets the address as one word that no shell reads`() async throws {
        #expect(
            try await given("./b", "https://x.org/$(touch${IFS}y);`touch${IFS}z`&*?'\"")
                == "<https://x.org/$(touch${IFS}y);`touch${IFS}z`&*?'\">")
        // What the program reads and writes is not what commands read and write.
        #expect(try await atrium("ls y z 2>&1 | grep -c cannot; wc -l < output; wc -c < input").output == "2\n4\n0\n")
        let given = try await given("./b -a \"b c\" --to=%s 5%% %%s", "https://x.org/%s")
        #expect(given == "<-a><b c><--to=https://x.org/%s><5%><%s>")
    }

    @Test func `programs are tried in order, and the last one's failure is told`() async throws {
        _ = try await atrium("\(ana) -c 'add See https://x.org/a'")
        let opened = try await atrium(
            "BROWSER='false::no-such-program:true %s:false' \(ana) --json -c 'open notes/3/1'")
        #expect(
            opened.output
                == #"{"message":"Handed https://x.org/a to true.","address":"https://x.org/a","program":"true"}"# + "\n"
        )
        let failed = try await atrium("BROWSER='no-such-program:false' \(ana) -c 'open notes/3/1'")
        #expect(
            failed.status == 1
                && failed.error == "“false” ended with status 1 and did not open https://x.org/a. Check BROWSER.\n")
        let missing = try await atrium("BROWSER='no-such-program' \(ana) --json -c 'open notes/3/1'")
        #expect(missing.error.contains(#""code":"program""#) && missing.error.contains("no-such-program"))
    }

    @Test func `without a program the address is said`() async throws {
        _ = try await atrium("\(ana) -c 'add See https://x.org/a'")
        let outcome = try await atrium("BROWSER= \(ana) --json -c 'open notes/3/1' -c 'show 3'")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.first == #"{"message":"Link 1 leads to https://x.org/a","address":"https://x.org/a"}"#)
        #expect(lines.last?.hasSuffix(#""links":["https://x.org/a"]}"#) == true)
    }

    @Test func `a file that a note names is shown by the system's program, and a program is not`() async throws {
        _ = try await atrium(
            """
            mkdir -p v bin; echo p > "v/my p.png"; printf '#!/bin/sh\n' > v/run.png; echo x > v/x.desktop
            echo '![[my p.png]] [r](run.png) [d](x.desktop) [g](gone.png) ![[../password]]' > v/Note.md
            printf '#!/bin/sh\nprintf "<%%s>" "$@" > given\n' > bin/xdg-open; chmod +x bin/xdg-open
            \(ana) -c "set notes.store markdown:$PWD/v"
            """)
        func open(
            _ place: String, _ variables: String = "ATRIUM_WITHOUT= PATH=$PWD/bin:$PATH"
        ) async throws -> ProgramUnderTest.Outcome {
            try await atrium(
                "rm -f given; (export \(variables); \(ana) --json -c 'open \"notes/1/\(place)\"'); cat given 2>&1")
        }
        let file = "/v/my p.png"
        let shown = try await open("my p.png")
        #expect(shown.output.contains(#""program":"xdg-open""#) && shown.output.hasSuffix("<\(atrium.home)\(file)>"))
        let refused = try await open("run.png")
        #expect(refused.error.contains("run.png is a program") && refused.output.contains("No such file"))
        #expect(try await open("x.desktop").error.contains("x.desktop is a program"))
        let unwanted = try await open("my p.png", "PATH=$PWD/bin:$PATH")
        #expect(unwanted.output.contains(#""path":"\#(atrium.home)\#(file)"}"#))
        // Without it the browser gets the file's address, and without that the reply says where it is.
        let browsed = try await open("my p.png", "PATH=/nowhere BROWSER=bin/xdg-open")
        #expect(browsed.output.hasSuffix("<file://\(atrium.home)/v/my%20p.png>"))
        #expect(
            try await open("my p.png", "PATH=/nowhere BROWSER=").output.contains(#""path":"\#(atrium.home)\#(file)"}"#))
        let links = try await atrium("\(ana) -c 'links 1' -c 'open notes/1/4'")
        #expect(links.output.contains("gone.png") && links.error.contains("no file “gone.png”"))
    }
}
