// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
@testable import AtriumScreen
import AtriumSession
@testable import AtriumShell
import AtriumTerminal
import AtriumTesting
import Testing

struct CompletionPlaceTests {
    private static let text = LocalizedText(verbatim: "")
    private enum Sort: String, CommandChoice { case date, title }
    private static let list = CommandSpec(
        "list", category: .reading, summary: text,
        parameters: .option(.choice("sort", Sort.self)), .flag("trash"),
        .optional(.query("query", values: .item("term"))))
    private static let tag = CommandSpec(
        "tag", category: .writing, summary: text,
        parameters: .number("id", values: .item("note")), .text("name", values: .item("tag")))
    private static let add = CommandSpec(
        "add", category: .writing, summary: text,
        parameters: .option(.word("in", values: .item("notebook"))), .optional(.text("text")))
    private static let move = CommandSpec(
        "move", category: .writing, summary: text,
        parameters: .number("id", values: .item("note")), .word("notebook", values: .item("notebook")))
    private static let vocabulary = Vocabulary(
        app: "notes", appCommands: [list, tag, add, move].map(AnyCommand.init(inert:)), shellCommands: [],
        apps: ["notes"])

    /// What is wanted, and of which part of the line, in words.
    private func place(_ line: String) -> String {
        let place = CompletionPlace(
            CompletionRequest(line: line), vocabulary: Self.vocabulary,
            preferences: Preferences(["alias.ll": "list --sort"]))
        let rest = "‹\(place.word)›@\(place.start)" + (place.isLiteral ? " literal" : "")
        return switch place.wanted {
        case .nothing: "nothing"
        case .command: "command " + rest
        case .file: "file " + rest
        case .option(let spec): "option of \(spec.name) " + rest
        case .value(let parameter, let words):
            switch parameter.values {
            case .item(let item): "\(item) after \(words) " + rest
            case .choices(let words): "\(place.prefix)\(words) " + rest
            case let values: "\(values) " + rest
            }
        }
    }

    @Test(arguments: [
        ("", "command ‹›@0"), ("  sh", "command ‹sh›@2"), ("# no", "nothing"), ("nonsense x", "nothing"),
        ("notes x", "nothing"),
        ("move sh", "note after [] ‹sh›@5"), ("move 3 \"my b", "notebook after [\"3\"] ‹my b›@7"),
        ("move 3 work x", "nothing"),
        ("tag 3 two w", "tag after [\"3\"] ‹two w›@6 literal"), ("tag 3 ", "tag after [\"3\"] ‹›@6 literal"),
        ("list ", "term after [] ‹›@5 literal"), ("list milk in:\"two w", "term after [] ‹in:\"two w›@10 literal"),
        ("list a --", "option of list ‹--›@7"), ("list -", "option of list ‹-›@5"),
        ("list --sort t", "[\"date\", \"title\"] ‹t›@12"), ("list --sort=t", "--sort=[\"date\", \"title\"] ‹t›@5"),
        ("list --sort date m", "term after [] ‹m›@17 literal"), ("list --trash --sort ", "[\"date\", \"title\"] ‹›@20"),
        ("list milk --sort ", "[\"date\", \"title\"] ‹›@17"),
        ("list milk > ", "file ‹›@12"), ("move 1 a >fi", "file ‹fi›@10"), ("list | so", "nothing"),
        ("list a > b ", "nothing"),
        ("ll d", "[\"date\", \"title\"] ‹d›@3"),
        ("add --in w", "notebook after [] ‹w›@9"), ("add --", "option of add ‹--›@4"),
        ("add --in work milk > eggs --", "free ‹milk > eggs --›@14 literal"),
    ])
    func `what belongs at the cursor`(line: String, expected: String) {
        #expect(place(line) == expected)
    }

    @Test func `letters are compared without case, accents and width`() {
        let candidate = Completion(text: "Été", description: "Ｃafé du coin, 豆腐")
        #expect(candidate.begins(like: "ET"))
        #expect(!candidate.begins(like: "t"))
        #expect(candidate.fits("coin cafe"))
        #expect(candidate.fits("豆"))
        #expect(!candidate.fits("oin"))
        #expect(!Completion(text: "x").fits("y"))
        #expect(Folding.of("ÀßＡ豆") == "asa豆")
    }
}
