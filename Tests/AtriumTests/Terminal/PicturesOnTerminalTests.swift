// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumScripts
import Foundation
import Testing

@testable import AtriumProgram
@testable import atrium

/// Pictures of notes on a real terminal, drawn by a program of the test’s own, and by chafa where it is installed.
@MainActor
final class PicturesOnTerminalTests: ProgramOnTerminal {
    /// A red disc on blue, 64 to 32 pixels.
    private static let disc = """
        iVBORw0KGgoAAAANSUhEUgAAAEAAAAAgCAIAAAAt/+nTAAAAgElEQVR42u3YwQ2AMAwDQA/BO4MxO8PwQOIHSCTUjbHkAXyPSo2xxNo6MOAuW8SR\
        ToCz9FXmBTxW/4IBSvtCA1jtqwwgti8xgNs+bwC9fdLwY0Bh+4zBAAM4gPL2rw0GNAX4ERtggD9zMwDa3wMKF5nCTaywSijsQgrLnMg2Ojg75xSz\
        6NJw9vIAAAAASUVORK5CYII=
        """
    /// Draws every picture as rows of signs.
    private static let drawer = """
        #!/bin/sh
        cat > /dev/null
        for word; do [ "$last" = -s ] && size=$word; [ "$last" = -f ] && format=$word; last=$word; done
        [ $format = symbols ] || { echo "as $format, $size"; exit; }
        row=0
        while [ $row -lt ${size#*x} ]; do printf '\\033[38;2;250;80;10m%*s\\n' ${size%x*} '' | tr ' ' '#'; row=$((row+1)); done
        """

    private func write(_ bytes: Data, to name: String) throws {
        let path = atrium.home + "/" + name
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try bytes.write(to: URL(fileURLWithPath: path))
    }

    /// Starts the program with a note that shows a picture of a live folder.
    private func start(_ text: String, columns: Int = 80, path: String = "") async throws -> TmuxTerminal {
        try await atrium.register()
        try write(Data(Self.drawer.utf8), to: "bin/chafa")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: atrium.home + "/bin/chafa")
        try write(#require(Data(base64Encoded: Self.disc)), to: "vault/my disc.png")
        try write(Data("no picture".utf8), to: "vault/broken.png")
        try write(Data(text.utf8), to: "vault/Discs.md")
        let outcome = try await atrium(
            "atrium --user ana --password-file password -c 'set notes.store markdown:vault'")
        #expect(outcome.status == 0, "\(outcome.error)")
        let terminal = try await atrium.terminal(
            [Repository.program, "--user", "ana", "--password-file", "password"],
            ["PATH": path + "/usr/bin:/bin", "ATRIUM_WITHOUT": ""], columns: columns, rows: 40)
        try await expect("ana@notes ❯", on: terminal)
        try await terminal.enter("show Discs", isCommand: false)
        return terminal
    }

    @Test(arguments: [120, 80, 50]) func `a picture is drawn below its name`(columns: Int) async throws {
        let terminal = try await start(
            "One\n![[my disc.png|160]]\ntwo\n![](broken.png) ![](my%20disc.png) ![[gone.png]]\n", columns: columns,
            path: atrium.home + "/bin:")
        // As wide as was asked for: 20 columns, and half as many rows as their half.
        var screen = try await expect("▣ my disc.png[1]", on: terminal)
        screen = try await expect(" ####################", on: terminal)
        #expect(
            screen.filter { $0.contains(" ####################") && !$0.contains("#####################") }.count == 5)
        // What is no picture, and what is not there, is told of in its place.
        screen = try await expect("▣ broken.png[2] ▣ my disc.png[3] ▣ gone.png[4]", on: terminal)
        try await expect(" ######## ", on: terminal)
        try await terminal.enter("set pictures off", isCommand: false)
        screen = try await terminal.screen { !$0.contains { $0.contains("###") } }
        #expect(screen.contains { $0.contains("▣ my disc.png[1]") })
        try await terminal.enter("set pictures auto", isCommand: false)
        try await expect(" ####################", on: terminal)
        await terminal.end()
    }

    @Test func `a picture is shown alone, and Enter goes back`() async throws {
        let terminal = try await start("One\n![[my disc.png|160]]\n![](broken.png)\n", path: atrium.home + "/bin:")
        try await expect(" ####################", on: terminal)
        try await terminal.enter("picture", isCommand: false)
        var screen = try await expect("Enter: back", on: terminal)
        // As wide as there is room for.
        #expect(screen[0].hasPrefix(String(repeating: "#", count: 70)))
        #expect(!screen.contains { $0.contains("ana@notes") })
        try await terminal.enter("", isCommand: false)
        screen = try await expect("Shown: my disc.png.", on: terminal)
        #expect(screen.contains { $0.contains("▣ my disc.png[1]") })
        try await terminal.enter("set pictures kitty", isCommand: false)
        try await expect("pictures is kitty", on: terminal)
        try await terminal.enter("picture 'my disc.png'", isCommand: false)
        try await expect("as kitty, 80x38", on: terminal)
        try await terminal.enter("", isCommand: false)
        try await expect("ana@notes ❯", on: terminal)
        try await terminal.enter("picture 2", isCommand: false)
        try await expect("“broken.png” can be shown only on a terminal", on: terminal)
        try await terminal.enter("picture 9", isCommand: false)
        try await expect("Note 1 has no picture “9”. show 1 lists its links.", on: terminal)
        await terminal.end()
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/chafa")))
    func `chafa itself draws`() async throws {
        let terminal = try await start("One\n![[my disc.png]]\n")
        try await expect("▣ my disc.png[1]", on: terminal)
        let blocks: Set<Character> = Set("▀▁▂▃▄▅▆▇█▉▊▋▌▍▎▏▐░▒▓▔▕▖▗▘▙▚▛▜▝▞▟")
        let screen = try await terminal.screen { rows in
            rows.contains { !blocks.isDisjoint(with: $0.dropFirst()) }
        }
        #expect(screen.contains { !blocks.isDisjoint(with: $0.dropFirst()) })
        #expect(screen.contains { $0.contains("▣ my disc.png[1]") })
        await terminal.end()
    }
}
