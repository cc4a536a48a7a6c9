// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumShell
@testable import AtriumSpecs
import AtriumSystems
import AtriumTesting
import AtriumWorlds
import Foundation
import Testing

/// The JSON by which commands, places and settings come from a file or another process: it stays as it is.
@MainActor
struct SpecCodingTests {
    private func read<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(json.utf8))
    }

    private func written(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Every member, in the form in which it is written.
    private static let command = """
        {
          "aliases" : [
            "tick"
          ],
          "audited" : "export",
          "category" : "exchange",
          "examples" : [
            "done 1"
          ],
          "lasting" : true,
          "locked" : true,
          "login" : false,
          "name" : "done",
          "parameters" : [
            {
              "form" : "numbers",
              "name" : "id",
              "placeholder" : "HABIT",
              "selection" : true,
              "summary" : {
                "en" : "The habit.",
                "fr" : "L’habitude.",
                "zh-Hans" : "习惯。"
              },
              "values" : {
                "item" : "habit"
              }
            },
            {
              "form" : "option",
              "name" : "sort",
              "terms" : [
                {
                  "summary" : "By name.",
                  "text" : "name"
                }
              ],
              "values" : [
                "name",
                "date"
              ]
            },
            {
              "form" : "flag",
              "name" : "all"
            },
            {
              "command" : true,
              "form" : "text",
              "name" : "then",
              "optional" : true,
              "shows" : true
            }
          ],
          "secret" : true,
          "summary" : "Marks a habit."
        }
        """

    @Test func `a command has a shape of its own`() throws {
        let spec = try read(CommandSpec.self, Self.command)
        #expect(spec.name == "done" && spec.aliases == ["tick"] && spec.category == .exchange)
        #expect(!spec.needsLogin && spec.worksLocked && spec.asksSecret && spec.isLasting && spec.audited == .export)
        #expect(spec.parameters.map(\.form) == [.numbers, .option, .flag, .text])
        #expect(spec.parameters[0].summary?.string(in: .french) == "L’habitude.")
        // Languages that other tests define have the English text.
        let again = try read(
            CommandSpec.self, written(spec).replacing(#/,\s*"(?!en|fr|zh)[a-z]+" : "The habit\."/#, with: ""))
        #expect(try written(again) == written(spec))
        #expect(
            try written(spec).replacing(#/\n\s*"(?!en|fr|zh-Hans)[a-z-]+" : "The habit\.",/#, with: "") == Self.command)
    }

    @Test func `a name and a summary are enough`() throws {
        let spec = try read(CommandSpec.self, #"{"name": "up", "summary": "Counts."}"#)
        #expect(spec.category == .writing && spec.needsLogin && spec.parameters.isEmpty)
        #expect(
            try written(spec).filter { !$0.isWhitespace } == #"{"category":"writing","name":"up","summary":"Counts."}"#)
    }

    @Test(arguments: [
        #"{"name": "a b", "summary": ""}"#, #"{"name": "", "summary": ""}"#, #"{"name": "--a", "summary": ""}"#,
        #"{"name": "a"}"#, #"{"name": "a", "summary": {}}"#, #"{"name": "a", "summary": "", "category": "x"}"#,
        #"{"name": "a", "summary": "", "audited": "x"}"#,
        #"{"name": "a", "summary": "", "parameters": [{"name": "b", "form": "x"}]}"#,
        #"{"name": "a", "summary": "", "parameters": [{"name": "b", "values": "x"}]}"#,
        #"{"name": "a", "summary": "", "parameters": [{"name": "b"}, {"name": "b"}]}"#,
        #"{"name": "a", "summary": "", "parameters": [{"name": "b", "form": "text"}, {"name": "c"}]}"#,
        #"{"name": "a", "summary": "", "parameters": [{"name": "b", "optional": true}, {"name": "c"}]}"#,
        #"{"name": "a", "summary": "", "parameters": [{"name": "b", "selection": true}]}"#,
    ])
    func `a command that no line could mean is refused`(json: String) {
        #expect(throws: DecodingError.self) { try read(CommandSpec.self, json) }
    }

    @Test func `places and settings have shapes of their own`() throws {
        let route = try read(
            RouteSpec.self, #"{"pattern": "habit/:number", "summary": "A habit.", "items": {"number": "habit"}}"#)
        #expect(route.pattern == "habit/:number" && route.items == ["number": "habit"])
        #expect(
            try written(route).filter { !$0.isWhitespace }
                == #"{"items":{"number":"habit"},"pattern":"habit/:number","summary":"Ahabit."}"#)
        for pattern in ["a//b", "a b", "a/:"] {
            #expect(throws: DecodingError.self) {
                try read(RouteSpec.self, #"{"pattern": "\#(pattern)", "summary": ""}"#)
            }
        }
        let setting = #"""
            {"choices":[{"summary":"Monday.","value":"monday"}],"initial":"monday","name":"h.week","summary":"Start."}
            """#
        #expect(try written(read(AppSettingSpec.self, setting)).filter { !$0.isWhitespace } == setting)
    }

    // MARK: Performing

    private final class Notebook {
        var log: [String] = []
    }

    private func perform(_ line: String, _ parameters: String) async throws -> [String] {
        let spec = try read(CommandSpec.self, #"{"name": "do", "summary": "Does.", "parameters": [\#(parameters)]}"#)
        let command = Command<Notebook>(spec) { model, _, values in
            model.log = values.texts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            model.log += values.numbers("ids").map(String.init)
            if let number = values.number("n") { model.log.append("#\(number)") }
            return .nothing
        }
        let app: AppID = "book"
        let vocabulary = Vocabulary(app: app, appCommands: [AnyCommand(command)], shellCommands: [], apps: [app])
        let switching = AnyCommand(
            Command<Notebook>("switch", summary: "", parameters: .word("app")) { _, _ in .nothing })
        let invocation = try #require(try CommandParser.parse(line, with: vocabulary, switching: switching))
        let book = Notebook()
        let world = World(system: .memory(.init()))
        _ = try await invocation.perform(
            for: book, CommandContext(language: .english, world: world, prompter: CannedPrompter()))
        return book.log
    }

    @Test func `a command of values runs with what was typed`() async throws {
        let parameters = #"""
            {"name": "n", "form": "number"}, {"name": "sort", "form": "option", "values": ["a", "b"]},
            {"name": "all", "form": "flag"}, {"name": "rest", "form": "text", "optional": true}
            """#
        #expect(
            try await perform("do 3 --all --sort=b x  y", parameters) == [
                "all=true", "n=3", "rest=x  y", "sort=b", "#3",
            ])
        #expect(try await perform("do 3", parameters) == ["n=3", "#3"])
        await #expect(throws: CommandFault.missing("N")) { try await perform("do", parameters) }
        await #expect(throws: CommandFault.notANumber(name: "n", value: "0")) { try await perform("do 0", parameters) }
        await #expect(throws: CommandFault.notAChoice(name: "sort", value: "c", choices: ["a", "b"])) {
            try await perform("do 3 --sort c", parameters)
        }
        #expect(
            try await perform("do 2 4-6", #"{"name": "ids", "form": "numbers"}"#) == ["ids=2 4-6", "2", "4", "5", "6"])
    }
}
