// SPDX-License-Identifier: GPL-3.0-or-later

@testable import AtriumKit
@testable import AtriumShell
import AtriumSession
import AtriumTesting
import AtriumWorlds
import Dice
import Testing

struct CommandParserTests {
    static let text = LocalizedText(verbatim: "")
    enum Sort: String, CommandChoice { case date, newest }
    private static let words = Parameter.text("text")
    private static let sort = Parameter.option(.choice("sort", Sort.self))
    private static let limit = Parameter.option(.number("limit"))
    private static let trash = Parameter.flag("trash")
    private static let query = Parameter.query("words")
    private static let number = Parameter.word("number", as: CommandWord.self)
    private static let id = Parameter.number("id")
    private static let ids = Parameter.numbers("id")
    static let name = Parameter.name("name")
    private static let topic = Parameter.optional(.word("topic"))
    private static let app = Parameter.word("app")

    private static let add = CommandSpec("add", category: .writing, summary: text, parameters: words)
    private static let list = CommandSpec(
        "list", aliases: ["ls"], category: .reading, summary: text, parameters: sort, limit, trash)
    private static let find = CommandSpec("find", category: .reading, summary: text, parameters: limit, query)
    private static let send = CommandSpec("send", category: .writing, summary: text, parameters: number, words)
    private static let show = CommandSpec("show", category: .reading, summary: text, parameters: id)
    private static let help = CommandSpec("help", category: .shell, summary: text, parameters: topic)
    static let goTo = CommandSpec("switch", category: .moving, summary: text, parameters: app)
    private static let tag = CommandSpec("tag", category: .writing, summary: text, parameters: ids, name)
    private static let vocabulary = Vocabulary(
        app: "notes", appCommands: [add, list, find, send, show, tag].map(AnyCommand.init(inert:)),
        shellCommands: [help, goTo].map(AnyCommand.init(inert:)), apps: ["notes", "sms"])

    private func parse(_ line: String) throws -> Invocation? {
        try CommandParser.parse(line, with: Self.vocabulary, switching: AnyCommand(inert: Self.goTo))
    }

