// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession
import AtriumTesting
import Dice
import Testing

@testable import AtriumKit
import AtriumShell

/// Parameters with the types of their values.
@MainActor
struct ParameterTests {
    /// A type of an app’s own.
    private struct Pair: CommandValue, Equatable {
        let left: Int
        let right: Int

        init(_ left: Int, _ right: Int) { (self.left, self.right) = (left, right) }

        init(_ word: CommandWord, of name: String) throws(CommandFault) {
            let parts = word.text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count == 2, let left = parts[0], let right = parts[1] else {
                throw .notANumber(name: name, value: word.text)
            }
            self.init(left, right)
        }

        var word: String { "\(left):\(right)" }
    }

    private enum Fruit: String, CommandChoice, Equatable {
        case apple, pear, plum
        var meaning: LocalizedText? { self == .plum ? LocalizedText(verbatim: "Blue.") : nil }
    }

    private static let text = LocalizedText(verbatim: "")
    private static let pair = Parameter.word("pair", as: Pair.self)
    private static let fruit = Parameter.option(.choice("fruit", Fruit.self, among: [.apple, .plum]))
    private static let count = Parameter.optional(.number("count"))
    private static let slow = Parameter.flag("slow")
    private static let command = Command<Heard>(
        "take", category: .writing, summary: text, parameters: pair, fruit, count, slow, examples: ["take 1:2"]
    ) { heard, _, pair, fruit, count, slow in
        heard.values = (pair, fruit, count, slow)
        return .nothing
    }

    private final class Heard {
        var values: (pair: Pair, fruit: Fruit?, count: Int?, slow: Bool)?
    }

    private var context: CommandContext {
        CommandContext(language: .english, world: .test(), prompter: CannedPrompter([]))
    }

    private func arguments(_ line: String) throws -> Arguments {
        let command = AnyCommand(Self.command)
        let vocabulary = Vocabulary(app: "notes", appCommands: [command], shellCommands: [], apps: [])
        return try #require(try CommandParser.parse(line, with: vocabulary, switching: command)).arguments
    }

    @Test func `a closure gets values of the declared types`() async throws {
        let heard = Heard()
        _ = try await Self.command.performing(heard, arguments("take 3:4 7 --fruit plum --slow"), context)
        #expect(heard.values?.pair == Pair(3, 4) && heard.values?.fruit == .plum)
        #expect(heard.values?.count == 7 && heard.values?.slow == true)
        _ = try await Self.command.performing(heard, arguments("take 3:4"), context)
        #expect(heard.values?.fruit == nil && heard.values?.count == nil && heard.values?.slow == false)
    }

