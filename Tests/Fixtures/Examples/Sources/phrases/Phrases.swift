// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumProgram
import Foundation

final class Phrases: AppModel { var said = "" }

/// An app whose commands stand in a file: `farewell Goodbye, NAME.` makes the command `farewell`.
struct PhrasesFactory: AppFactory {
    let id: AppID = "phrases"
    let title: LocalizedText = "Phrases"
    let summary: LocalizedText = "Says the phrases of a file."
    let commands: [Command<Phrases>]

    init(in world: World) throws {
        let path = world.path(of: "phrases.txt")
        let text = FileManager.default.fileExists(atPath: path) ? try FileContents.bytes(at: path) : []
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
        commands = lines.compactMap { Self.command($0.split(separator: " ", maxSplits: 1).map(String.init)) }
    }

    /// The command of a line, which is a word and a phrase.
    private static func command(_ line: [String]) -> Command<Phrases>? {
        guard line.count == 2 else { return nil }
        let (word, phrase) = (line[0], line[1])
        let name = Parameter.optional(.text("name", summary: "The person to greet"))
        return Command(word, summary: "Says “\(phrase)”", parameters: name, examples: ["\(word) Ana"]) { model, name in
            model.said = phrase.replacing("NAME", with: name ?? "you")
            return .message(LocalizedText(verbatim: model.said))
        }
    }

    func makeModel(for session: UserSession, in world: World) -> Phrases { Phrases() }
    func main(_ model: Phrases) -> MainSource { .text(LocalizedText(verbatim: model.said), titled: title) }
    func deleteData(of user: UserID, in world: World, onProgress: @escaping @MainActor (Int) -> Void) {}
}

@main struct Main {
    static func main() async {
        await ShellProgram("Phrases", version: "1.0", summary: "Says phrases.") { [try PhrasesFactory(in: $0)] }.main()
    }
}
