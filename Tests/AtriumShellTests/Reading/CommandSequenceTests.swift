// SPDX-License-Identifier: GPL-3.0-or-later

import Dice
import Testing

@testable import AtriumKit
@testable import AtriumShell

/// Lines of several commands.
struct CommandSequenceTests {
    /// The commands of a line, each with what stands before it; `add` takes text.
    private func parts(_ line: String) -> [String] {
        var parts: [String] = []
        var (rest, sign): (String?, String) = (line, "")
        while let line = rest {
            let sequence = CommandSequence(line) { $0.hasPrefix("add") || $0.hasPrefix(" add") }
            parts.append(sign + sequence.first)
            sign = sequence.next?.separator == .onSuccess ? "&&" : ";"
            rest = sequence.next?.line
        }
        return parts
    }

    @Test(arguments: [
        ("list", ["list"]), ("", [""]), ("list; tags", ["list", "; tags"]), ("list;tags", ["list", ";tags"]),
        ("a && b ; c", ["a ", "&& b ", "; c"]), ("list;", ["list", ";"]),
        ("find 'a;b' && tags", ["find 'a;b' ", "&& tags"]), ("find \"a && b\"", ["find \"a && b\""]),
        (#"find a\;b"#, [#"find a\;b"#]), (#"find "a\";b" ; c"#, [#"find "a\";b" "#, "; c"]),
        // Everything behind these belongs to them.
        ("add Milk; eggs && bread", ["add Milk; eggs && bread"]), ("tags; add a; b", ["tags", "; add a; b"]),
        ("list | sort; uniq", ["list | sort; uniq"]), ("# a; b", ["# a; b"]), ("tags; # a; b", ["tags", "; # a; b"]),
        ("find don't; tags", ["find don't; tags"]), ("import x &; list", ["import x &", "; list"]),
        ("tag 3 R&D", ["tag 3 R&D"]), ("list &", ["list &"]),
    ])
    func `separators part commands where nothing else takes them`(line: String, expected: [String]) {
        #expect(parts(line) == expected)
    }

    @Test(arguments: [
        "&& list", "; list", ";", "list &&", "list && ", "list && # tags", "list && ; tags", "list ; ; tags",
        "list;&&tags",
        " ; # tags",
    ])
    func `a command is missing beside a sign`(line: String) {
        #expect(CommandSequence(line) { _ in false }.lacksCommand)
    }

    @Test(arguments: ["", "list", "list;", "list; ", "list; # tags", "list;tags", "list && tags &&", "# list &&"])
    func `no command is missing beside the first sign`(line: String) {
        #expect(!CommandSequence(line) { _ in false }.lacksCommand)
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `nothing that was typed is lost`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let pieces = ["a", " ", ";", "&", "&&", "'", "\"", "\\", "|", "add", "#", "é", "字"]
        for _ in 0..<2_000 {
            let line = (0..<Int.random(in: 0...12, using: &dice)).map { _ in
                pieces[Int.random(in: pieces.indices, using: &dice)]
            }.joined()
            #expect(parts(line).joined() == line)
        }
    }
}