    @Test func `a word that is no value is refused before the command is looked at`() throws {
        #expect(throws: CommandFault.notANumber(name: "pair", value: "3")) { try arguments("take 3") }
        #expect(throws: CommandFault.notAChoice(name: "fruit", value: "pear", choices: ["apple", "plum"])) {
            try arguments("take 3:4 --fruit pear")
        }
        #expect(throws: CommandFault.notANumber(name: "count", value: "0")) { try arguments("take 3:4 0") }
        #expect(throws: CommandFault.missing("PAIR")) { try arguments("take") }
    }

    @Test func `a call without a value that is needed is refused before anything is done`() async throws {
        let heard = Heard()
        await #expect(throws: CommandFault.missing("PAIR")) {
            _ = try await Self.command.performing(heard, Arguments([Self.count.argument(3)]), self.context)
        }
        #expect(heard.values == nil)
    }

    @Test func `a value that an action is given is the one that is read`() throws {
        var dice = Dice(seed: 5)
        for _ in 0..<200 {
            let pair = Pair(dice.roll(1000), dice.roll(1000))
            let fruit: Fruit? = [nil, .apple, .plum][dice.roll(3)]
            let count = dice.roll(2) == 0 ? nil : dice.roll(1000) + 1
            let slow = dice.roll(2) == 0
            let arguments = Arguments([
                Self.pair.argument(pair), Self.fruit.argument(fruit), Self.count.argument(count),
                Self.slow.argument(slow),
            ])
            #expect(try Self.pair.value(in: arguments) == pair && Self.fruit.value(in: arguments) == fruit)
            #expect(try Self.count.value(in: arguments) == count && Self.slow.value(in: arguments) == slow)
            // And so it is when somebody types what it says.
            let invocation = Invocation(
                owner: .app("notes"), command: AnyCommand(Self.command), arguments: arguments)
            #expect(try self.arguments(invocation.line) == arguments, "\(invocation.line)")
        }
    }

    @Test func `all that is marked is one value where a parameter is of several things`() throws {
        let one = Parameter.name("pair", as: Pair.self, values: .item("pair")).orSelection()
        let several = Parameter.name("pair", as: Pair.self, values: .item("pair")).ofSeveral().orSelection()
        let marked = ["1:2", "a thing", "it’s"]
        #expect(Arguments().filled(one.spec, with: marked).map { $0[one.spec]?.text } == marked)
        let filled = Arguments().filled(several.spec, with: marked)
        #expect(filled.map { $0[several.spec]?.text } == ["1:2 \"a thing\" it’s"])
        #expect(Arguments().filled(several.spec, with: []).isEmpty)
        // The name of what is selected is no query and no number.
        let single = Arguments().filled(several.spec, with: ["is:unread"])
        #expect(single.map { $0[several.spec] } == [CommandWord("is:unread", isQuoted: true)])
    }

    @Test(arguments: ["1 1-1", "2 1-3 2", "3 3 3"])
    func `numbers given twice are one`(typed: String) throws {
        let ids = Parameter.numbers("id")
        var arguments = Arguments()
        arguments.set(ids.spec, typed)
        let numbers = try ids.value(in: arguments)
        #expect(numbers.count == Set(numbers).count)
    }

    @Test func `several numbers are given and read as numbers`() throws {
        let ids = Parameter.numbers("id")
        #expect(try ids.value(in: Arguments([ids.argument([3, 1, 2])])) == [3, 1, 2])
        #expect(throws: CommandFault.missing("ID")) { try ids.value(in: Arguments([ids.argument([])])) }
    }

    @Test(arguments: [
        ("3", [3]), ("3 5-7", [3, 5, 6, 7]), ("4-4 1", [4, 1]), ("7-5", nil), ("0-2", nil), ("1-2-3", nil), ("-3", nil),
        ("1-999999999", nil), ("1-99999999999999999999", nil), ("+3", nil),
    ])
    func `spans stand for the numbers in them`(typed: String, numbers: [Int]?) {
        let ids = Parameter.numbers("id")

        let arguments = Arguments(words: ["id": typed])
        #expect((try? ids.value(in: arguments)) == numbers)
    }

    @Test func `a title loses the quotation marks around all of it`() throws {
        let title = Parameter.title("title")
        for (typed, meant) in [
            ("\"a b\"", "a b"), ("'it'", "it"), ("\"a\" \"b\"", "\"a\" \"b\""), ("a \"b\"", "a \"b\""),
        ] {
            #expect(try title.value(in: Arguments([title.argument(typed)])) == meant)
        }
    }

    @Test func `what is said of a parameter is what it was declared with`() {
        #expect(Self.command.spec.usage(in: .english) == "take PAIR [--fruit apple|plum] [COUNT] [--slow]")
        let fruit = Self.command.spec.parameters[1]
        #expect(fruit.terms.map(\.text) == ["plum"] && fruit.form == .option && fruit.isOptional)
        #expect(Self.command.spec.parameters.map(\.form) == [.word, .option, .number, .flag])
    }

    @Test func `a route is written from its parameters, and gives their values`() async throws {
        let route = Route<Heard>(
            "pair", parameters: .word("pair", as: Pair.self, values: .item("pair")), Self.count, summary: Self.text
        ) { heard, _, pair, count in
            heard.values = (pair, nil, count, false)
            return .nothing
        }
        #expect(route.spec.pattern == "pair/:pair/:count" && route.spec.items == ["pair": "pair"])
        let heard = Heard()
        _ = try await route.open(heard, ["pair": "1:2", "count": "3"], context)
        #expect(heard.values?.pair == Pair(1, 2) && heard.values?.count == 3)
        await #expect(throws: CommandFault.notANumber(name: "count", value: "x")) {
            _ = try await route.open(heard, ["pair": "1:2", "count": "x"], self.context)
        }
    }

    @Test(arguments: [
        ("Alice Bob", ["Alice", "Bob"]), ("Alice Smith, Bob Jones ", ["Alice Smith", "Bob Jones"]),
        ("\"Smith, Alice\", \"Bob Jones\"", ["Smith, Alice", "Bob Jones"]),
        ("O'Brien, Bob", ["O'Brien", "Bob"]), ("6\" nails, Bob", ["6\" nails", "Bob"]),
    ])
    func `names stand between commas, which quotation marks keep together`(typed: String, names: [String]) {
        #expect(CommandWord.names(in: typed) == names)
    }
}
