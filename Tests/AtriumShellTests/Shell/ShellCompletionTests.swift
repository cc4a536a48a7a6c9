// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScreen
import AtriumSession
@testable import AtriumShell
import AtriumTerminal
import AtriumTesting
import Foundation
import Testing

/// What TAB offers behind the shell’s own commands.
@MainActor
struct ShellCompletionTests {
    private let shell: Shell

    init() async throws {
        let authenticator = ProbeAuthenticator(clock: .nineOClock)
        let names: [AppID] = ["notes", "sms", "account"]
        let coordinator = try Coordinator(
            catalog: names.map { ProbeFactory($0, recorder: Recorder(), authenticator: authenticator) },
            world: .test(), language: .english, size: Size(columns: 80, rows: 24))
        let sink = MemorySink()
        shell = Shell(
            coordinator: coordinator, lines: PipeLineReader(),
            gate: OutputGate(output: sink, error: sink, isTerminal: false), options: ShellOptions())
        await coordinator.lease.replace(
            authenticator.make("ana", settings: ["alias.tt": "theme dark", "theme.paper": "text=#000000"]))
        try await coordinator.appear()
    }

    private func words(_ line: String) async -> [String] {
        await shell.completions(for: CompletionRequest(line: line)).candidates.map(\.text)
    }

    private func description(_ line: String) async -> String? {
        await shell.completions(for: CompletionRequest(line: line)).candidates.first?.description
    }

    @Test func `commands, apps and aliases begin a line, each with what it does`() async {
        #expect(await words("t") == ["tab", "theme", "tour", "transition", "tt", "type"])
        #expect(await words("SW") == ["switch"])
        #expect(await description("tt") == "theme dark")
        #expect(await description("sms") == "Probes.")
        #expect(await description("back") == Strings.commandBack.string(in: .english))
        #expect(await words("help the") == ["theme"])
    }

    @Test func `settings have their values, keys their actions, themes their names`() async {
        #expect(await words("set si") == ["sidebar"])
        #expect(await description("set si") == Strings.settingSidebar.string(in: .english))
        #expect(await words("set sidebar ") == ["on", "off"])
        #expect(await words("set theme ") == ["auto", "dark", "light", "paper"])
        #expect(await words("set nothing ") == [])
        #expect(await words("theme pa") == ["paper"])
        #expect(await words("transition dis") == ["dissolve"])
        #expect(await words("key sid") == ["sidebar"])
        #expect(await description("key sid") == Strings.keySidebar.string(in: .english))
        #expect(await words("unalias t") == ["tt"])
        #expect(await description("lang fr") == "Français")
        #expect(await words("tab o") == ["one"])
        #expect(await words("switch a") == ["account"])
        #expect(await words("history --l") == ["--limit"])
        #expect(await description("history --l") == "The most rows to list")
    }

    @Test func `values to choose from say what they do, in every language`() async {
        #expect(await description("set theme dark") == "Light text on a dark ground")
        #expect(await description("set theme paper") == "text=#000000")
        #expect(await description("theme light") == "Dark text on a light ground")
        #expect(await description("transition cover") == "The new app rises over the old one")
        #expect(await description("sidebar off") == "Shown only while you select in it")
        for language in Language.ofKit {
            var known: Set<String> = []
            for setting in Setting.allCases {
                for choice in setting.described(Preferences()).choices {
                    let text = choice.summary.string(in: language)
                    #expect(text != choice.value && known.insert(text).inserted, "\(setting) \(choice.value)")
                }
            }
        }
    }

    @Test func `routes are completed step by step, down to the things that they lead to`() async {
        #expect(await words("open n") == ["notes/"])
        #expect(await words("open notes/") == ["notes/item/"])
        #expect(await words("open notes/item/") == ["notes/item/1", "notes/item/2"])
        #expect(await words("open sms/item/sec") == ["sms/item/2"])
        #expect(await description("open sms/item/sec") == "Second")
        #expect(await words("open nowhere/") == [])
        await shell.coordinator.lease.lock()
        #expect(await words("open notes/item/") == [])
    }

    @Test func `what is in a thing is completed where the thing is open`() async throws {
        let model = try #require(shell.coordinator.currentApp?.model as? ProbeModel)
        #expect(await words("open ") == ["notes/", "sms/", "account/"])
        #expect(await words("open notes/item/2/") == [])
        model.opened = "2"
        #expect(await words("open ") == ["1", "notes/", "sms/", "account/"])
        #expect(await description("open ") == "2")
        #expect(await words("open notes/item/2/") == ["notes/item/2/1", "notes/item/2/whole"])
        #expect(await words("open notes/item/1/") == [])
        #expect(await words("open sms/item/2/") == [])
    }

    @Test func `files are completed, also behind a redirection`() async throws {
        let folder = URL(filePath: NSTemporaryDirectory() + "atrium-names-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["Diary", ".hidden"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name), withIntermediateDirectories: true)
        }
        try Data().write(to: folder.appending(path: "dates.txt"))
        let path = folder.path
        #expect(await words("source \(path)/") == [path + "/Diary/", path + "/dates.txt"])
        #expect(await words("apps > \(path)/da") == [path + "/dates.txt"])
        #expect(await words("apps > \(path)/d") == [path + "/Diary/", path + "/dates.txt"])
        #expect(await words("apps > \(path)/.h") == [path + "/.hidden/"])
        #expect(await words("apps | so") == [])
    }
}
