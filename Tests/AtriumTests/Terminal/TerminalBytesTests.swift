// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// What a terminal is sent that no screen shows: titles of windows, notices for the desktop, links, and pictures in
/// the format of the terminal.
final class TerminalBytesTests: RegisteredProgram {
    /// Types at the program on a terminal of `script`, and waits for what is sent to it.
    ///
    /// - Parameter steps: Lines of a shell: `keys` types, `comes` waits for bytes, both as `printf` has them.
    private func sent(_ steps: String, terminal: String = "xterm-256color", path: String = "") async throws
        -> ProgramUnderTest.Outcome
    {
        try await atrium(
            """
            cat > steps.sh <<'END'
            mkfifo keys
            script -qfec "stty cols 100 rows 20; exec $ATRIUM --user ana --password-file password" sent < keys \
                > /dev/null &
            exec 3> keys
            seen=0
            comes() {
                what=$(printf "$1")
                until tail -c +$((seen + 1)) sent 2> /dev/null | grep -qaF "$what"; do sleep 0.05; done
            }
            keys() { seen=$(stat -c %s sent); printf "$1" >&3; }
            comes '@notes'
            \(steps)
            keys 'quit\\r'
            wait $!
            echo ended $?
            END
            ATRIUM_WITHOUT=\(path.isEmpty ? "chafa" : "") PATH=\(path)$PATH TERM=\(terminal) timeout \(ProgramUnderTest.patience) bash steps.sh
            """)
    }