    private func parsed(_ line: String) throws -> Invocation { try #require(try parse(line)) }

    /// The value that a line gives to a parameter.
    private func value<Value>(_ parameter: Parameter<Value>, _ line: String) throws -> Value {
        try parameter.value(in: parsed(line).arguments)
    }

    @Test(arguments: ["", "   ", "\t", "# a comment", "  #x"])
    func `empty lines and comments are nothing`(line: String) throws {
        #expect(try parse(line) == nil)
    }

    @Test func `free text is taken as it was typed`() throws {
        for text in [
            "Buy milk", "a  \"b\"  'c'", "it's > that | this", "- x", "--- x", "\"open", "> x", "a --nope", "a \\ b",
            "-5",
        ] {
            #expect(try value(Self.words, "add   \(text)  ") == text)
            #expect(try parsed("add \(text)").redirection == nil)
        }
        #expect(try value(Self.words, "send +1555 it's me") == "it's me")
        #expect(try value(Self.number, "send \"Ana B\" hi") == CommandWord("Ana B", isQuoted: true))
    }

    @Test func `an option that nobody knows is no text, unless dashes before it say so`() throws {
        for (line, option, command, written) in [
            ("add --nope x", "--nope", "add", "add -- --nope …"),
            ("send  +1555  --date=3 x", "--date=3", "send", "send  +1555 -- --date=3 …"),
            ("tag 3 --all", "--all", "tag", "tag 3 -- --all …"),
        ] {
            #expect(throws: CommandFault.optionBeforeText(option, command: command, line: written)) { try parse(line) }
        }
        #expect(try value(Self.words, "add -- --nope  x") == "--nope  x")
        #expect(try value(Self.words, "add -- --") == "--")
        #expect(try value(Self.words, "send +1555 -- --help") == "--help")
        #expect(try value(Self.name, "tag 3 -- --all my") == "--all my")
        #expect(throws: CommandFault.unknownOption("--all", command: "tag")) { try parse("tag 3 my --all") }
        for line in ["tag 3 -- my --all", "tag 3 \"my --all\"", "tag 3 'my --all'"] {
            #expect(try value(Self.name, line) == "my --all")
        }
        #expect(throws: CommandFault.inputRedirection(command: "add")) { try parse("add - < file") }
        #expect(try value(Self.words, "add -") == "-")
    }

    @Test func `help among the options of any command is its page`() throws {
        for (line, topic) in [
            ("add --help", "add"), ("send --help", "send"), ("show --help 3", "show"), ("tag 3 --help", "tag"),
            ("list --sort date --help", "list"), ("ls --nope --help", nil), ("find --help", "find"),
            ("find ban --help", "find"), ("switch --help", "switch"),
        ] {
            guard let topic else {
                #expect(throws: CommandFault.unknownOption("--nope", command: "list")) { try parse(line) }
                continue
            }
            let help = try parsed(line)
            #expect(help.spec.name == "help" && help.owner == .shell, "\(line)")
            #expect(try Self.topic.value(in: help.arguments) == topic, "\(line)")
        }
        #expect(try parsed("add --help > out").redirection == .file("out", appending: false))
        #expect(try parsed("add --help \"open").spec.name == "help")
        #expect(try parsed("list --help > out").redirection == .file("out", appending: false))
        #expect(try value(Self.words, "add Say --help") == "Say --help")
        #expect(try parsed("list -- ").spec.name == "list")
    }

    @Test func `several numbers end where something else begins, or the line does`() throws {
        for (line, ids, name) in [
            ("tag 1 2 x", [1, 2], "x"), ("tag 1 x 2", [1], "x 2"), ("tag 1 2", [1], "2"), ("tag 1 2 3", [1, 2], "3"),
            ("tag 1 \"2 x\"", [1], "2 x"), ("tag 1 -- 2 x", [1], "2 x"), ("tag 1 0 x", [1], "0 x"),
            ("tag 1 2 > out", [1], "2"), ("tag 1 2 &", [1], "2"),
        ] {
            let arguments = try parsed(line).arguments
            #expect(try Self.ids.value(in: arguments) == ids, "\(line)")
            #expect(try Self.name.value(in: arguments) == name, "\(line)")
        }
        #expect(throws: CommandFault.notANumber(name: "id", value: "x")) { try parse("tag x 2") }
    }

    @Test func `empty quotes are no text`() {
        for quotes in ["\"\"", "''", " \"\" "] {
            #expect(throws: CommandFault.missing("TEXT")) { try parse("add \(quotes)") }
            #expect(throws: CommandFault.missing("NAME")) { try parse("tag 3 \(quotes)") }
        }
    }

    @Test func `a name may have blanks, and quotation marks around it`() throws {
        for name in ["two words", "\"two words\"", "'two words'", " two words "] {
            #expect(try value(Self.name, "tag 3 \(name)") == "two words")
        }
        for name in ["it's", "\"a\" \"b\"", "5\" disk", "\"open"] {
            #expect(try value(Self.name, "tag 3 \(name)") == name)
        }
        #expect(try parsed("tag 3 two words > out.txt").redirection == .file("out.txt", appending: false))
        #expect(throws: CommandFault.missing("NAME")) { try parse("tag 3") }
    }

    @Test func `words are quoted as in a POSIX shell`() throws {
        #expect(try value(Self.topic, #"help "a b""#) == "a b")
        #expect(try value(Self.topic, #"help 'a "b'"#) == #"a "b"#)
        #expect(try value(Self.topic, #"help a\ b"#) == "a b")
        #expect(try value(Self.topic, #"help "a\"b\\c\d""#) == #"a"b\c\d"#)
        #expect(try value(Self.topic, #"help a'b'"c""#) == "abc")
        #expect(throws: CommandFault.openQuote("'")) { try parse("help 'a") }
    }

    @Test func `a query keeps its quotes and may be redirected`() throws {
        let invocation = try parsed(#"find --limit 5 "buy milk" -not it's > out.txt"#)
        #expect(try Self.query.value(in: invocation.arguments) == #""buy milk" -not it's"#)
        #expect(try Self.limit.value(in: invocation.arguments) == 5)
        #expect(invocation.redirection == .file("out.txt", appending: false))
        #expect(try parsed(#"find "a > b" | wc -l"#).redirection == .program("wc -l"))
        #expect(try value(Self.query, #"find "a > b" | wc -l"#) == #""a > b""#)
        #expect(try value(Self.query, "find \"") == "\"")
        #expect(try value(Self.query, "find C++ AND *") == "C++ AND *")
    }

    @Test func `options behind a query's words are options`() throws {
        for line in ["find ban --limit 3", "find ban --limit=3", "find --limit 3 ban"] {
            #expect(try value(Self.query, line) == "ban")
            #expect(try value(Self.limit, line) == 3)
        }
        let both = try parsed(#"find "a b" it's --limit 3 "c > d" > out"#)
        #expect(try Self.query.value(in: both.arguments) == #""a b" it's "c > d""#)
        #expect(try Self.limit.value(in: both.arguments) == 3)
        #expect(both.redirection == .file("out", appending: false))
        #expect(throws: CommandFault.optionNeedsValue("--limit")) { try parse("find ban --limit") }
        for option in ["--x", "--limits"] {
            #expect(throws: CommandFault.unknownOption(option, command: "find")) { try parse("find ban \(option) 3") }
        }
        for query in [#"ban "--limit 3""#, "ban x--limit 3"] {
            #expect(try value(Self.query, "find \(query)") == query)
            #expect(try value(Self.limit, "find \(query)") == nil)
        }
        #expect(try value(Self.query, "find -- ban --limit 3") == "ban --limit 3")
    }

    @Test func `options take values, flags do not`() throws {
        let arguments = try parsed("list --sort=newest --trash --limit 3").arguments
        #expect(try Self.sort.value(in: arguments) == .newest)
        #expect(try Self.limit.value(in: arguments) == 3 && Self.trash.value(in: arguments))
        #expect(throws: CommandFault.notAChoice(name: "sort", value: "x", choices: ["date", "newest"])) {
            try parse("list --sort x")
        }
        #expect(throws: CommandFault.unknownOption("--all", command: "list")) { try parse("list --all") }
        #expect(throws: CommandFault.optionNeedsValue("--limit")) { try parse("list --limit") }
        #expect(throws: CommandFault.unexpected("x")) { try parse("list x") }
    }

    @Test func `what may be a password is repeated in no fault`() throws {
        let register = AnyCommand(
            inert: CommandSpec(
                "register", category: .login, summary: Self.text, parameters: Self.topic, Self.trash, asksSecret: true))
        let vocabulary = Vocabulary(app: "notes", appCommands: [], shellCommands: [register], apps: [])
        for line in ["register ana sesame", "reg ana sesame", "register ana --sesame", "register --trash=sesame"] {
            #expect(throws: CommandFault.secretOnLine(command: "register")) {
                try CommandParser.parse(line, with: vocabulary, switching: AnyCommand(inert: Self.goTo))
            }
            #expect(!CommandParser.takes(register.spec, all: line))
        }
        for line in ["register", "register ana", "register ana --trash", "register --help", "register ana >x"] {
            #expect(CommandParser.takes(register.spec, all: line), "\(line)")
        }
    }

    @Test func `numbers and missing words are checked`() throws {
        #expect(try value(Self.id, "show 3") == 3)
        for word in ["0", "-1", "x", "1.5", "99999999999999999999"] {
            #expect(throws: CommandFault.notANumber(name: "id", value: word)) { try parse("show \(word)") }
        }
        #expect(throws: CommandFault.missing("ID")) { try parse("show") }
        #expect(throws: CommandFault.missing("TEXT")) { try parse("add") }
    }

    @Test func `redirections need what follows`() throws {
        #expect(try parsed("list>x").redirection == .file("x", appending: false))
        #expect(try parsed("list >> 'a b'").redirection == .file("a b", appending: true))
        #expect(throws: CommandFault.emptyRedirection(">")) { try parse("list >") }
        #expect(throws: CommandFault.emptyRedirection("|")) { try parse("list |  ") }
    }

    @Test func `an ampersand at the end puts a line in the background`() throws {
        for line in ["list &", "list&", "list --trash  & ", "find ban&", "find \"a & b\" &", "sms &", "show 3 &"] {
            #expect(try parsed(line).isBackground, "\(line)")
        }
        #expect(try value(Self.query, "find a & b &") == "a & b")
        #expect(try value(Self.limit, "find AT&T --limit 3&") == 3)
        let file = try parsed("list > a&b &")
        #expect(file.isBackground && file.redirection == .file("a&b", appending: false))
        let program = try parsed("list | sort | head -1 &")
        #expect(program.isBackground && program.redirection == .program("sort | head -1"))
        for line in [
            "list | a &&", #"list | a \&"#, "find AT&T", "find \"a &\"", #"help a\&"#, "help '&'", "find a &b",
        ] {
            #expect(try !parsed(line).isBackground, "\(line)")
        }
        #expect(throws: CommandFault.noCommand) { try parse(" & ") }
        #expect(throws: CommandFault.optionNeedsValue("--limit")) { try parse("list --limit &") }
        #expect(throws: CommandFault.emptyRedirection(">")) { try parse("list > &") }
        #expect(throws: CommandFault.emptyRedirection("|")) { try parse("list | &") }
    }

    @Test func `free text takes an ampersand as it takes other signs`() throws {
        for text in ["Ana & Ben &", "&", "a&", "x > y &"] {
            #expect(try value(Self.words, "add \(text)") == text)
            #expect(try !parsed("add \(text)").isBackground)
        }
        #expect(try value(Self.words, "send +1555 see you &") == "see you &")
    }

    @Test func `a prefix that is unique works, another is ambiguous`() throws {
        #expect(try parsed("f x").spec.name == "find")
        #expect(try parsed("li").spec.name == "list")
        #expect(throws: CommandFault.ambiguous("s", candidates: ["send", "show", "sms", "switch"])) { try parse("s") }
        #expect(try parsed("l").spec.name == "list")
    }

    @Test func `an app's name alone goes there`() throws {
        let invocation = try parsed("sms")
        #expect(invocation.owner == .shell && invocation.spec.name == "switch")
        #expect(try Self.app.value(in: invocation.arguments) == "sms")
        #expect(throws: CommandFault.behindApp("sms", rest: "x")) { try parse("sms x") }
    }

    @Test func `an unknown word is answered with the nearest`() throws {
        #expect(throws: CommandFault.unknownCommand("shwo", nearest: "show")) { try parse("shwo") }
        #expect(throws: CommandFault.unknownCommand("ad1", nearest: "add")) { try parse("ad1") }
        #expect(throws: CommandFault.unknownCommand("zzzzzz", nearest: nil)) { try parse("zzzzzz") }
    }

    @Test func `no line makes the parser fail in another way`() {
        var generator = Dice(seed: 11)
        let pieces = [
            "add", "find", "list", " ", "\"", "'", "\\", ">", ">>", "|", "&", "--", "--limit", "=", "é", "你", "\t", "#",
            "3",
        ]
        for _ in 0..<20_000 {
            let line = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &generator)]
            }.joined()
            do { _ = try parse(line) } catch is CommandFault {} catch { Issue.record(error, "\(line)") }
        }
    }

    @Test func `a line that an app's command cannot take is the shell's of the same name`() throws {
        let text = LocalizedText(verbatim: "")
        let app = CommandSpec("history", category: .reading, summary: text, parameters: .number("id"))
        let shell = CommandSpec("history", category: .shell, summary: text, parameters: Self.limit)
        let (own, shells) = (AnyCommand(inert: app), AnyCommand(inert: shell))
        let vocabulary = Vocabulary(app: "notes", appCommands: [own], shellCommands: [shells], apps: [])
        func owner(_ line: String) throws(CommandFault) -> Invocation.Owner? {
            try CommandParser.parse(line, with: vocabulary, switching: shells)?.owner
        }
        #expect(try owner("history 3") == .app("notes"))
        #expect(try owner("history") == .shell)
        #expect(try owner("history --limit 3") == .shell)
        #expect(throws: CommandFault.notANumber(name: "id", value: "x")) { try owner("history x") }
    }
}
