// SPDX-License-Identifier: GPL-3.0-or-later
import AtriumKit
import AtriumSession
@testable import AtriumShell
import AtriumTerminal
import AtriumTesting
import Testing

/// What help says of commands.
@MainActor
struct HelpTests {
    private enum Format: String, CommandChoice { case a, b, c, d, e, f, g }

    private static let ofApp = Command<ProbeModel>(
        "history", category: .reading, summary: LocalizedText(verbatim: "Of the app."),
        parameters: .number("id", summary: LocalizedText(verbatim: "Which one")),
        .optional(.query("words", terms: [.init("tag:NAME", LocalizedText(verbatim: "With this tag"))])),
        .option(.word("in", placeholder: "PLACE", summary: LocalizedText(verbatim: "Where"))),
        .option(.choice("format", Format.self)), examples: ["history 3"]
    ) { _, _, _, _, _, _ in .nothing }

    private func help(on topic: String) async throws -> [String] {
        let authenticator = ProbeAuthenticator()
        let coordinator = try Coordinator(
            catalog: [
                ProbeFactory("notes", recorder: Recorder(), authenticator: authenticator, commands: [Self.ofApp]),
                ProbeFactory("account", recorder: Recorder(), authenticator: authenticator),
            ],
            world: .test(), language: .english, size: Size(columns: 80, rows: 24))
        let sink = MemorySink()
        let shell = Shell(
            coordinator: coordinator, lines: PipeLineReader(),
            gate: OutputGate(output: sink, error: sink, isTerminal: false), options: ShellOptions())
        await coordinator.lease.replace(authenticator.make("ana"))
        try await coordinator.appear()
        return try Help(
            coordinator: coordinator, vocabulary: shell.reader.vocabulary, known: shell.completer.knownValues,
            hasScreen: false, topics: []
        ).lines(on: topic)
    }

    @Test func `parameters, options and their values have a line each`() async throws {
        let lines = try await help(on: "history")
        #expect(
            Array(lines.prefix(24)) == [
                "Notes", "", "history ID [WORDS] [--in PLACE] [--format FORMAT]", "  Of the app.", "", "Parameters",
                "  ID          Which one", "  WORDS", "    tag:NAME  With this tag", "", "Options",
                "  --in PLACE       Where", "  --format FORMAT", "    a", "    b", "    c", "    d", "    e", "    f",
                "    g", "", "Examples", "  history 3", "",
            ])
        #expect(lines.contains("Everywhere") && lines.contains("history [--limit N]"))
    }

    @Test func `what stands for an app leads to its page`() async throws {
        #expect(try await help(on: "acc").first == "Account — Probes.")
        await #expect(throws: CommandFault.self) { try await help(on: "nonsense") }
    }

    @Test(arguments: Language.ofKit)
    func `every parameter of the shell’s commands is explained`(language: Language) {
        for spec in Shell.commandSpecs(in: [ProbeFactory("account", recorder: Recorder())]) {
            for parameter in spec.parameters {
                let summary = parameter.summary?.string(in: language) ?? ""
                #expect(!summary.isEmpty, "\(spec.name) \(parameter.name)")
            }
        }
    }

    @Test func `examples of the shell’s commands are about its own apps`() throws {
        func examples(_ apps: AppID...) throws -> [String: [String]] {
            let catalog = apps.map { ProbeFactory($0, recorder: Recorder()) }
            let specs = Shell.commandSpecs(in: catalog)
            return Dictionary(uniqueKeysWithValues: specs.map { ($0.name, $0.examples(in: .english)) })
        }
        let two = try examples("plants", "birds")
        #expect(two["switch"] == ["switch birds", "birds"])
        #expect(two["open"] == ["open plants/item/1", "open birds/item/1", "open 2"])
        #expect(two["help"]?.last == "help birds")
        #expect(try examples("plants")["switch"]?.first == "switch plants")
        let all = two.values.joined().joined(separator: " ")
        for app in ["notes", "sms", "account", "list"] { #expect(!all.contains(app)) }
    }
}
