// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumShell
import AtriumWorlds
import Foundation
import Testing

@testable import AtriumProgram

/// The faults of the files in a folder of configuration.
@MainActor
struct ConfigurationFolderTests {
    /// The sentences about the faults of some files.
    private func faults(_ files: [String: Data]) throws -> [String] {
        let root = FileManager.default.temporaryDirectory.appending(path: "Configuration-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        let program = ProgramIdentity.unnamed
        for (name, bytes) in files {
            let file = root.appending(path: program.command + "/" + name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try bytes.write(to: file)
        }
        return ConfigurationFolder(of: program, variables: ["XDG_CONFIG_HOME": root.path])
            .configuration(of: program, appSettings: []).faults.map { $0.sentence.string(in: .english) }
    }

    @Test(
        arguments: [
            ("config.toml", "mouse = true\nsidebar = off\n", ["config.toml, line 2: ", "TOML", "NAME = true"]),
            ("config.toml", "sidebar = true\nsidebar = false\n", ["config.toml, line 2: ", "each name once"]),
            ("config.toml", "[themes.paper]\nbackground = \"#12345\"\n", ["background", "paper", "“#12345”"]),
            ("config.toml", "[themes.paper]\nbackgroud = \"#123456\"\n", ["“backgroud”", "background, text"]),
            ("config.toml", "[themes.dark]\ntext = \"#123456\"\n", ["“dark”", "another name"]),
            ("config.toml", "[alias]\n\"two words\" = \"help\"\n", ["“two words”", "one word"]),
            ("config.toml", "[key]\nhelp = \"Alt-zz\"\n", ["key.help", "“Alt-zz”", "\"Alt-x\""]),
            ("themes/a.yaml", "base00: \"zz\"\nbase05: \"ffffff\"\n", ["themes/a.yaml", "base00", "“zz”"]),
            ("themes/a.yaml", "base00: \"ffffff\"\n", ["themes/a.yaml", "base05"]),
            ("themes/a.yaml", "a: [\n", ["themes/a.yaml", "YAML", "NAME: \"TEXT\""]),
        ] as [(String, String, [String])])
    func `a mistake is named with its place`(file: String, text: String, parts: [String]) throws {
        let faults = try faults([file: Data(text.utf8)])
        let fault = try #require(faults.first)
        #expect(faults.count == 1)
        for part in parts { #expect(fault.contains(part), "\(fault)") }
    }

    @Test(
        arguments: [
            ("{", "languages/x.json defines no language: the file is not valid JSON."),
            (#"{"tag": "qab"}"#, "“name” is missing"),
            (#"{"tag": "fr", "name": "F"}"#, "already has"),
            (#"{"tag": "de_DE", "name": "D"}"#, "“de_DE”"),
            (#"{"tag": "qab", "name": "Q", "units": ["B"]}"#, "units needs 4 values"),
            (#"{"tag": "qab", "name": "Q", "texts": {"Habits": {"gone": {"one": "weg"}}}}"#, "gone of Habits"),
        ])
    func `a file of a language says why it is none`(text: String, part: String) throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "Configuration-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        let program = ProgramIdentity.unnamed
        let folder = root.appending(path: program.command + "/languages")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: folder.appending(path: "x.json"))
        let found = ConfigurationFolder(of: program, variables: ["XDG_CONFIG_HOME": root.path]).languages()
        let sentence = try #require(found.faults.first?.sentence.string(in: .english))
        #expect(found.languages.isEmpty && found.faults.count == 1)
        #expect(sentence.contains(part), "\(sentence)")
    }

    @Test func `a file in another encoding says so`() throws {
        #expect(try faults(["config.toml": Data([0x61, 0xE9, 0x0A])]).first?.contains("UTF-8") == true)
    }
}
