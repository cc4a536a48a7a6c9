// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import AtriumSession
import AtriumTesting
import AtriumWorlds
import Testing

@testable import AtriumShell

/// Mistakes in the composition of a program, which its start reports.
@MainActor
struct CatalogCheckTests {
    private static let text = LocalizedText(verbatim: "Does it.")
    private static let number = Parameter.number("n")
    private static let rest = Parameter.text("rest")

    private static func command(_ name: String, aliases: [String] = []) -> Command<ProbeModel> {
        Command(name, aliases: aliases, summary: text) { _ in .nothing }
    }

    private func sentence(_ commands: Command<ProbeModel>..., app: AppID = "notes") -> String? {
        let factory = ProbeFactory(app, recorder: Recorder(), commands: commands)
        do throws(CatalogFault) {
            try ([factory] as [any AppFactory]).check()
            return nil
        } catch { return error.sentence.string(in: .english) }
    }

    @Test func `a sound app is no mistake`() {
        #expect(sentence(Self.command("up", aliases: ["u"]), Self.command("down")) == nil)
        #expect(
            sentence(Command("add", summary: Self.text, parameters: Self.number, Self.rest) { _, _, _ in .nothing })
                == nil)
    }

    @Test func `a word of two commands names both the app and the command`() {
        let twice = "The command “up” of the app notes: “up” is a name or an alias of another command as well."
        #expect(sentence(Self.command("up"), Self.command("up"))?.hasPrefix(twice) == true)
        #expect(
            sentence(Self.command("up"), Self.command("down", aliases: ["up"]))?.hasPrefix(
                "The command “down” of the app notes: “up” is") == true)
    }

    @Test(arguments: ["help", "quit", "exit", "switch"])
    func `the words to learn and to leave stay the shell’s`(word: String) {
        #expect(sentence(Self.command(word))?.contains("“\(word)” is the shell’s own word") == true)
        #expect(sentence(Self.command("up", aliases: [word]))?.contains("“\(word)” is the shell’s own word") == true)
    }

    @Test(arguments: ["up now", "--up", "", "a;b", "#up"])
    func `a name that cannot be typed is refused`(name: String) {
        #expect(sentence(Self.command(name))?.contains("the name “\(name)” cannot be typed") == true)
    }

    @Test(arguments: ["My App", "", "Notes", "7up", "a/b", "été"])
    func `the id of an app can be typed`(id: String) {
        #expect(sentence(app: AppID(rawValue: id))?.contains("“\(id)” cannot be the id of an app") == true)
    }

    @Test func `parameters are read as they are declared`() {
        #expect(
            sentence(Command("up", summary: Self.text, parameters: Self.number, Self.number) { _, _, _ in .nothing })?
                .contains("two parameters are called “n”") == true)
        #expect(
            sentence(Command("up", summary: Self.text, parameters: Self.rest, Self.number) { _, _, _ in .nothing })?
                .contains("nothing is left for “n”") == true)
        #expect(
            sentence(
                Command("up", summary: Self.text, parameters: .optional(.word("a")), Self.number) { _, _, _ in
                    .nothing
                })?.contains("“n” is required") == true)
    }

    @Test func `a screen of a test does not begin with a mistake`() async throws {
        let factory = ProbeFactory("notes", recorder: Recorder(), commands: [Self.command("help")])
        await #expect(throws: CatalogFault.command("help", of: "notes", .ofShell("help"))) {
            try await AtriumTesting.ShellOnScreen([factory])
        }
    }

    @Test func `every language has the sentences`() {
        let faults: [CatalogFault] = [
            .empty, .duplicate("a", factories: ["A", "B"]), .appName("A B"), .programName("a/b"),
            .route("item/:n", of: "a"), .command("up", of: "a", .key(.remove)),
            .command("up", of: "a", .selection("n")),
        ]
        for fault in faults {
            #expect(Set(Language.ofKit.map { fault.sentence.string(in: $0) }).count == 3, "\(fault)")
        }
    }
}
