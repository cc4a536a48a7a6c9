// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AtriumScreen
import AtriumSession
import Testing

@testable import AtriumShell

/// The entries of a configuration file.
struct ShellConfigurationTests {
    private func configuration(_ values: [(String, ShellConfiguration.Value)]) -> ShellConfiguration {
        ShellConfiguration(
            values.map { ShellConfiguration.Entry($0, $1, in: "config.toml") }, languages: Language.ofKit,
            appSettings: ["notes.store"])
    }

    @Test func `values hold by the names of set`() {
        let read = configuration([
            ("sidebar", .flag(false)), ("theme", .text("paper")), ("notify", .number(777)), ("language", .text("fr")),
            ("alias.ll", .text("list --limit 20")), ("key.sidebar", .text("M-s")), ("backup.daily", .flag(true)),
            ("theme.paper", .colors(["background": "#ffffff", "text": "#000000"])),
        ])
        #expect(read.faults == [])
        #expect(read.language == .french)
        #expect(
            read.values == [
                "sidebar": "off", "theme": "paper", "notify": "777", "alias.ll": "list --limit 20",
                "key.sidebar": "M-s", "backup.daily": "on", "theme.paper": "background=#ffffff text=#000000",
            ])
        #expect(read.file(of: "sidebar") == "config.toml")
        #expect(read.file(of: "mouse") == nil)
    }

    @Test(
        arguments: [
            ("sidebar", .text("maybe"), .value(name: "sidebar", choices: ["on", "off"], file: "config.toml")),
            ("sidebar", .other, .value(name: "sidebar", choices: ["on", "off"], file: "config.toml")),
            ("theme", .text("paper"), .value(name: "theme", choices: ["auto", "dark", "light"], file: "config.toml")),
            ("language", .text("de"), .value(name: "language", choices: ["en", "zh-Hans", "fr"], file: "config.toml")),
            ("sidbar", .flag(true), .unknown(name: "sidbar", nearest: "sidebar", file: "config.toml")),
            ("x.y", .flag(true), .unknown(name: "x.y", nearest: nil, file: "config.toml")),
            ("notes.store", .text("memory"), .ofUser(name: "notes.store", file: "config.toml")),
            ("alias.alias", .text("list"), .alias("alias", .reserved("alias"), file: "config.toml")),
            ("alias.two words", .text("list"), .aliasName("two words", file: "config.toml")),
            ("alias.x", .flag(true), .text(name: "alias.x", example: "list --limit 20", file: "config.toml")),
            ("key.sidebar", .text("s"), .key(name: "key.sidebar", value: "s", file: "config.toml")),
            ("key.sidebar", .flag(true), .text(name: "key.sidebar", example: "Alt-x", file: "config.toml")),
            ("key.sidbar", .text("F2"), .unknown(name: "key.sidbar", nearest: "key.sidebar", file: "config.toml")),
            ("theme.dark", .colors(["text": "#ffffff"]), .standardTheme("dark", file: "config.toml")),
            (
                "theme.a", .colors(["background": "light gray", "text": "#ffffff"]),
                .color(name: "background", value: "light gray", theme: "a", file: "config.toml")
            ),
            ("theme.a", .colors(["backgroud": "#ffffff"]), .themeKey("backgroud", theme: "a", file: "config.toml")),
        ] as [(String, ShellConfiguration.Value, ConfigurationFault)])
    func `an entry that means nothing says why`(
        name: String, value: ShellConfiguration.Value, expected: ConfigurationFault
    ) {
        let read = configuration([(name, value), ("mouse", .flag(false))])
        #expect(read.faults == [expected])
        // The others hold.
        #expect(read.values == ["mouse": "off"])
    }

    @Test func `an alias that stands for no command is left out`() {
        var read = configuration([("alias.ll", .text("list")), ("alias.loop", .text("loop"))])
        read.check { (command) throws(AliasFault) in
            if command == "loop" { throw .unknownCommand(command, nearest: nil) }
        }
        #expect(read.values == ["alias.ll": "list"])
        #expect(read.faults == [.alias("loop", .unknownCommand("loop", nearest: nil), file: "config.toml")])
    }

    @Test func `a scheme of base16 is a theme`() {
        let scheme = Base16Scheme(["base00": "282828", "base04": "bdae93", "base05": "#D5C4A1", "author": "x"])
        #expect(scheme?.theme == ["background": "#282828", "text": "#d5c4a1", "faint": "#bdae93"])
        #expect(Base16Scheme(["base00": "282828"]) == nil)
        #expect(Base16Scheme(["base00": "red", "base05": "d5c4a1"]) == nil)
    }
}