    /// All that the terminal was sent.
    private var recorded: String {
        get throws {
            String(
                decoding: try #require(FileManager.default.contents(atPath: atrium.home + "/sent")), as: UTF8.self)
        }
    }

    @Test func `the window has a title that says no more than the screen, and its own one in the end`() async throws {
        let outcome = try await sent(
            #"""
            keys 'set title on\r'
            comes '\033[22;2t\033]2;Notes · All — Atrium\033\\'
            keys 'show 1\r'
            comes '\033]2;Notes · All · Welcome to MyNote. — Atrium\033\\'
            keys 'lock\r'
            comes '\033]2;Atrium\033\\'
            comes Password
            keys 'quiet herons ferry old bells\r'
            comes '\033]2;Notes · All · Welcome to MyNote. — Atrium\033\\'
            keys 'set title off\r'
            comes '\033[23;2t'
            """#)
        #expect(outcome.output.contains("ended 0"), "\(outcome.output)\(outcome.error)")
    }

    @Test func `the desktop is told of news in the way that was chosen`() async throws {
        let outcome = try await sent(
            #"""
            keys 'set notify on\r'
            keys 'export one.json &\r'
            comes '\033]9;Atrium: Job 1, export one.json: '
            keys 'set notify 777\r'
            keys 'export two.json &\r'
            comes '\033]777;notify;Atrium;Job 2, export two.json: '
            keys 'set notify off\r'
            keys 'export three.json &\r'
            keys 'fg\r'
            until [ -e three.json ]; do sleep 0.05; done
            """#)
        #expect(outcome.output.contains("ended 0"), "\(outcome.output)\(outcome.error)")
        let sent = try recorded
        #expect(sent.matches(of: /\e\](9|777);/).count == 2)
    }

    @Test func `the terminal is asked for its colours once, and not told of news while it is looked at`() async throws {
        let outcome = try await sent(
            #"""
            keys '\033]11;rgb:ffff/ffff/ffff\033\\\033P>|ghostty 1.2.0\033\\'
            # The faint text of a light ground.
            comes '\033[0;38;5;241m'
            keys '\033[I'
            keys 'set notify on\r'
            keys 'export one.json &\r'
            keys 'fg\r'
            until [ -e one.json ]; do sleep 0.05; done
            keys 'version\r'
            comes 'Atrium'
            keys '\033[O'
            keys 'export two.json &\r'
            comes '\033]9;Atrium: Job 1, export two.json: '
            """#)
        #expect(outcome.output.contains("ended 0"), "\(outcome.output)\(outcome.error)")
        let sent = try recorded
        #expect(sent.components(separatedBy: "\u{1B}]11;?\u{1B}\\").count == 2)
        // Attributes and modes are asked for once, before the answer that ends them all.
        let questions = "\u{1B}[c\u{1B}[?2026$p\u{1B}[?2031$p\u{1B}[?2048$p\u{1B}[5n"
        #expect(sent.components(separatedBy: questions).count == 2)
        #expect(sent.contains("\u{1B}[?1004h\u{1B}[?2031h\u{1B}[?2048h"))
        #expect(sent.contains("\u{1B}[?2048l\u{1B}[?2031l\u{1B}[?1004l"))
        #expect(sent.matches(of: /\e\]9;Atrium/).count == 1)
    }

    @Test func `lines of text mark prompts and what commands print`() async throws {
        let outcome = try await sent(
            #"""
            keys 'set plain on\r'
            comes '\033]133;B\033\\'
            keys 'whoami\r'
            comes '\033]133;C\033\\'
            comes '\033]133;D;0\033\\'
            keys 'nonsense\r'
            comes '\033]133;D;2\033\\'
            """#)
        #expect(outcome.output.contains("ended 0"), "\(outcome.output)\(outcome.error)")
        let (begin, end) = ("\u{1B}]133;C\u{1B}\\", "\u{1B}]133;D;")
        let printed = try recorded.components(separatedBy: begin).dropFirst().map { $0.components(separatedBy: end)[0] }
        #expect(printed.contains { $0.contains("ana") }, "\(printed)")
        #expect(printed.contains { $0.contains("nonsense") }, "\(printed)")
    }

    @Test func `what is copied goes to the clipboard as it is`() async throws {
        let text = "Lait & 豆腐 \u{1F408}"
        #expect(try await atrium("atrium --user ana --password-file password -c 'add \(text)'").status == 0)
        let outcome = try await sent(
            #"""
            keys 'show 3\r'
            comes 'Lait'
            keys '\033[17~'
            comes 'find'
            keys 'y'
            comes 'block'
            keys 'a'
            comes '\033]52;c;\#(Data(text.utf8).base64EncodedString())\033\\'
            # By the sidebar and the list back to the line.
            keys '\033[17~'
            comes '\033[20;14H'
            keys '\033[17~'
            comes '\033[5;21H'
            keys '\033[17~'
            comes '\033[20;14H'
            """#)
        #expect(outcome.output.contains("ended 0"), "\(outcome.output)\(outcome.error)")
    }

    @Test func `links lead somewhere`() async throws {
        try "See <https://www.swift.org/documentation/> there".write(
            toFile: atrium.home + "/text", atomically: true, encoding: .utf8)
        #expect(try await atrium("atrium --user ana --password-file password -c 'add - ' < text").status == 0)
        let outcome = try await sent("comes ';https://www.swift.org/documentation/\\033\\\\'")
        #expect(outcome.output.contains("ended 0"), "\(outcome.output)\(outcome.error)")
    }

    /// The program that draws writes what terminals of that kind take, and it comes to them as it is.
    @Test(arguments: [
        ("xterm-kitty", "kitty", #"\033_Gf=100,a=T;AAAA\033\\"#), ("foot", "sixels", #"\033Pq#0;2;0;0;0#0~~-\033\\"#),
        ("xterm-256color", "symbols", #"\033[31m#\033[m"#),
    ])
    func `a picture comes in the format of the terminal`(terminal: String, format: String, picture: String)
        async throws
    {
        let disc = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQAY3Y2wAAAAAElFTkSuQmCC"
        let drawer =
            "#!/bin/sh\ncat > /dev/null\ncase \"$*\" in *\"-f \(format) \"*) printf '\(picture)';; *) exit 1;; esac\n"
        try FileManager.default.createDirectory(
            atPath: atrium.home + "/bin", withIntermediateDirectories: true)
        try drawer.write(toFile: atrium.home + "/bin/chafa", atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: atrium.home + "/bin/chafa")
        try #require(Data(base64Encoded: disc)).write(to: URL(fileURLWithPath: atrium.home + "/disc.png"))
        let added = try await atrium(
            "atrium --user ana --password-file password -c 'add Disc ![](disc.png)' -c 'attach 3 disc.png'")
        #expect(added.status == 0, "\(added.error)")
        let outcome = try await sent(
            """
            keys 'show 3\\r'
            comes 'disc.png'
            keys 'picture disc.png\\r'
            comes '\(picture)'
            comes 'Enter'
            keys '\\r'
            comes '\\033[?1049l'
            """, terminal: terminal, path: "$PWD/bin:")
        #expect(outcome.output.contains("ended 0"), "\(outcome.output)\(outcome.error)")
        let sent = try recorded
        // What the terminal keeps of it is deleted.
        #expect(sent.contains("\u{1B}_Ga=d\u{1B}\\") == (format == "kitty"))
    }
}
