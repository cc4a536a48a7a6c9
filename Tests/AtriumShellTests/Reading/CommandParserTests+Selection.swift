// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import AtriumWorlds
import Testing

@testable import AtriumKit
@testable import AtriumShell

/// Commands for what is selected.
extension CommandParserTests {
    private static let these = Parameter.numbers("id", values: .item("note")).orSelection()
    private static let this = Parameter.number("id", values: .item("note")).orSelection()
    private static let party = Parameter.word("number", values: .item("number")).orSelection()
    private static let selecting = Vocabulary(
        app: "notes",
        appCommands: [
            CommandSpec("tag", category: .writing, summary: text, parameters: these, name),
            CommandSpec("done", category: .writing, summary: text, parameters: this),
            CommandSpec("move", category: .writing, summary: text, parameters: this, .option(.word("to")), name),
            CommandSpec("rename", category: .writing, summary: text, parameters: this, .title("title")),
            CommandSpec("mark", category: .writing, summary: text, parameters: party, .choice("sort", Sort.self)),
        ].map(AnyCommand.init(inert:)), shellCommands: [], apps: ["notes"])

    /// What a line asks for where these things are selected, as lines that name them.
    private func lines(_ line: String, selected: [String]) throws -> [String] {
        let invocation = try CommandParser.parse(line, with: Self.selecting, switching: AnyCommand(inert: Self.goTo)) {
            $0 == "note" || $0 == "number" ? selected : []
        }
        guard let invocation else { return [] }
        return ([invocation.arguments] + invocation.others).map {
            Invocation(owner: invocation.owner, command: invocation.command, arguments: $0).line
        }
    }

    @Test(arguments: [
        ("done", ["done 7"]), ("done 3", ["done 3"]), ("tag work", ["tag 7 work"]),
        ("tag two words", ["tag 7 two words"]), ("tag 3 4 work", ["tag 3 4 work"]), ("tag 3 2x", ["tag 3 2x"]),
        ("move work/plans", ["move 7 work/plans"]), ("move --to b work", ["move 7 --to b work"]),
        ("rename Ana’s \"plan", ["rename 7 Ana’s \"plan"]), ("mark newest", ["mark 7 newest"]),
        ("mark Alice newest", ["mark Alice newest"]),
    ]) func `a command that names nothing means what is selected`(line: String, expected: [String]) throws {
        #expect(try lines(line, selected: ["7"]) == expected)
    }

    @Test func `several that are marked are meant one by one, or together where a command takes them`() throws {
        #expect(try lines("done", selected: ["7", "9"]) == ["done 7", "done 9"])
        #expect(try lines("rename Same", selected: ["7", "9"]) == ["rename 7 Same", "rename 9 Same"])
        #expect(try lines("tag work", selected: ["7", "9"]) == ["tag 7 9 work"])
        #expect(try lines("done 3", selected: ["7", "9"]) == ["done 3"])
    }

    @Test func `nothing is selected where nobody sees a selection`() throws {
        #expect(throws: CommandFault.missing("ID")) { try lines("done", selected: []) }
        #expect(throws: CommandFault.notANumber(name: "id", value: "work")) { try lines("tag work", selected: []) }
        // A number alone is the thing, and what is missing is the name.
        #expect(throws: CommandFault.missing("NAME")) { try lines("tag 2024", selected: ["7"]) }
        #expect(throws: CommandFault.notANumber(name: "id", value: "x")) { try lines("done x", selected: ["7"]) }
    }
}
